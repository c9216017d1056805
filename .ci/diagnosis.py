#!/usr/bin/env python3
"""Serves every deviation as a program, and counts how many the report names first.

    .ci/diagnosis.py ACEGATE [--every N]

ACEGATE is the built program. It exits with 1 where fewer than 95 of 100 are named first. A deviation
that passes is named, and not counted: "acegate coverage" says which of them should not. Fewer than three
answers name no cause, so a deviation that shows in fewer checks is not counted either.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("acegate")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    # The published table names them: to ask for the coverage takes longer than to serve a sample.
    _, _, table = Path("reports/requirements.md").read_text(encoding="utf-8").partition("\n## Deviations\n")
    rows = [line.split(" | ")[0].strip("| ") for line in table.splitlines() if line.startswith("| ")]
    deviations = rows[2 :: options.every]
    named, served = 0, 0
    passed = []
    for name in deviations:
        serve = f"{options.acegate} serve --deviation {name}"
        with tempfile.NamedTemporaryFile(suffix=".ndjson") as report:
            done = subprocess.run(
                [options.acegate, "check", "--cmd", serve, "--codec", name.split("/")[0],
                 "--details", "0", "--enforce", "may", "--report", report.name],
                stdout=subprocess.DEVNULL, timeout=600)
            with open(report.name, encoding="utf-8") as lines:
                events = [json.loads(line) for line in lines]
        if not events or events[-1]["type"] != "run-end":
            print(f"{name}: not served")
            continue
        end = events[-1]
        if done.returncode == 0:
            passed.append(name)
            continue
        wrong = (count for verdict, count in end["totals"]["verdicts"].items() if verdict not in ("pass", "skip"))
        if sum(wrong) < 3:
            continue
        served += 1
        said = [[like["deviation"], *like.get("or", [])] for like in end.get("behaves_like", [])]
        if said and name in said[0]:
            named += 1
        else:
            print(f"{name}: {said or f'not named, exit {done.returncode}'}")
    print(f"{served} deviations served and caught, {named} named first; passing: {passed or 'none'}")
    return 0 if served > 0 and named >= 0.95 * served else 1


if __name__ == "__main__":
    sys.exit(main())
