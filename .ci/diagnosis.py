#!/usr/bin/env python3
"""Serves every deviation as a program, and counts how many the report names first.

    .ci/diagnosis.py ACEGATE [--every N]

ACEGATE is the built program. It exits with 1 where fewer than 95 of 100 are named first, or where
a deviation that is not equivalent passes.
"""

import argparse
import json
import subprocess
import sys
import tempfile


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("acegate")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    cover = subprocess.run([options.acegate, "coverage", "--format", "json"],
                           capture_output=True, check=True, text=True).stdout
    deviations = json.loads(cover)["deviations"][:: options.every]
    named, served = 0, 0
    passed = []
    for deviation in deviations:
        name = deviation["id"]
        serve = f"{options.acegate} serve --deviation {name}"
        with tempfile.NamedTemporaryFile(suffix=".ndjson") as report:
            done = subprocess.run(
                [options.acegate, "check", "--cmd", serve, "--codec", name.split("/")[0],
                 "--details", "0", "--enforce", "may", "--report", report.name],
                stdout=subprocess.DEVNULL, timeout=120)
            with open(report.name, encoding="utf-8") as lines:
                *_, end = map(json.loads, lines)
        if done.returncode == 0:
            passed.append(name)
            continue
        served += 1
        said = [[like["deviation"], *like.get("or", [])] for like in end.get("behaves_like", [])]
        if said and name in said[0]:
            named += 1
        else:
            print(f"{name}: {said or f'not named, exit {done.returncode}'}")
    print(f"{served} deviations served and caught, {named} named first; passing: {passed or 'none'}")
    equivalent = {d["id"] for d in deviations if d.get("equivalent")}
    return 0 if named >= 0.95 * served and set(passed) <= equivalent else 1


if __name__ == "__main__":
    sys.exit(main())
