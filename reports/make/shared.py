"""What the scripts of this folder share: places, running acegate, reading its reports, writing tables."""

import json
import os
import pathlib
import subprocess

MAKE = pathlib.Path(__file__).resolve().parent
ROOT = MAKE.parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def run(words, statuses=(0,), **options):
    """Runs a command at the root of the repository. Any other exit status is an error with what it said."""
    words = [str(word) for word in words]
    done = subprocess.run(words, cwd=ROOT, **{"capture_output": True, "text": True, **options})
    if done.returncode not in statuses:
        raise RuntimeError(f"{' '.join(words)}: exit status {done.returncode}\n{(done.stderr or '')[-2000:]}")
    return done


def read_events(path):
    """The events of a report file, up to where it was cut off."""
    events = []
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            try:
                events += expanded(json.loads(line))
            except json.JSONDecodeError:
                break
    return events


def check(acegate, *words):
    """The events of a run of `acegate check`."""
    done = run([acegate, "check", *words, "--format", "ndjson"], (0, 1), timeout=1800)
    return [event for line in done.stdout.split("\n") if line for event in expanded(json.loads(line))]


def expanded(line):
    """The events of a line: skipped checks share one."""
    if line["type"] != "skips":
        return [line]
    fields = line["all"]
    cases = []
    for check in line["checks"]:
        # A field that a check does not name has the value of the check before it.
        fields = {**fields, **check}
        case, _, op = check["name"].partition(":")
        cases.append({"type": "case", "case": case, "input": None, "expected": [], "verdict": "skip",
                      "unexpected": False, **fields, "op": check.get("op", op),
                      "elapsed_us": check.get("elapsed_us", 0)})
    return cases


def events_of(kind, events):
    return [event for event in events if event["type"] == kind]


def adapters(acegate):
    """The bundled adapters that can run here, without acegate's own codecs."""
    lines = run([acegate, "implementations"]).stdout.splitlines()
    names = [line.split()[0] for line in lines if line.split()[1:2] == ["runs"]]
    return [name for name in names if name not in ("reference", "plain")]


def code_points(value):
    """A value as integers. An integer above 2^53 - 1 is a string of its digits."""
    return [ord(c) for c in value["t"]] if "t" in value else [int(c) for c in value.get("u", [])]


def table(head, rows):
    """The lines of a table. A column of numbers is set to the right."""
    rows = [list(row) for row in rows]
    numbers = [bool(rows) and all(isinstance(row[at], (int, float)) for row in rows) for at in range(len(head))]
    lines = [head, ["---:" if is_number else "---" for is_number in numbers], *rows]
    return ["| " + " | ".join(str(cell).replace("\n", " ") for cell in line) + " |" for line in lines]


def write(path, lines):
    pathlib.Path(path).write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
