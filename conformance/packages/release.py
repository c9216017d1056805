#!/usr/bin/env python3
"""Rehearses a release, and makes its tag.

    release.py                  builds and checks every package, publishes each to a registry of this machine, and
                                installs it from there by its name; then prints what the owner does by hand, in order
    release.py --binary PROGRAM --web FOLDER
                                rehearses in minutes with what is built already, as build.py takes it
    release.py --tag            after that dates the changelog, commits it and tags the commit
    release.py --owner          prints only what the owner does by hand
    release.py --address URL    writes the address of the repository into Cargo.toml, once: all packages have it from there

The version comes from the workspace. Nothing leaves the machine: pushing the tag publishes. It needs what
build.py and check.py need, and names the packages of Debian that are missing.
"""
import argparse
import base64
import contextlib
import datetime
import hashlib
import http.server
import importlib.util
import json
import os
import re
import shutil
import sys
import tempfile
import threading
import urllib.parse
from pathlib import Path

from build import HERE, ROOT, run, workspace
from targets import TARGETS

CRATES = ["acegate-codec", "acegate-vectors", "acegate-deviations", "acegate"]
CHANGELOG = ROOT / "CHANGELOG.md"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--tag", action="store_true")
    parser.add_argument("--binary", type=Path)
    parser.add_argument("--web", type=Path)
    parser.add_argument("--owner", action="store_true")
    parser.add_argument("--address", metavar="URL")
    options = parser.parse_args()
    version = workspace()["version"]
    if options.address:
        return set_address(options.address.removesuffix("/").removesuffix(".git"))
    address = checked_address()
    if options.owner:
        return print(by_hand(version, address))
    if options.tag and not address:
        sys.exit("no package names its repository: release.py --address URL writes it into Cargo.toml")
    heading = f"## {version}, not released\n"
    if run(["git", "status", "--porcelain"], ROOT):
        sys.exit("a release is made of a commit: commit or discard the changes first")
    if run(["git", "tag", "--list", f"v{version}"], ROOT):
        sys.exit(f"v{version} is tagged already: set the next version in Cargo.toml")
    if heading not in CHANGELOG.read_text():
        sys.exit(f"CHANGELOG.md has no line {heading!r}")
    given = [word for name in ["binary", "web"] if getattr(options, name) for word in [f"--{name}", getattr(options, name).resolve()]]
    if options.tag and given:
        sys.exit("a tag is made of what this builds: leave out --binary and --web")
    need_tools(options.web is None)
    out = ROOT / "target/packages/release"
    shutil.rmtree(out, ignore_errors=True)
    run([HERE / "build.py", "--out", out, *given])
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
    else:
        print("\n" + by_hand(version, address))


def need_tools(builds_web):
    """All that is missing at once, before anything is built."""
    needed = [("bwrap", "bubblewrap"), ("cargo", "the toolchain of rustup"), ("cc", "gcc libc6-dev"), ("npm", "npm"), ("readelf", "binutils")]
    if builds_web and "WEB_CARGO" not in os.environ:
        needed += [("/usr/bin/rustc", "rustc-web"), ("/usr/bin/cargo", "cargo-web"), ("/usr/bin/wasm-ld-22", "lld-22")]
    missing = [package for tool, package in needed if not shutil.which(tool)]
    # Debian's Python cannot make an environment without this package.
    if not importlib.util.find_spec("ensurepip"):
        missing.append("python3-venv")
    if missing:
        sys.exit(f"a release needs {', '.join(missing)}")


def set_address(address):
    """Writes the one setting, and has each published crate inherit it."""
    if not address.startswith("https://"):
        sys.exit(f"{address} does not begin with https://")
    workspace_file = ROOT / "Cargo.toml"
    text = re.sub(r'(?m)^repository = ".*"\n', "", workspace_file.read_text("utf-8"))
    workspace_file.write_text(text.replace('[workspace.package]\n', f'[workspace.package]\nrepository = "{address}"\n', 1), "utf-8")
    for crate in published():
        manifest = Path(crate["manifest_path"])
        text = manifest.read_text("utf-8")
        if "repository.workspace = true\n" not in text:
            text = text.replace("license.workspace = true\n", "license.workspace = true\nrepository.workspace = true\n", 1)
            manifest.write_text(text, "utf-8")
    print(f"every package names {checked_address()}: commit Cargo.toml and the manifests of the crates")


def checked_address():
    """The address of the repository, `None` until the owner has set it. Every published crate has the same."""
    address = workspace().get("repository")
    for crate in published():
        others = {crate["homepage"], crate["documentation"]} - {None, address}
        if crate["repository"] != address or others:
            sys.exit(f"{crate['name']} names another address than the workspace: release.py --address URL sets all")
    return address


def published():
    every = json.loads(run(["cargo", "metadata", "--no-deps", "--format-version", "1", "--offline"], ROOT))["packages"]
    return [crate for crate in every if crate["name"] in CRATES]


def by_hand(version, address):
    """The steps that need an account, a secret or a name, with their commands."""
    place = address or "https://github.com/OWNER/acegate"
    name = "/".join(place.split("/")[-2:])
    steps = [
        ("Name the repository, once." if not address else f"The repository is {address}.",
         [] if address else [f"conformance/packages/release.py --address {place}", "git commit --all --message 'packages: name the repository'"]),
        ("Create the repository and push. The workflows need no setting but these.",
         ["gh auth login", f"gh repo create {name} --public --source . --push", f"gh api --method PUT repos/{name}/environments/release"]),
        ("crates.io: log in, make a token with the scopes publish-new and publish-update, and store it.",
         [f"gh secret set CARGO_REGISTRY_TOKEN --env release --repo {name}"]),
        ("PyPI: on the page for publishing of your account, add a pending publisher for the project acegate: "
         "this repository, workflow release.yml, environment release.", []),
        ("npm: create the organisation acegate, and take each name with an empty version, because npm accepts a trusted "
         "publisher only for a package that exists. Then set release.yml as the trusted publisher of each.",
         ["npm login", f"for name in acegate {' '.join(target.npm for target in TARGETS)}; do", "    folder=$(mktemp -d)",
          """    printf '{"name":"%s","version":"0.0.0"}' "$name" >"$folder/package.json\"""",
          '    npm publish --access public "$folder"', "done"]),
        ("Rehearse on every system, without publishing.", [f"gh workflow run release.yml --repo {name}", f"gh run watch --repo {name}"]),
        ("Release.", ["conformance/packages/release.py --tag", f"git push origin HEAD v{version}"]),
        ("After the release: Homebrew and winget take the files that are attached to it.",
         [f"gh release download v{version} --repo {name} --pattern 'acegate.rb' --pattern '*.yaml'"]),
        ("The readers of the vectors, each with the file that vectors/readers/README.md makes. Go's module is named after the "
         "repository first, and its tag has the file.",
         ["python3 -m build vectors/readers/python", "python3 -m twine upload vectors/readers/python/dist/*",
          "npm publish --access public vectors/readers/npm",
          f"sed -i 's|acegate.example/vectors|{place.removeprefix('https://')}/vectors/readers/go|' vectors/readers/go/go.mod",
          "git add --force vectors/readers/go", "git commit --message 'readers: the module of Go with its vectors'",
          f"git tag vectors/readers/go/v{version}", f"git push origin vectors/readers/go/v{version}"]),
        ("Write to the maintainers of the libraries in reports/upstream/README.md: first in private to those of its first table, then "
         "page by page from the first on.", []),
    ]
    lines = ["By hand, in this order:"]
    for number, (what, commands) in enumerate(steps, 1):
        lines += ["", f"{number}. {what}", *(f"       {command}" for command in commands)]
    return "\n".join(lines)


def crates(out, version, place):
    """Each crate is compiled from its archive, against a registry of those before it, which cargo makes."""
    words = [word for crate in CRATES for word in ["--package", crate]]
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    run(["cargo", "publish", "--dry-run", "--locked", "--quiet", *words], ROOT, CARGO_TARGET_DIR=str(target))
    # The rehearsal of cargo leaves no archive where `cargo package` does.
    run(["cargo", "package", "--no-verify", "--locked", "--quiet", *words], ROOT, CARGO_TARGET_DIR=str(target))
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
