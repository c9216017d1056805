#!/usr/bin/env python3
"""Builds the packages of acegate around one program: an archive, a Python wheel, two npm packages and
the context of an image; the list of the crates in the program (an SBOM); and the archive of the vectors as JSON.

    build.py --out DIR                     compiles the program for this system and packs it
    build.py --out DIR --binary PROGRAM    packs this one
    build.py … --target TARGET             for another system of targets.py; the vectors and the starter of npm, which
                                           are the same on each, are left out
    build.py … --quick                     without its symbols, and compressed less
    build.py … --web FOLDER                with what `conformance/web/build FOLDER` made, instead of making it
    build.py --out DIR --index ADDRESS     fills in the formula of Homebrew, the manifest of winget and the notes of a
                                           release of the repository at ADDRESS, once DIR has the archive of each system

A program for Linux that is linked dynamically gets the tag of its processor on Linux and no image.
It needs python3, npm, on Linux binutils and, without --binary, cargo. The same program gives the same files, octet
for octet.
"""
import argparse
import base64
import gzip
import hashlib
import io
import json
import os
import shutil
import string
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

from targets import TARGETS, here

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# The modification time of every packed file: 1980-01-01, the earliest that a zip file can hold.
EPOCH = 315532800
DOCUMENTS = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--binary", type=Path)
    parser.add_argument("--target", choices=[target.rust for target in TARGETS])
    parser.add_argument("--index", metavar="ADDRESS")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--web", type=Path)
    options = parser.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    package = workspace()
    if options.index:
        made = index(out, package["version"], package["license"], options.index)
    else:
        made = packages(out, package["version"], package["license"], options)
    for path in made:
        print(path.relative_to(out))


def packages(out, version, licence, options):
    """Every package around one program."""
    target = next((target for target in TARGETS if target.rust == options.target), here())
    if target is None:
        sys.exit(f"no package is for this system: --target names one of {', '.join(target.rust for target in TARGETS)}")
    program = (options.binary or compile_program(target)).resolve()
    if options.quick:
        # What debuggers read is most of a program that is not optimised.
        run(["strip", "-o", out / target.program, program])
        program = out / target.program
    made = Packages(program, version, licence, target, out, 1 if options.quick else 9)
    yield from [made.archive(), made.wheel(), made.npm(), made.bill()]
    if target.is_linux and made.is_portable:
        yield made.image()
    if target == here():
        web = options.web or out / "web"
        if not options.web:
            run([ROOT / "conformance/web/build", web])
        yield from [made.vectors(), made.starter(web / "package")]


def compile_program(target):
    """The program of the profile `dist`, without symbols. It needs only the libraries of the system."""
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "packages"
    # The C library is in the program on Linux and Windows; macOS has only the system's, of the version that the wheel names.
    run(["cargo", "build", "--profile", "dist", "--locked", "-p", "acegate", "--target", target.rust], ROOT,
        RUSTFLAGS="-C target-feature=+crt-static" if target.here[0] != "darwin" else "", MACOSX_DEPLOYMENT_TARGET="11.0",
        CARGO_PROFILE_DIST_STRIP="symbols", CARGO_TARGET_DIR=str(folder))
    program = folder / target.rust / "dist" / target.program
    if target.is_linux and not is_static(program):
        sys.exit(f"{program} asks for a loader: it is not statically linked")
    return program


def is_static(program):
    """Whether the program needs no loader."""
    return "INTERP" not in run(["readelf", "--program-headers", "--wide", program])


def index(out, version, licence, address):
    """The files that name the archives of every system: the templates next to this script, with the names and digests."""
    values = {"version": version, "licence": licence, "summary": summary(), "address": address,
              "repository": "/".join(address.split("/")[-2:]), "download": f"{address}/releases/download/v{version}"}
    rows = []
    for target in TARGETS:
        archive = out / target.file(version)
        if not archive.exists():
            sys.exit(f"{archive} is missing: the index names the archive of every system")
        name, digest = target.archive.replace("-", "_"), hashlib.sha256(archive.read_bytes()).hexdigest()
        values |= {f"{name}_url": f"{values['download']}/{archive.name}", f"{name}_sha256": digest,
                   f"{name}_folder": target.folder(version), f"{name}_state": f"acegate for {target.title}: {target.state}."}
        rows.append(f"| {target.title} | `{archive.name}` | `{digest}` | {target.state} |")
    values["archives"] = "\n".join(["| system | archive | SHA-256 | state |", "| --- | --- | --- | --- |", *rows])
    for template in [HERE / "homebrew/acegate.rb", *sorted((HERE / "winget").iterdir()), HERE / "notes.md"]:
        path = out / template.relative_to(HERE)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(string.Template(template.read_text("utf-8")).substitute(values).encode())
        yield path


def parts_by_codec(suite):
    """A file of vectors for each codec, with its name. None for a program that writes nothing, with which the packages
    of other systems are tried."""
    if not suite:
        return
    whole = json.loads(suite)
    for codec, defaults in whole["defaults"].items():
        cases = [case for case in whole["cases"] if case["codec"] == codec]
        part = {**whole, "defaults": {codec: defaults}, "cases": cases}
        text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        yield f"acegate-vectors-{codec}.json", text.encode(), 0o644


class Packages:
    """Packs one program in every form."""

    def __init__(self, program, version, licence, target, out, level):
        self.program, self.version, self.licence, self.target, self.out = program, version, licence, target, out
        self.level, self.address = level, workspace().get("repository")
        # It runs on every machine of its system.
        self.is_portable = not target.is_linux or is_static(program)

    def archive(self):
        """The program and its documents."""
        return self.archive_of(self.target.folder(self.version), self.target.ending, [
            (self.target.program, self.program.read_bytes(), 0o755),
            *((name, (ROOT / name).read_bytes(), 0o644) for name in DOCUMENTS)])

    def vectors(self):
        """The vectors as JSON, with the schema and the description. It is the same on every system."""
        export = lambda *words: run([self.program, "vectors", "export", *words]).encode()
        suite = export()
        return self.archive_of(f"acegate-vectors-v{self.version}", ".tar.gz", [
            ("acegate-vectors.json", suite, 0o644), *parts_by_codec(suite),
            ("export.schema.json", export("--schema"), 0o644),
            ("README.md", (ROOT / "vectors/README.md").read_bytes(), 0o644),
            *((name, (ROOT / name).read_bytes(), 0o644) for name in DOCUMENTS[1:])])

    def archive_of(self, name, ending, files):
        """An archive of a folder of this name, and a file with its SHA-256."""
        path = self.out / f"{name}{ending}"
        files = [(f"{name}/{file}", content, mode) for file, content, mode in files]
        if ending == ".zip":
            self.zip(path, files)
        else:
            octets = io.BytesIO()
            with tarfile.open(fileobj=octets, mode="w", format=tarfile.USTAR_FORMAT) as archive:
                for file, content, mode in files:
                    add(archive, file, content, mode)
            path.write_bytes(gzip.compress(octets.getvalue(), self.level, mtime=EPOCH))
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        path.with_name(path.name + ".sha256").write_bytes(f"{digest}  {path.name}\n".encode())
        return path

    def zip(self, path, files):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=self.level) as archive:
            for name, octets, mode in files:
                entry = zipfile.ZipInfo(name)
                # The modes are Unix modes, also where this runs on Windows.
                entry.create_system, entry.external_attr = 3, (0o100000 | mode) << 16
                archive.writestr(entry, octets, zipfile.ZIP_DEFLATED)

    def bill(self):
        """The crates that the program is made of, as CycloneDX lists them."""
        words = ["cargo", "tree", "--locked", "--package", "acegate", "--edges", "normal", "--target", self.target.rust]
        lines = run([*words, "--prefix", "none", "--no-dedupe", "--format", "{p}\t{l}"], ROOT).splitlines()
        crates = sorted({(*line.split("\t")[0].split()[:2], line.split("\t")[1]) for line in lines})
        components = [{"type": "library", "name": name, "version": version[1:], "purl": f"pkg:cargo/{name}@{version[1:]}",
                       "licenses": [{"expression": licence.replace("/", " OR ")}]} for name, version, licence in crates if name != "acegate"]
        path = self.out / f"{self.target.folder(self.version)}.cdx.json"
        path.write_text(json.dumps({
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1, "components": components,
            "metadata": {"component": {"type": "application", "name": "acegate", "version": self.version,
                                       "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(self.program.read_bytes()).hexdigest()}]}},
        }, indent=1) + "\n")
        return path

    def wheel(self):
        """A wheel that contains the program as a script, for every Python."""
        tags = self.target.tags if self.is_portable else ["_".join(self.target.here)]
        metadata = (f"Metadata-Version: 2.4\nName: acegate\nVersion: {self.version}\nSummary: {summary()}\n"
                    f"License-Expression: {self.licence}\nClassifier: Operating System :: {self.target.classifier}\n"
                    "Classifier: Topic :: Software Development :: Testing\n"
                    + "".join(f"Project-URL: {name}, {self.address}\n" for name in ["Homepage", "Repository"] if self.address)
                    + "Description-Content-Type: text/markdown\n\n"
                    + (ROOT / "README.md").read_text("utf-8"))
        wheel = "Wheel-Version: 1.0\nGenerator: acegate\nRoot-Is-Purelib: false\n" + "".join(
            f"Tag: py3-none-{tag}\n" for tag in tags)
        info = f"acegate-{self.version}.dist-info"
        files = {f"acegate-{self.version}.data/scripts/{self.target.program}": self.program.read_bytes(),
                 f"{info}/METADATA": metadata.encode(), f"{info}/WHEEL": wheel.encode(),
                 **{f"{info}/licenses/{name}": (ROOT / name).read_bytes() for name in DOCUMENTS[1:]}}
        digest = lambda octets: base64.urlsafe_b64encode(hashlib.sha256(octets).digest()).decode().rstrip("=")
        record = [f"{name},sha256={digest(octets)},{len(octets)}\n" for name, octets in files.items()]
        files[f"{info}/RECORD"] = "".join([*record, f"{info}/RECORD,,\n"]).encode()
        path = self.out / f"acegate-{self.version}-py3-none-{'.'.join(tags)}.whl"
        self.zip(path, [(name, octets, 0o755 if "/scripts/" in name else 0o644) for name, octets in files.items()])
        return path

    def npm(self):
        """The npm package with the program for this system."""
        system, processor = self.target.node.split("-")
        return self.packed(self.program, self.target.program, {
            "name": self.target.npm, "description": f"The program of acegate for {self.target.title}: {self.target.state}",
            "os": [system], "cpu": [processor], "preferUnplugged": True})

    def starter(self, web):
        """The npm package with the library and the starter of the program. It is the same on every system."""
        return self.packed(HERE / "npm" / "acegate.cjs", "acegate.cjs", {
            "name": "acegate", "description": summary(), "bin": {"acegate": "acegate.cjs"}, "engines": {"node": ">=18"},
            "type": "module", "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}, "./package.json": "./package.json"},
            "sideEffects": False, "optionalDependencies": {target.npm: self.version for target in TARGETS}}, sorted(web.iterdir()))

    def packed(self, file, name, manifest, beside=()):
        """A package of one executable file and the files next to it, as `npm pack` packs it."""
        folder = self.empty("npm")
        shutil.copyfile(file, folder / name)
        (folder / name).chmod(0o755)
        for other in [*(ROOT / document for document in DOCUMENTS), *beside]:
            shutil.copyfile(other, folder / other.name)
        files = [name, *DOCUMENTS, *(other.name for other in beside)]
        if self.address:
            # npm compares it with the repository that the provenance names.
            manifest |= {"homepage": self.address, "repository": {"type": "git", "url": f"git+{self.address}.git"}}
        manifest |= {"version": self.version, "license": self.licence, "files": files}
        (folder / "package.json").write_bytes((json.dumps(manifest, indent=2) + "\n").encode())
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
    """What the packages of the workspace share: version, licence and, once it is known, the address of the repository."""
    return tomllib.loads((ROOT / "Cargo.toml").read_text("utf-8"))["workspace"]["package"]


def summary():
    """The description of the crate, which every package has."""
    return tomllib.loads((ROOT / "conformance/Cargo.toml").read_text("utf-8"))["package"]["description"]


def add(archive, name, octets, mode):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.mtime = len(octets), mode, EPOCH
    archive.addfile(entry, io.BytesIO(octets))


def run(command, folder=None, **environment):
    """What a command prints. If it fails, this ends with its message."""
    # On Windows npm is no program but a script, which only its full name starts.
    words = [shutil.which(str(command[0])) or command[0], *command[1:]]
    done = subprocess.run([str(word) for word in words], cwd=folder, env=os.environ | environment, stdout=subprocess.PIPE,
                          encoding="utf-8")
    if done.returncode:
        sys.exit(f"{command[0]} failed with {done.returncode}\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    main()
