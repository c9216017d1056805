#!/usr/bin/env python3
"""Builds the packages of acegate around one program: an archive, a Python wheel, two npm packages and
the context of an image; and the archive of the vectors as JSON.

    build.py --out DIR                     compiles a statically linked program and packs it
    build.py --out DIR --binary PROGRAM    packs this one
    build.py … --quick                     without its symbols, and compressed less
    build.py … --web FOLDER                with what `conformance/web/build FOLDER` made, instead of making it

A static program runs on any Linux of its processor, whatever C library that has, so its wheel has the
tags of old glibc and of musl. A program that is linked dynamically gets the tag of this machine alone,
and no image.
It needs python3, npm, binutils and, without --binary, cargo. The same program gives the same files, octet for
octet.
"""
import argparse
import base64
import gzip
import hashlib
import io
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The modification time of every packed file: 1980-01-01, the earliest that a zip file can hold.
EPOCH = 315532800
DOCUMENTS = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]
# The processor as Python, Node.js and Rust name it.
PROCESSORS = {"x86_64": ("x86_64", "x64"), "aarch64": ("aarch64", "arm64")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--binary", type=Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--web", type=Path)
    options = parser.parse_args()
    machine = platform.machine()
    if sys.platform != "linux" or machine not in PROCESSORS:
        sys.exit(f"packages are built on Linux for {' or '.join(PROCESSORS)}, not on {sys.platform} {machine}")
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    package = workspace()
    program = (options.binary or compile_program(machine)).resolve()
    if options.quick:
        # What debuggers read is most of a program that is not optimised.
        run(["strip", "-o", out / "acegate", program])
        program = out / "acegate"
    web = options.web or out / "web"
    if not options.web:
        run([ROOT / "conformance/web/build", web])
    made = Packages(program, package["version"], package["license"], machine, out, 1 if options.quick else 9, web / "package")
    for path in [made.archive(), made.vectors(), made.wheel(), *made.npm(), *([made.image()] if made.is_static else [])]:
        print(path.relative_to(out))


def compile_program(machine):
    """The statically linked program, of the profile `dist`, without symbols."""
    target = f"{machine}-unknown-linux-gnu"
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "packages"
    run(["cargo", "build", "--profile", "dist", "--locked", "-p", "acegate", "--target", target], ROOT,
        RUSTFLAGS="-C target-feature=+crt-static", CARGO_PROFILE_DIST_STRIP="symbols", CARGO_TARGET_DIR=str(folder))
    program = folder / target / "dist" / "acegate"
    if not is_static(program):
        sys.exit(f"{program} asks for a loader: it is not statically linked")
    return program


def is_static(program):
    """Whether the program asks for no loader."""
    return "INTERP" not in run(["readelf", "--program-headers", "--wide", program])


class Packages:
    """Packs one program in every form."""

    def __init__(self, program, version, licence, machine, out, level, web):
        self.program, self.version, self.licence, self.out, self.web = program, version, licence, out, web
        self.level = level
        self.machine, self.node = PROCESSORS[machine]
        self.is_static = is_static(program)

    def archive(self):
        """The program and its documents."""
        return self.archive_of(f"acegate-v{self.version}-{self.machine}-linux", [("acegate", self.program.read_bytes(), 0o755),
                               *((name, (ROOT / name).read_bytes(), 0o644) for name in DOCUMENTS)])

    def vectors(self):
        """The vectors as JSON, with the schema and the description. It is the same on every processor."""
        export = lambda *words: run([self.program, "vectors", "export", *words]).encode()
        return self.archive_of(f"acegate-vectors-v{self.version}", [
            ("vectors.json", export(), 0o644), ("export.schema.json", export("--schema"), 0o644),
            ("README.md", (ROOT / "vectors/README.md").read_bytes(), 0o644),
            *((name, (ROOT / name).read_bytes(), 0o644) for name in DOCUMENTS[1:])])

    def archive_of(self, name, files):
        """An archive of a folder of this name, and a file with the SHA-256 beside it."""
        octets = io.BytesIO()
        with tarfile.open(fileobj=octets, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for file, content, mode in files:
                add(archive, f"{name}/{file}", content, mode)
        path = self.out / f"{name}.tar.gz"
        path.write_bytes(gzip.compress(octets.getvalue(), self.level, mtime=EPOCH))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        path.with_name(path.name + ".sha256").write_text(f"{digest}  {path.name}\n")
        return path

    def wheel(self):
        """A wheel that holds the program as a script, for every Python."""
        tags = ["linux"]
        if self.is_static:
            tags = ["manylinux2014", "manylinux_2_17", "musllinux_1_1"]
        tags = [f"{tag}_{self.machine}" for tag in tags]
        metadata = (f"Metadata-Version: 2.4\nName: acegate\nVersion: {self.version}\nSummary: {summary()}\n"
                    f"License-Expression: {self.licence}\nClassifier: Operating System :: POSIX :: Linux\n"
                    "Classifier: Topic :: Software Development :: Testing\nDescription-Content-Type: text/markdown\n\n"
                    + (ROOT / "README.md").read_text())
        wheel = "Wheel-Version: 1.0\nGenerator: acegate\nRoot-Is-Purelib: false\n" + "".join(
            f"Tag: py3-none-{tag}\n" for tag in tags)
        info = f"acegate-{self.version}.dist-info"
        files = {f"acegate-{self.version}.data/scripts/acegate": self.program.read_bytes(),
                 f"{info}/METADATA": metadata.encode(), f"{info}/WHEEL": wheel.encode(),
                 **{f"{info}/licenses/{name}": (ROOT / name).read_bytes() for name in DOCUMENTS[1:]}}
        digest = lambda octets: base64.urlsafe_b64encode(hashlib.sha256(octets).digest()).decode().rstrip("=")
        record = [f"{name},sha256={digest(octets)},{len(octets)}\n" for name, octets in files.items()]
        files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
        path = self.out / f"acegate-{self.version}-py3-none-{'.'.join(tags)}.whl"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=self.level) as archive:
            for name, octets in files.items():
                entry = zipfile.ZipInfo(name)
                entry.external_attr = (0o100755 if name.endswith("/acegate") else 0o100644) << 16
                archive.writestr(entry, octets, zipfile.ZIP_DEFLATED)
        return path

    def npm(self):
        """The npm package with the library and the starter, and the one of this processor with the program."""
        platforms = {f"@acegate/linux-{node}": self.version for _, node in PROCESSORS.values()}
        yield self.packed(HERE / "npm" / "acegate.cjs", {
            "name": "acegate", "description": summary(), "bin": {"acegate": "acegate.cjs"}, "engines": {"node": ">=18"},
            "type": "module", "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}, "./package.json": "./package.json"},
            "sideEffects": False, "optionalDependencies": platforms}, sorted(self.web.iterdir()))
        yield self.packed(self.program, {
            "name": f"@acegate/linux-{self.node}", "description": f"The program of acegate for Linux on {self.node}",
            "os": ["linux"], "cpu": [self.node], "preferUnplugged": True})

    def packed(self, file, manifest, beside=()):
        """A package of one executable file and the files beside it, as `npm pack` packs it."""
        folder = self.empty("npm")
        name = "acegate.cjs" if file.suffix else "acegate"
        shutil.copyfile(file, folder / name)
        (folder / name).chmod(0o755)
        for other in [*(ROOT / document for document in DOCUMENTS), *beside]:
            shutil.copyfile(other, folder / other.name)
        files = [name, *(other.name for other in beside)]
        manifest |= {"version": self.version, "license": self.licence, "files": files}
        (folder / "package.json").write_text(json.dumps(manifest, indent=2) + "\n")
        run(["npm", "pack", "--silent", "--pack-destination", self.out], folder)
        shutil.rmtree(folder)
        return self.out / f"{manifest['name'].strip('@').replace('/', '-')}-{self.version}.tgz"

    def image(self):
        """A folder that `docker build` makes an image of."""
        folder = self.empty("image")
        shutil.copyfile(HERE / "Dockerfile", folder / "Dockerfile")
        shutil.copyfile(self.program, folder / "acegate")
        (folder / "acegate").chmod(0o755)
        return folder

    def empty(self, name):
        """An empty folder in the output."""
        folder = self.out / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return folder


def workspace():
    """What the packages of the workspace share: version and licence."""
    return tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]


def summary():
    """The description of the crate, which is that of every package."""
    return tomllib.loads((ROOT / "conformance/Cargo.toml").read_text())["package"]["description"]


def add(archive, name, octets, mode):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(octets), mode, EPOCH
    archive.addfile(entry, io.BytesIO(octets))


def run(command, folder=None, **environment):
    """What a command prints. If it fails, this ends with its message."""
    done = subprocess.run([str(word) for word in command], cwd=folder, env=os.environ | environment, stdout=subprocess.PIPE,
                          text=True)
    if done.returncode:
        sys.exit(f"{command[0]} failed with {done.returncode}\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    main()
