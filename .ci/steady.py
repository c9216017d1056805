#!/usr/bin/env python3
"""Runs the same check with and without a load on the machine, and compares the verdicts.

    .ci/steady.py [--runs 10] [--load 8] [--out FILE] [IMPLEMENTATION …]

Verdicts must not depend on how busy the machine is. The load is processes that compute without end.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ACEGATE = os.path.join(TARGET, "release", "acegate")


def verdicts(name):
    """The verdict of every check of one run, the exit status, and the seconds."""
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.ndjson")
        begun = time.monotonic()
        status = subprocess.run([ACEGATE, "check", name, "--report", report], timeout=1800,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode
        took = time.monotonic() - begun
        found = {}
        with open(report, encoding="utf-8", newline="\n") as file:
            for line in file:
                event = json.loads(line)
                if event["type"] == "case":
                    found[event["name"]] = event["verdict"]
        return found, status, took


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--load", type=int, default=8)
    parser.add_argument("--out")
    parser.add_argument("--built", action="store_true", help="the program is built already")
    parser.add_argument("implementations", nargs="*", default=[])
    options = parser.parse_args()
    if not options.built:
        subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", "-p", "acegate"],
                       cwd=ROOT, check=True)
    rows, unsteady = [], 0
    for name in options.implementations or ["python-codec"]:
        quiet, status, took = verdicts(name)
        load = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
                for _ in range(options.load)]
        try:
            for number in range(options.runs):
                found, again, loaded = verdicts(name)
                differ = [check for check in quiet if found.get(check) != quiet[check]]
                same = found == quiet and again == status
                unsteady += not same
                text = "the same" if same else f"{len(differ)} differ, such as {differ[:3]}, exit {again}"
                rows.append((name, number + 1, took, loaded, text))
                print(*rows[-1], flush=True)
        finally:
            for process in load:
                process.kill()
                process.wait()
    lines = [
        "# Verdicts under load",
        "",
        "Made by `.ci/evidence steady`. Each run has "
        f"{options.load} processes that compute without end beside it, on {os.cpu_count()} processors.",
        "",
        "| implementation | run | seconds without load | seconds | verdicts |",
        "| --- | --- | --- | --- | --- |",
        *(f"| {name} | {number} | {took:.1f} | {loaded:.1f} | {text} |"
          for name, number, took, loaded, text in rows),
        "",
    ]
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return 1 if unsteady else 0


if __name__ == "__main__":
    sys.exit(main())
