#!/usr/bin/env python3
"""Checks that a folder has every package of every system, and that each file names another as that is.

    complete.py FOLDER

FOLDER is what build.py made for each system, the index included. Nothing is run, so any machine can check the
packages of all: the layout of the archives, wheels and npm packages, the digests, the addresses of the formula and
the manifest, and the addresses of `cargo binstall`.
"""
import hashlib
import json
import re
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

from build import DOCUMENTS, HERE, ROOT, workspace
from release import by_hand
from targets import TARGETS

EXECUTABLE = 0o755


def main():
    folder = Path(sys.argv[1]).resolve()
    version = workspace()["version"]
    archives = {}
    for target in TARGETS:
        path = folder / target.file(version)
        archives[path.name] = archive(path, target, version)
        wheel(folder, target, version)
        npm(folder, target, version)
    starter = manifest(folder / f"acegate-{version}.tgz")
    same("the programs that the starter names", starter["optionalDependencies"], {target.npm: version for target in TARGETS})
    binstall(version)
    formula = (folder / "homebrew/acegate.rb").read_text("utf-8")
    named(formula, r'url "\S+/(\S+)"\s+sha256 "(\w+)"', archives, [target for target in TARGETS if target.ending == ".tar.gz"], version)
    installer = (folder / "winget/Acegate.Acegate.installer.yaml").read_text("utf-8")
    windows = [target for target in TARGETS if target.ending == ".zip"]
    named(installer, r"InstallerUrl: \S+/(\S+)\s+InstallerSha256: (\w+)", archives, windows, version)
    same("the program of the manifest", re.findall(r"RelativeFilePath: (\S+)", installer),
         [f"{target.folder(version)}\\{target.program}" for target in windows])
    notes = (folder / "notes.md").read_text("utf-8")
    same("the digests of the notes", dict(re.findall(r"`(acegate-\S+)` \| `(\w+)`", notes)), archives)
    page = (HERE / "README.md").read_text("utf-8")
    same("the states of README.md", re.findall(r"^\| (.+? on \S+) \| `(\S+)` .* \| (.+) \|$", page, re.M),
         [(target.title, target.archive + target.ending, target.state) for target in TARGETS])
    same("the owner's list of README.md", re.findall(r"^```text\n(By hand.*?)\n```$", page, re.M | re.S), [by_hand("VERSION", None)])
    print(f"{len(TARGETS)} systems: every package is there and named by its digest")


def archive(path, target, version):
    """Checks the archive and the file beside it. Returns the digest."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    same(f"{path.name}.sha256", path.with_name(f"{path.name}.sha256").read_text("utf-8"), f"{digest}  {path.name}\n")
    expected = {f"{target.folder(version)}/{name}": 0o644 for name in DOCUMENTS}
    same(path.name, modes(path), expected | {f"{target.folder(version)}/{target.program}": EXECUTABLE})
    return digest


def wheel(folder, target, version):
    """A wheel of a program that is linked dynamically has another tag, and is not released."""
    path = folder / f"acegate-{version}-py3-none-{'.'.join(target.tags)}.whl"
    script = f"acegate-{version}.data/scripts/{target.program}"
    same(path.name, modes(path).get(script), EXECUTABLE)
    with zipfile.ZipFile(path) as opened:
        stated = re.findall(r"Tag: py3-none-(\S+)", opened.read(f"acegate-{version}.dist-info/WHEEL").decode())
        same(path.name, tuple(stated), target.tags)


def npm(folder, target, version):
    path = folder / f"{target.npm.strip('@').replace('/', '-')}-{version}.tgz"
    stated = manifest(path)
    same(path.name, [*stated["os"], *stated["cpu"], stated["version"]], [*target.node.split("-"), version])
    expected = {f"package/{name}": 0o644 for name in [*DOCUMENTS, "package.json"]}
    same(path.name, modes(path), expected | {f"package/{target.program}": EXECUTABLE})


def manifest(path):
    with tarfile.open(path) as opened:
        return json.load(opened.extractfile("package/package.json"))


def modes(path):
    """The mode of each file of an archive."""
    if path.suffix in (".zip", ".whl"):
        with zipfile.ZipFile(path) as opened:
            return {entry.filename: entry.external_attr >> 16 & 0o777 for entry in opened.infolist()}
    with tarfile.open(path) as opened:
        return {entry.name: entry.mode & 0o777 for entry in opened}


def named(text, pattern, archives, targets, version):
    """The archives that a text names with their digests."""
    same("a digest", dict(re.findall(pattern, text)), {name: archives[name] for name in (target.file(version) for target in targets)})


def binstall(version):
    """The templates of Cargo.toml give the archive of each system, and the program's place in it."""
    rules = tomllib.loads((ROOT / "conformance/Cargo.toml").read_text("utf-8"))["package"]["metadata"]["binstall"]
    for target in TARGETS:
        values = {"version": version, "target": target.rust, "target-arch": target.rust.split("-")[0], "bin": "acegate",
                  "binary-ext": target.program.removeprefix("acegate"), "repo": ""}
        rule = rules | rules["overrides"].get(target.rust, {})
        fill = lambda text: re.sub(r"\{ ([a-z-]+) \}", lambda found: values[found[1]], text)
        same(f"binstall for {target.rust}", [fill(rule["pkg-url"]).rsplit("/", 1)[1], fill(rule["bin-dir"]), rule["pkg-fmt"]], [
            target.file(version), f"{target.folder(version)}/{target.program}", "zip" if target.ending == ".zip" else "tgz"])


def same(of, got, expected):
    if got != expected:
        sys.exit(f"{of}: {got}, {expected} expected")


if __name__ == "__main__":
    main()
