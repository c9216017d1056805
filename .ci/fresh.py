#!/usr/bin/env python3
"""Holds the diagnosis of each bundled adapter to fresh inputs.

    .ci/fresh.py ACEGATE [--inputs N] [--before FILE] [--out FILE] [ADAPTER ...]

ACEGATE is the built program. Each adapter that can run is checked. N inputs that no vector holds are
then put to the library, and to the reference with the deviations that the report names. `--before` is
an earlier file of this script: its failures, findings and explained failures are shown, too. The exit
status is 1 where fewer than 85 of 100 failures are explained, or where fewer than 95 of 100 answers
that are not the reference's are those of the deviations.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

OPERATIONS = ("decode", "encode", "to-ascii", "to-unicode")


class Reference:
    """The reference, which says what is right."""

    def __init__(self, acegate):
        self.child = subprocess.Popen([acegate, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      text=True)
        self.put({"type": "hello", "protocol": [1]})

    def put(self, message):
        self.child.stdin.write(json.dumps(message) + "\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())

    def answer(self, op, text):
        return self.put({"id": 1, "codec": "punycode", "op": op, "params": {}, "in": {"u": list(text)}})

    def encode(self, text):
        return points(self.answer("encode", text)["ok"])

    def end(self):
        self.child.stdin.close()
        self.child.wait(timeout=10)


def points(value):
    return list(map(ord, value["t"])) if "t" in value else value.get("u", [])


class Inputs:
    def __init__(self, reference):
        self.reference, self.dice = reference, random.Random(1)

    def text(self):
        pools = [(0x61, 0x7A), (0x20, 0x7E), (0x80, 0x24F), (0x3040, 0x9FFF), (0xD7F0, 0xE010),
                 (0x1F600, 0x1F650)]
        return [self.dice.randint(*self.dice.choice(pools)) for _ in range(self.dice.randint(1, 8))]

    def code(self):
        text = [c for c in self.text() if not 0xD800 <= c < 0xE000]
        code = self.reference.encode(text)
        for _ in range(self.dice.randint(0, 3)):
            at = self.dice.randint(0, len(code))
            change = self.dice.randint(0, 3)
            new = [ord(self.dice.choice("-abz059_ !=&.AZ"))] if change < 2 else []
            code[at:] = new + code[at + change % 2:] if change < 3 else []
        return code

    def label(self):
        if self.dice.random() < 0.7:
            return [ord(c) for c in "xn--"] + self.code()
        return [ord(self.dice.choice("abz0-")) for _ in range(self.dice.randint(0, 70))]

    def input(self, op):
        if op == "decode":
            return self.code()
        if op == "encode":
            return self.text()
        labels = [self.label() if op == "to-unicode" else
                  [ord(self.dice.choice("abü日-Az")) for _ in range(self.dice.randint(0, 9))]
                  for _ in range(self.dice.randint(1, 3))]
        return sum(([ord(".")] + label for label in labels), [])[1:]


class Fresh:
    """Files of cases with fresh inputs and the answers of the reference, one for each operation."""

    def __init__(self, folder, reference, count):
        self.folder, inputs = folder, Inputs(reference)
        self.cases = {op: [case(op, number, inputs.input(op), reference) for number in range(count)]
                      for op in OPERATIONS}

    def options(self, ops, count):
        """The options that put so many inputs, the same number to each of these operations."""
        options = []
        for op in ops:
            each = count // len(ops)
            path = self.folder / f"{op}-{each}.yaml"
            if not path.exists():
                path.write_text("\n".join([*HEAD, *self.cases[op][:each]]), encoding="utf-8")
            options += ["--only-vectors", str(path)]
        return options


HEAD = ["format: 1", "codec: punycode", 'document: "RFC 3492"', "theme: fresh", 'summary: "Fresh inputs."',
        "cases:"]


def case(op, number, text, reference):
    def value(code_points):
        return '{ u: "%s" }' % " ".join("U+%04X" % c for c in code_points)

    reply = reference.answer(op, text)
    expect = ("{ ok: %s }" % value(points(reply["ok"])) if "ok" in reply
              else "{ error: [%s] }" % reply["error"]["kind"])
    return "\n".join([f'  - id: "punycode/fresh/{op}-{number}"', '    clause: "6"', "    requirements: []",
                      "    level: must", f"    op: {op}", f"    input: {value(text)}",
                      f"    expect: {expect}", "    origin: derived", ""])


def run(acegate, implementation, *options):
    """The events of a check."""
    with tempfile.NamedTemporaryFile(suffix=".ndjson") as report:
        subprocess.run([acegate, "check", *implementation, "--enforce", "may", "--quiet", "--report",
                        report.name, *options],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=1800)
        return [json.loads(line) for line in open(report.name, encoding="utf-8")]


def is_failure(event):
    return event["type"] == "case" and event["verdict"] not in ("pass", "skip", "not-run")


def told_apart(event):
    """The answer in an event, so that two can be compared: one refusal is like another."""
    seen = event["observed"]
    return tuple(points(seen["ok"])) if "ok" in seen else next(k for k in ("error", "fault") if k in seen)


def examine(acegate, adapter, fresh, count):
    events = run(acegate, [adapter])
    if not events:
        return None
    failed = {event["name"] for event in events if is_failure(event)}
    found = [event for event in events if event["type"] == "finding"]
    explained = {name for event in found if event["cause"] not in ("unexplained", "fault")
                 for name in event["checks"]}
    ops = sorted({event["op"] for event in events if event["type"] == "case" and event["verdict"] != "skip"})
    likes = [like["deviation"] for like in events[-1].get("behaves_like", [])]
    named = [name for name in likes if name.startswith("punycode/")]
    options = fresh.options([op for op in OPERATIONS if op in ops], count)
    if not options:
        return [adapter, len(failed), len(found), len(explained & failed), len(likes), 0, 0, 0, 0]
    own = {e["case"]: e for e in run(acegate, [adapter], *options) if e["type"] == "case"}
    serve = f"{acegate} serve" + (f" --deviation {'+'.join(named)}" if named else "")
    like = {e["case"]: e for e in run(acegate, ["--cmd", serve], *options) if e["type"] == "case"}
    asked = [c for c in own if own[c]["verdict"] not in ("skip", "not-run")]
    wrong = [c for c in asked if is_failure(own[c])]
    same = [c for c in wrong if told_apart(own[c]) == told_apart(like[c])]
    against = [c for c in asked if not is_failure(own[c]) and is_failure(like[c])]
    return [adapter, len(failed), len(found), len(explained & failed), len(likes), len(asked), len(wrong),
            len(same), len(against)]


def table(head, rows):
    sums = ["all"] + [sum(row[column] for row in rows) for column in range(1, len(head))]
    return ["| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * len(head), *rows, sums]], sums


def before(path):
    """The first four columns of an earlier table, by adapter."""
    cells = [line.strip("| \n").split(" | ") for line in open(path, encoding="utf-8") if line.startswith("| ")]
    return {row[0]: list(map(int, row[1:4])) for row in cells[2:-1]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("acegate")
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--before", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("adapters", nargs="*")
    options = parser.parse_args()
    listed = subprocess.run([options.acegate, "implementations"], capture_output=True, check=True, text=True)
    can_run = [line.split()[0] for line in listed.stdout.splitlines() if line.split()[1:2] == ["runs"]]
    adapters = options.adapters or [name for name in can_run if name not in ("reference", "plain")]
    reference = Reference(options.acegate)
    with tempfile.TemporaryDirectory() as folder:
        fresh = Fresh(Path(folder), reference, options.inputs)
        reference.end()
        rows = {}
        for adapter in adapters:
            rows[adapter] = examine(options.acegate, adapter, fresh, options.inputs)
            print(rows[adapter] or f"{adapter} did not start", file=sys.stderr, flush=True)
    missing = [adapter for adapter, row in rows.items() if row is None]
    rows = [row for row in rows.values() if row and (row[1] or row[6])]
    head = ["adapter", "failures", "findings", "explained", "deviations named", "fresh inputs",
            "other than the reference", "as the deviations", "right, deviations wrong"]
    lines, sums = table(head, rows)
    if options.before:
        old = before(options.before)
        now = [[row[0], *old.get(row[0], [0, 0, 0]), *row[1:4]] for row in rows]
        head = ["adapter", "failures before", "findings before", "explained before", "failures", "findings",
                "explained"]
        lines += ["", "Before and after:", "", *table(head, now)[0]]
    text = "\n".join(["# Diagnosis of the bundled adapters", "",
                      "Adapters with a failure. A failure is explained if a deviation, a limit of length or "
                      "state explains it. Fresh inputs are of the operations of Punycode that an adapter has.", "",
                      *lines, "", *[f"Not installed here: {', '.join(missing)}.", ""] * bool(missing)])
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    explains = sums[3] >= 0.85 * sums[1]
    agrees = sums[7] >= 0.95 * sums[6] and sums[8] <= 0.01 * sums[6]
    return 0 if explains and agrees else 1


if __name__ == "__main__":
    sys.exit(main())
