#!/usr/bin/env python3
"""Rehearses a release, and makes its tag.

    release.py          builds and checks every package, publishes each to a registry of this machine, and
                        installs it from there by its name
    release.py --tag    after that dates the changelog, commits it and tags the commit

The version comes from the workspace. Nothing leaves the machine: pushing the tag publishes. It needs what
build.py and check.py need.
"""
import argparse
import base64
import contextlib
import datetime
import hashlib
import http.server
import json
import os
import shutil
import sys
import tempfile
import threading
import urllib.parse
from pathlib import Path

from build import HERE, ROOT, run, workspace

CRATES = ["acegate-codec", "acegate-vectors", "acegate-deviations", "acegate"]
CHANGELOG = ROOT / "CHANGELOG.md"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tag", action="store_true")
    options = parser.parse_args()
    version = workspace()["version"]
    heading = f"## {version}, not released\n"
    if run(["git", "status", "--porcelain"], ROOT):
        sys.exit("a release is made of a commit: commit or discard the changes first")
    if run(["git", "tag", "--list", f"v{version}"], ROOT):
        sys.exit(f"v{version} is tagged already: set the next version in Cargo.toml")
    if heading not in CHANGELOG.read_text():
        sys.exit(f"CHANGELOG.md has no line {heading!r}")
    missing = [tool for tool in ["bwrap", "cargo", "npm", "readelf"] if not shutil.which(tool)]
    if missing:
        sys.exit(f"a release needs {', '.join(missing)}")
    out = ROOT / "target/packages/release"
    shutil.rmtree(out, ignore_errors=True)
    run([HERE / "build.py", "--out", out])
    run([HERE / "check.py", out])
    with tempfile.TemporaryDirectory(prefix="acegate-release-") as place:
        for step in [crates, wheel, npm]:
            print(step(out, version, Path(place)), flush=True)
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in sorted(out.iterdir())
            if path.is_file() and path.suffix != ".sha256"]
    (out / "SHA256SUMS").write_text("".join(sums))
    print("".join(sums), end="")
    if options.tag:
        dated = heading.replace("not released", datetime.date.today().isoformat())
        CHANGELOG.write_text(CHANGELOG.read_text().replace(heading, dated, 1))
        run(["git", "commit", "--quiet", "--message", f"Release {version}", CHANGELOG], ROOT)
        run(["git", "tag", "--annotate", "--message", f"acegate {version}", f"v{version}"], ROOT)
        print(f"tagged v{version}; `git push origin HEAD v{version}` publishes it")


def crates(out, version, place):
    """Each crate is compiled from its archive, against a registry of those before it, which cargo makes."""
    words = [word for crate in CRATES for word in ["--package", crate]]
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    run(["cargo", "publish", "--dry-run", "--locked", "--quiet", *words], ROOT, CARGO_TARGET_DIR=str(target))
    for crate in CRATES:
        shutil.copy(target / "package" / f"{crate}-{version}.crate", out)
    return f"crates: {len(CRATES)} compiled from their archives"


def wheel(out, version, place):
    """The wheel is installed from an index in a folder."""
    index = place / "simple/acegate"
    index.mkdir(parents=True)
    file, = out.glob("*.whl")
    shutil.copy(file, index)
    (index / "index.html").write_text(f'<a href="{file.name}">{file.name}</a>')
    run([sys.executable, "-m", "venv", place / "venv"])
    run([place / "venv/bin/pip", "install", "--quiet", "--disable-pip-version-check",
         "--index-url", (place / "simple").as_uri(), f"acegate=={version}"])
    return "wheel: " + answer([place / "venv/bin/acegate"], place)


def npm(out, version, place):
    """The packages of npm are published to a registry on loopback and installed from it."""
    with registry() as address:
        token = "--//" + address.partition("//")[2] + "/:_authToken=rehearsal"
        for package in [*out.glob("acegate-[a-z]*.tgz"), *out.glob("acegate-[0-9]*.tgz")]:
            run(["npm", "publish", "--silent", "--access", "public", "--registry", address, token, package], place)
        project = place / "project"
        project.mkdir()
        (project / "package.json").write_text('{"private": true}\n')
        run(["npm", "install", "--silent", "--no-audit", "--no-fund", "--registry", address, f"acegate@{version}"], project)
        return "npm: " + answer([project / "node_modules/.bin/acegate"], project)


@contextlib.contextmanager
def registry():
    """A registry of npm on loopback that knows no other: what is published, and its archives."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    server.documents = {}
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


class Registry(http.server.BaseHTTPRequestHandler):
    """Takes a document with its archives as `npm publish` sends it, and answers with either."""

    def do_PUT(self):
        document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.documents[document["name"]] = document
        self.answer(b"{}")

    def do_GET(self):
        name, _, archive = urllib.parse.unquote(self.path.split("?")[0])[1:].partition("/-/")
        document = self.server.documents.get(name)
        if document is None:
            self.send_error(404)
        elif archive:
            # A scope comes before the name of the archive in the document, but not always in the address.
            files = {file.rsplit("/")[-1]: content for file, content in document["_attachments"].items()}
            self.answer(base64.b64decode(files[archive.rsplit("/")[-1]]["data"]))
        else:
            self.answer(json.dumps(document).encode())

    def answer(self, octets):
        self.send_response(200)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets)

    def log_message(self, *_):
        pass


def answer(program, place):
    """What an installed program says of itself and of the reference."""
    name = run([*program, "--version"], place).strip()
    return f"{name}: {run([*program, 'check', 'reference'], place).splitlines()[0]}"


if __name__ == "__main__":
    main()
