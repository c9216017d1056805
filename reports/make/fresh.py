#!/usr/bin/env python3
"""Tests the diagnosis of each bundled adapter on fresh inputs.

    reports/make/fresh.py ACEGATE [--inputs N] [--out FILE] [ADAPTER …]

Each adapter that can run is checked. N inputs that no vector has are then run against the library, and
the reference with the deviations that the report names. The exit status is 1 where fewer than 85 of 100
failures are explained, or where fewer than 95 of 100 answers that are not the reference's are the answers of
the deviations.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile

from shared import adapters, check, code_points, events_of, table, write

OPERATIONS = ("decode", "encode", "to-ascii", "to-unicode")
POOLS = [(0x61, 0x7A), (0x20, 0x7E), (0x80, 0x24F), (0x3040, 0x9FFF), (0xD7F0, 0xE010), (0x1F600, 0x1F650)]


class Inputs:
    """Random inputs, with the answers of the reference, which says what is right."""

    def __init__(self, acegate):
        self.child = subprocess.Popen([acegate, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask({"type": "hello", "protocol": [1]})
        self.dice = random.Random(1)

    def ask(self, message):
        self.child.stdin.write(json.dumps(message) + "\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())

    def answer(self, op, text):
        return self.ask({"id": 1, "codec": "punycode", "op": op, "params": {}, "in": {"u": list(text)}})

    def end(self):
        self.child.stdin.close()
        self.child.wait(timeout=10)

    def text(self):
        return [self.dice.randint(*self.dice.choice(POOLS)) for _ in range(self.dice.randint(1, 8))]

    def code(self):
        """The code of a text, with up to three places changed."""
        code = code_points(self.answer("encode", [c for c in self.text() if not 0xD800 <= c < 0xE000])["ok"])
        for _ in range(self.dice.randint(0, 3)):
            at, change = self.dice.randint(0, len(code)), self.dice.randint(0, 3)
            new = [ord(self.dice.choice("-abz059_ !=&.AZ"))] if change < 2 else []
            code[at:] = new + code[at + change % 2:] if change < 3 else []
        return code

    def label(self, op):
        if op == "to-ascii":
            return [ord(self.dice.choice("abü日-Az")) for _ in range(self.dice.randint(0, 9))]
        if self.dice.random() < 0.7:
            return [ord(c) for c in "xn--"] + self.code()
        return [ord(self.dice.choice("abz0-")) for _ in range(self.dice.randint(0, 70))]

    def input(self, op):
        if op in ("decode", "encode"):
            return self.code() if op == "decode" else self.text()
        labels = [self.label(op) for _ in range(self.dice.randint(1, 3))]
        return sum(([ord(".")] + label for label in labels), [])[1:]

    def case(self, op, number):
        value = lambda points: '{ u: "%s" }' % " ".join("U+%04X" % c for c in points)
        text = self.input(op)
        reply = self.answer(op, text)
        expect = ("{ ok: %s }" % value(code_points(reply["ok"])) if "ok" in reply
                  else "{ error: [%s] }" % reply["error"]["kind"])
        return "\n".join([f'  - id: "punycode/fresh/{op}-{number}"', '    clause: "6"', "    requirements: []",
                          "    level: must", f"    op: {op}", f"    input: {value(text)}",
                          f"    expect: {expect}", "    origin: derived", ""])


HEAD = ["format: 1", "codec: punycode", 'document: "RFC 3492"', "theme: fresh", 'summary: "Fresh inputs."', "cases:"]


def is_failure(event):
    return event["verdict"] not in ("pass", "skip", "not-run")


def answer_of(event):
    """The answer in an event, so that two can be compared: one refusal is like another.

    An event leaves out an answer that is the expected one.
    """
    seen = event.get("observed", event["expected"][0])
    return tuple(code_points(seen["ok"])) if "ok" in seen else next(k for k in ("error", "fault") if k in seen)


class Examination:
    def __init__(self, acegate, folder, count):
        self.acegate, self.folder, self.count = acegate, folder, count
        inputs = Inputs(acegate)
        self.cases = {op: [inputs.case(op, number) for number in range(count)] for op in OPERATIONS}
        inputs.end()

    def vectors(self, ops):
        """The options that run the fresh inputs, the same number for each of these operations."""
        for op in ops:
            path = self.folder / f"{op}-{len(ops)}.yaml"
            write(path, [*HEAD, *self.cases[op][:self.count // len(ops)]])
            yield from ["--only-vectors", path]

    def row(self, adapter):
        ask = lambda *words: check(self.acegate, *words, "--enforce", "may")
        events = ask(adapter)
        asked, found = events_of("case", events), events_of("finding", events)
        failed = {event["name"] for event in asked if is_failure(event)}
        explained = {name for event in found if event["cause"] not in ("unexplained", "in-part", "fault") for name in event["checks"]}
        likes = [like["deviation"] for like in events[-1].get("behaves_like", [])]
        row = [adapter, len(failed), len(found), len(explained & failed), len(likes)]
        ops = {event["op"] for event in asked if event["codec"] == "punycode" and event["verdict"] != "skip"}
        options = list(self.vectors([op for op in OPERATIONS if op in ops]))
        if not options:
            return [*row, 0, 0, 0, 0]
        named = [name for name in likes if name.startswith("punycode/")]
        serve = f"{self.acegate} serve" + (f" --deviation {'+'.join(named)}" if named else "")
        own, like = ({event["case"]: event for event in events_of("case", ask(*words, *options))}
                     for words in ([adapter], ["--cmd", serve]))
        asked = [case for case in own if own[case]["verdict"] not in ("skip", "not-run")]
        wrong = [case for case in asked if is_failure(own[case])]
        same = sum(answer_of(own[case]) == answer_of(like[case]) for case in wrong)
        against = sum(not is_failure(own[case]) and is_failure(like[case]) for case in asked)
        return [*row, len(asked), len(wrong), same, against]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("acegate", type=pathlib.Path)
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("adapters", nargs="*")
    options = parser.parse_intermixed_args()
    options.acegate = options.acegate.resolve()
    rows, missing = [], []
    with tempfile.TemporaryDirectory() as folder:
        examination = Examination(options.acegate, pathlib.Path(folder), options.inputs)
        for adapter in options.adapters or adapters(options.acegate):
            try:
                rows.append(examination.row(adapter))
                print(rows[-1], file=sys.stderr, flush=True)
            except RuntimeError as error:
                missing.append(adapter)
                print(error, file=sys.stderr, flush=True)
    rows = [row for row in rows if row[1] or row[6]]
    sums = ["all", *(sum(row[column] for row in rows) for column in range(1, 9))]
    lines = ["# Diagnosis of the bundled adapters", "", "This page is made by `reports/make/evidence diagnosis`. It lists the"
             " adapters that fail a check. A failure is explained if a known bug, a length limit or state between requests"
             " explains it. Fresh inputs are random inputs for the Punycode operations of the adapter, to which the library,"
             " the reference and the simulation of its known bugs all answer.", "",
             *table(["adapter", "failures", "findings", "explained", "known bugs named", "fresh inputs",
                     "differs from the reference", "same as simulated", "right where simulated is wrong"], [*rows, sums]),
             *["", f"Not installed here: {', '.join(missing)}."] * bool(missing)]
    write(options.out, lines) if options.out else print(*lines, sep="\n")
    explains = sums[3] >= 0.85 * sums[1]
    agrees = sums[7] >= 0.95 * sums[6] and sums[8] <= 0.01 * sums[6]
    return 0 if explains and agrees else 1


if __name__ == "__main__":
    sys.exit(main())
