#!/usr/bin/env python3
"""Kills acegate at random moments, goes on with its report file, and compares the reports.

    .ci/resume.py [--program FILE] [--kills N] [--seed N] [--out FILE]

The implementation is a known fault that `acegate serve` serves, over the whole Punycode suite. Each
round kills one run, and in every third round the run that goes on, too. The last run comes to its end.
Its report file, and what is rendered of it, must be those of a run that was never killed, apart from
times. The file must hold each check once. It builds the release program unless one is given.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FAULTS = ["punycode/leading-delimiter-consumed", "punycode/decoder-wraps-at-32-bits", "punycode/truncation-crashes"]
FORMATS = ["text", "json", "junit", "markdown", "sarif"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out")
    arguments = parser.parse_args()
    program = arguments.program or build()
    choice = random.Random(arguments.seed)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for fault in FAULTS:
            rounds = arguments.kills // len(FAULTS) + (fault == FAULTS[0]) * (arguments.kills % len(FAULTS))
            rows.append(check(os.path.abspath(program), fault, rounds, choice, folder))
    text = render(rows, arguments)
    if arguments.out:
        with open(os.path.join(ROOT, arguments.out), "w", encoding="utf-8") as file:
            file.write(text)
    print(text, end="")
    sys.exit(any(row["wrong"] for row in rows))


def build():
    subprocess.run(["cargo", "build", "--release", "--locked", "--quiet"], cwd=ROOT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
    return os.path.join(target, "release", "acegate")


def check(program, fault, kills, choice, folder):
    """Kills runs of one fault, and compares what they become."""
    path = os.path.join(folder, fault.replace("/", "-") + ".ndjson")
    words = [program, "check", "--cmd", f"'{program}' serve --deviation {fault}", "--codec", "punycode",
             "--resume", path]
    begun = time.monotonic()
    status = subprocess.run(words, stdout=subprocess.DEVNULL).returncode
    assert status in (1, 3), f"{fault}: exit status {status}"
    length = time.monotonic() - begun
    whole = (timeless(path), rendered(program, path))
    row = {"fault": fault, "kills": kills, "before": 0, "inside": 0, "after": 0, "wrong": []}
    for number in range(kills):
        if os.path.exists(path):
            os.remove(path)
        for _ in range(2 if number % 3 == 2 else 1):
            process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(choice.uniform(0, length))
            process.kill()
            process.wait()
        lines = open(path, "rb").read().count(b"\n") if os.path.exists(path) else 0
        place = "before" if lines == 0 else "after" if lines >= len(whole[0]) else "inside"
        row[place] += 1
        ended = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if ended.returncode != status:
            row["wrong"].append(f"round {number}: exit status {ended.returncode}: {ended.stderr}")
        elif (timeless(path), rendered(program, path)) != whole:
            row["wrong"].append(f"round {number}: the report differs after {lines} lines")
    return row


def timeless(path):
    """The events of a report file without times."""
    events = [json.loads(line) for line in open(path, encoding="utf-8")]
    for event in events:
        for field in ("date", "elapsed_us"):
            event.pop(field, None)
        if "cost" in event:
            event["cost"].pop("lost_us")
    names = [event["name"] for event in events if event["type"] == "case"]
    assert len(names) == len(set(names)), "a check has two results"
    return events


def rendered(program, path):
    """The report in every format, of a file without times."""
    still = path + ".still"
    with open(path, encoding="utf-8") as old, open(still, "w", encoding="utf-8") as new:
        for line in old:
            event = json.loads(line)
            event.update({field: 0 for field in ("elapsed_us",) if field in event})
            event.update({field: "" for field in ("date",) if field in event})
            if "cost" in event:
                event["cost"]["lost_us"] = 0
            new.write(json.dumps(event) + "\n")
    reports = [subprocess.run([program, "report", still, "--format", name], capture_output=True, check=True)
               for name in FORMATS]
    return [report.stdout for report in reports]


def render(rows, arguments):
    lines = [
        "# Runs that were killed and went on", "",
        f"Made by `.ci/resume.py --kills {arguments.kills} --seed {arguments.seed}`.", "",
        "acegate was killed (SIGKILL) at a random moment of a run, in every third round a second time while it "
        "went on, and started again with `--resume`. The report file at the end, and what is rendered of it as "
        f"{', '.join(FORMATS)}, were compared with those of a run that was never killed, apart from times.", "",
        "| served fault | rounds | killed before the first event | inside | after the last | another report |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        lines.append("| `{fault}` | {kills} | {before} | {inside} | {after} | {0} |".format(len(row["wrong"]), **row))
    wrong = [what for row in rows for what in row["wrong"]]
    return "\n".join(lines + [""] * bool(wrong) + [f"- {what}" for what in wrong]) + "\n"


if __name__ == "__main__":
    main()
