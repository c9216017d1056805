#!/usr/bin/env python3
"""Repeats the pages of reports/upstream: each command must print what its page shows.

    upstream.py [PAGE]...             the command of each page
    upstream.py --acegate PROGRAM …   also its line of acegate, which must find something

PAGE is the start of a file's name, such as 07. The libraries are those that are installed here: the README of the pages
names what they need. A page whose library has another version than the page may well print something else, so
this prints both.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

PAGES = Path(__file__).resolve().parents[1] / "upstream"
LIMIT_S = 300


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("pages", nargs="*", metavar="PAGE")
    parser.add_argument("--acegate", type=Path)
    options = parser.parse_args()
    chosen = [path for path in sorted(PAGES.glob("[0-9]*.md")) if path.name.startswith(tuple(options.pages) or "")]
    failed = 0
    for path in chosen:
        text = path.read_text("utf-8")
        differences = [*listed(path.name, text), *repeated(text), *(found(text, options.acegate) if options.acegate else [])]
        print(f"{path.name}: {'; '.join(differences) or 'repeats'}", flush=True)
        failed += bool(differences)
    print(f"{len(chosen) - failed} of {len(chosen)} pages repeat")
    sys.exit(bool(failed or not chosen))


def listed(name, text):
    """Where the row of README.md has another title, version or report than the page."""
    title, = re.findall(r"^# (.*)$", text, re.M)
    version, = re.findall(r"^- \*\*Version\*\*: ([^,;]*)", text, re.M)
    report, = re.findall(r"^- \*\*Reported\*\*: (.*)$", text, re.M)
    row = f"| {int(name[:2])} | [{title.replace(': ', f' {version}: ', 1)}]({name}) | {report} |"
    if row not in (PAGES / "README.md").read_text("utf-8").splitlines():
        yield f"README.md has no row {row!r}"


def repeated(text):
    """Where the command prints something else than the page."""
    command, = re.findall(r"^```sh\n(.*?)\n```$", text, re.M | re.S)
    shown, = re.findall(r"^This prints:\n\n```text\n(.*?)\n```$", text, re.M | re.S)
    printed = run(["bash", "-c", command]).stdout.strip()
    if printed != shown:
        yield f"prints {printed!r}, not {shown!r}"


def found(text, acegate):
    """Where acegate finds nothing: a check with findings, and a refused input, end with 1."""
    line, = re.findall(r"^- \*\*acegate\*\*: `acegate (.*)`$", text, re.M)
    status = run([acegate.resolve(), *shlex.split(line)]).returncode
    if status != 1:
        yield f"acegate {line}: status {status}, 1 expected"



def run(words):
    with tempfile.TemporaryDirectory(prefix="acegate-upstream-") as place:
        # Go keeps what it builds in the home folder, so only the folder is new.
        return subprocess.run(words, cwd=place, env={**os.environ, "NO_COLOR": "1"}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=LIMIT_S)


if __name__ == "__main__":
    main()
