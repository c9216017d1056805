#!/usr/bin/env python3
"""Collects the reports of other repositories into one matrix.

    collect.py ACEGATE LIST --out DIR [--html DIR]

Each line of LIST is a name and where its report is; `#` begins a comment:

    mylib     OWNER/REPOSITORY             the file acegate.ndjson in the newest artifact `acegate` of the action, by `gh`
    yours     https://HOST/acegate.ndjson  a file that is published
    ours      ../ours/acegate.ndjson       a file of this machine, relative to LIST

A report that cannot be had, or cannot be read, is named and left out; the exit status is then 1. The programs that the
reports are about are not run.
"""
import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

# As much as acegate reads of a report.
MOST_OCTETS = 256 << 20
LIMIT_S = 300


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("acegate")
    parser.add_argument("list", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--html", type=Path)
    options = parser.parse_args()
    reports, left_out = [], []
    with tempfile.TemporaryDirectory(prefix="acegate-collect-") as place:
        for name, source in entries(options.list):
            report = Path(place) / f"{name}.ndjson"
            try:
                fetch(source, report, options.list.parent)
                read = subprocess.run([options.acegate, "report", report, "--quiet"], capture_output=True, text=True, timeout=LIMIT_S)
                if read.returncode not in (0, 1):
                    raise ValueError(read.stderr.strip() or f"acegate report exits with {read.returncode}")
                reports.append(report)
            except (OSError, ValueError, subprocess.SubprocessError) as error:
                left_out.append(f"{name} is left out: {error}")
        if reports:
            html = ["--html", options.html] if options.html else []
            done = subprocess.run([options.acegate, "matrix", "--reports", *reports, "--out", options.out, *html])
            if done.returncode > 1:
                sys.exit(done.returncode)
    print(f"{len(reports)} collected", *left_out, sep="\n", file=sys.stderr)
    sys.exit(1 if left_out else 0)


def entries(path):
    """The names and sources. A name becomes the name of a file, so it is one word."""
    for line in path.read_text("utf-8").splitlines():
        words = line.split("#")[0].split()
        if not words:
            continue
        if len(words) != 2 or not re.fullmatch(r"[a-z0-9][a-z0-9.-]*", words[0]):
            sys.exit(f"{path}: {line!r} is not a name in small letters and a source")
        yield words


def fetch(source, report, folder):
    if source.startswith("https://"):
        with urllib.request.urlopen(source, timeout=60) as answer, report.open("wb") as out:
            octets = answer.read(MOST_OCTETS + 1)
            if len(octets) > MOST_OCTETS:
                raise ValueError(f"{source} has more than 256 MiB")
            out.write(octets)
    elif re.fullmatch(r"[\w-][\w.-]*/[\w-][\w.-]*", source):
        downloaded = report.with_suffix("")
        # The newest run that has such an artifact.
        subprocess.run(["gh", "run", "download", "--repo", source, "--name", "acegate", "--dir", downloaded], check=True, timeout=LIMIT_S)
        shutil.copyfile(downloaded / "acegate.ndjson", report)
    else:
        shutil.copyfile(folder / source, report)


if __name__ == "__main__":
    main()
