#!/usr/bin/env python3
"""Installs every package in an empty environment without Rust, and runs one list of commands with it.

    check.py FOLDER [--out FILE]

FOLDER is what build.py made, and commands.txt next to this file is the list. The packages are for this system.
Each is installed by the manager of its users, without the network; a folder of a dynamic program has no image.
Every command must end with the status that the list names. An uninstalled package must leave nothing. It needs
python3, npm and, for an image, bwrap, and fails if one is missing. The table has the size of each package and the
seconds from nothing to the first verdict.
"""
import argparse
import hashlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from build import workspace
from targets import TARGETS, here

HERE = Path(__file__).resolve().parent
TARGET = here() or sys.exit(f"no package is for this system, but for {', '.join(target.title for target in TARGETS)}")
IS_WINDOWS = sys.platform == "win32"
# Programs of the system, without the ones that a user or a toolchain has added. Windows comes without Python.
SYSTEM = ["/usr/bin", "/bin"]
if IS_WINDOWS:
    SYSTEM = [Path(sys.executable).parent, Path(os.environ["SYSTEMROOT"]) / "System32"]
# Windows starts no program without these variables.
KEPT = {name: os.environ[name] for name in ["SYSTEMROOT", "PATHEXT", "COMSPEC"] if name in os.environ}
LIMIT_S = 900


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    folder = options.folder.resolve()
    rows = []
    for channel in [Archive, Wheel, Npm, *[Image] * (folder / "image").exists(), Starter]:
        with tempfile.TemporaryDirectory(prefix="acegate-package-") as place:
            rows += channel(folder, Path(place)).check()
    table = "\n".join(["| package | size | first verdict | commands |", "| --- | --- | --- | --- |", *rows]) + "\n"
    print(table, end="")
    if options.out:
        options.out.write_text("# Packages\n\nThis page is made by `reports/make/evidence packages`, which installs each package in"
                               " an empty environment, measures the time from nothing to the first verdict of"
                               " `acegate check reference`, and runs the commands of"
                               " `conformance/packages/commands.txt`.\n\n" + table)


class Channel:
    """A way to install acegate. `place` is an empty folder, whose `work` the commands run in."""

    has_programs = True
    uninstaller = None

    def __init__(self, folder, place):
        self.folder, self.place = folder, place
        self.work = place / "work"
        self.work.mkdir()
        self.paths = paths()
        self.package = self.one(self.pattern)

    def check(self):
        """Installs, runs the list, uninstalls. Returns the row of the table."""
        begun = time.monotonic()
        self.install()
        self.expect(0, "check reference")
        seconds = time.monotonic() - begun
        lines = [line.split(maxsplit=2) for line in (HERE / "commands.txt").read_text("utf-8").splitlines() if line[:1] not in ("", "#")]
        lines = [line for line in lines if line[1] == "-" or self.has_programs]
        for status, _, arguments in lines:
            self.expect(int(status), arguments)
        self.uninstall()
        return [f"| {self.name} | {self.package.stat().st_size / 2**20:.1f} MiB | {seconds:.1f} s | {len(lines)} |"]

    def one(self, pattern):
        found = sorted(self.folder.glob(pattern))
        if len(found) != 1:
            sys.exit(f"{self.folder}: one {pattern} expected, {len(found)} found")
        return found[0]

    def expect(self, status, arguments):
        """The command ends with this status, and no adapter or folder of it is left."""
        got = self.run(self.command(shlex.split(arguments)), self.work)
        if got.returncode != status:
            sys.exit(f"{self.name}: acegate {arguments}: status {got.returncode}, {status} expected\n{got.stdout}")

    def command(self, words):
        return ["acegate", *words]

    def run(self, words, folder):
        """In an environment with nothing but a path and a home."""
        homes = ["HOME", "TMPDIR", *["USERPROFILE", "APPDATA", "LOCALAPPDATA", "TEMP", "TMP"] * IS_WINDOWS]
        environment = {**KEPT, "PATH": self.paths, "LANG": "C.UTF-8", **{name: str(self.place) for name in homes}}
        # The program is looked for in the new path, not in the path of this script.
        words = [shutil.which(str(words[0]), path=self.paths) or sys.exit(f"{self.name}: no {words[0]}"), *words[1:]]
        return subprocess.run([str(word) for word in words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=LIMIT_S)

    def must(self, words, folder):
        got = self.run(words, folder)
        if got.returncode:
            sys.exit(f"{self.name}: {' '.join(map(str, words))}: status {got.returncode}\n{got.stdout}")

    def uninstall(self):
        if self.uninstaller:
            self.must(self.uninstaller, self.home)
        left = [path for path in self.home.rglob("*acegate*") if path.is_file()]
        if left:
            sys.exit(f"{self.name}: uninstalling leaves {left[0]}")


class Archive(Channel):
    name, pattern = "archive", TARGET.file(workspace()["version"])

    def install(self):
        self.home = self.place / "archive"
        self.home.mkdir()
        stated = (self.folder / f"{self.package.name}.sha256").read_text("utf-8").split()
        if stated != [hashlib.sha256(self.package.read_bytes()).hexdigest(), self.package.name]:
            sys.exit(f"{self.package.name} has not the SHA-256 of the file beside it")
        # The `tar` of Windows unpacks the other kind of archive as well.
        self.must(["tar", "-xf", self.package, "--strip-components=1"], self.home)
        self.paths = paths(self.home)

    def uninstall(self):
        shutil.rmtree(self.home)


class Wheel(Channel):
    name, pattern = "wheel", f"*{TARGET.here[1]}.whl"

    def install(self):
        self.home = self.place / "venv"
        self.must([sys.executable, "-m", "venv", self.home], self.place)
        programs = self.home / ("Scripts" if IS_WINDOWS else "bin")
        pip = [programs / ("python.exe" if IS_WINDOWS else "python"), "-m", "pip"]
        self.uninstaller = [*pip, "uninstall", "--quiet", "--yes", "acegate"]
        self.must([*pip, "install", "--quiet", "--no-index", "--disable-pip-version-check", self.package], self.place)
        self.paths = paths(programs)


class Npm(Channel):
    name, pattern = "npm", f"acegate-{TARGET.node}-*.tgz"

    def install(self):
        self.home = self.place / "project"
        self.home.mkdir()
        (self.home / "package.json").write_text('{"private": true}\n')
        # The tools of npm are wherever Node.js was installed.
        node = Path(shutil.which("node") or sys.exit("npm: no node")).parent
        # On Windows the command of the starter is a script, which only a shell starts; `--cmd acegate` needs the program.
        program = [self.home / "node_modules" / TARGET.npm] * IS_WINDOWS
        self.paths = paths(self.home / "node_modules/.bin", *program, node)
        starter = self.one("acegate-[0-9]*.tgz")
        self.must(["npm", "install", "--silent", "--offline", "--no-audit", self.package, starter], self.home)
        self.uninstaller = ["npm", "uninstall", "--silent", "--offline", "acegate", TARGET.npm]


class Image(Channel):
    """The root folder that `FROM scratch` and the Dockerfile give, with /proc, /dev and /tmp as in a container."""

    name, pattern = "image", "image/acegate"
    has_programs = False

    def install(self):
        self.home = self.place / "root"
        self.home.mkdir()
        (self.home / "work").mkdir()
        shutil.copy(self.package, self.home / "acegate")

    def command(self, words):
        return ["bwrap", "--bind", self.home, "/", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
                "--unshare-all", "--die-with-parent", "--chdir", "/work", "/acegate", *words]

    def uninstall(self):
        shutil.rmtree(self.home)


class Starter(Npm):
    """The starter of the npm package passes on how the program ended, and says which package is missing."""

    def check(self):
        self.install()
        starter = self.home / "node_modules/acegate/acegate.cjs"
        program = self.place / "program"
        # Windows has neither scripts that are programs nor signals.
        for script, status in [("kill -KILL $$", 137), ("kill -TERM $$", 143), ("exit 3", 3)] * (not IS_WINDOWS):
            program.write_text(f"#!/bin/sh\n{script}\n")
            program.chmod(0o755)
            got = self.run(["env", f"ACEGATE_BINARY={program}", "node", starter], self.work).returncode
            if got != status:
                sys.exit(f"npm: a program that does `{script}` gives {got}, {status} expected")
        shutil.rmtree(self.home / "node_modules/@acegate")
        got = self.run(["node", starter, "--version"], self.work)
        if got.returncode != 3 or "npm install --save-dev @acegate/" not in got.stdout:
            sys.exit(f"npm: without its program it gives {got.returncode} and says: {got.stdout}")
        return []


def paths(*folders):
    """The search path: these folders, then the folders of the system."""
    return os.pathsep.join(map(str, [*folders, *SYSTEM]))


if __name__ == "__main__":
    main()
