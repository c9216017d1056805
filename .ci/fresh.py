#!/usr/bin/env python3
"""Holds the diagnosis of each bundled adapter to fresh inputs.

    .ci/fresh.py ACEGATE [--inputs N] [--out FILE] [ADAPTER ...]

ACEGATE is the built program. Each adapter that can run is checked. The deviations that the report
names are served together, and N inputs that no vector holds are put to the library, to them and to
the reference. It exits with 1 where fewer than 85 of 100 failures are explained, or where fewer
than 95 of 100 answers that are not the reference's are those of the deviations.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ADAPTERS = Path(__file__).parent.parent / "conformance" / "adapters"


class Program:
    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.DEVNULL, text=True)
        self.hello = self.put({"type": "hello", "protocol": [1]})

    def put(self, message):
        self.child.stdin.write(json.dumps(message) + "\n")
        self.child.stdin.flush()
        return json.loads(self.child.stdout.readline())

    def ask(self, op, text):
        plain = all(c < 0x110000 and not 0xD800 <= c < 0xE000 for c in text)
        value = {"t": "".join(map(chr, text))} if plain else {"u": text}
        reply = self.put({"id": 1, "codec": "punycode", "op": op, "params": {}, "in": value})
        for kind in ("error", "skip", "crash"):
            if kind in reply:
                return kind
        ok = reply["ok"]
        return tuple(map(ord, ok["t"])) if "t" in ok else tuple(ok.get("u", ()))

    def end(self):
        self.child.stdin.close()
        self.child.wait(timeout=10)


class Inputs:
    def __init__(self, reference):
        self.reference, self.dice = reference, random.Random(1)

    def text(self):
        pools = [(0x61, 0x7A), (0x20, 0x7E), (0x80, 0x24F), (0x3040, 0x9FFF), (0xD7F0, 0xE010),
                 (0x1F600, 0x1F650)]
        return [self.dice.randint(*self.dice.choice(pools)) for _ in range(self.dice.randint(1, 8))]

    def code(self):
        text = [c for c in self.text() if not 0xD800 <= c < 0xE000]
        code = list(self.reference.ask("encode", text))
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

    def any(self, ops):
        op = self.dice.choice(ops)
        if op == "decode":
            return op, self.code()
        if op == "encode":
            return op, self.text()
        labels = [self.label() if op == "to-unicode" else
                  [ord(self.dice.choice("abü日-Az")) for _ in range(self.dice.randint(0, 9))]
                  for _ in range(self.dice.randint(1, 3))]
        return op, sum(([ord(".")] + label for label in labels), [])[1:]


def examine(acegate, adapter, inputs):
    with tempfile.NamedTemporaryFile(suffix=".ndjson") as report:
        subprocess.run([acegate, "check", adapter, "--codec", "punycode", "--enforce", "may",
                        "--details", "0", "--report", report.name],
                       stdout=subprocess.DEVNULL, timeout=600)
        events = [json.loads(line) for line in open(report.name, encoding="utf-8")]
    failed = {e["name"] for e in events
              if e["type"] == "case" and e["verdict"] not in ("pass", "skip")}
    likes = events[-1].get("behaves_like", [])
    explained = failed & {name for like in likes for name in like["checks"]}
    manifest = (ADAPTERS / adapter / "manifest.yaml").read_text(encoding="utf-8")
    run = json.loads(re.search(r"^run: (\[.*\])", manifest, re.M).group(1))
    library = Program([word.replace("{folder}", str(ADAPTERS / adapter)) for word in run])
    reference = Program([acegate, "serve"])
    named = [like["deviation"] for like in likes if like["deviation"].startswith("punycode/")]
    served = Program([acegate, "serve", *(["--deviation", "+".join(named)] if named else [])])
    source = Inputs(reference)
    wrong = same = against = 0
    for _ in range(inputs):
        op, text = source.any(library.hello["codecs"]["punycode"]["ops"])
        own, right, like = (p.ask(op, text) for p in (library, reference, served))
        if own == "skip":
            continue
        wrong += own != right
        same += own != right and own == like
        against += own == right != like
    for program in (library, reference, served):
        program.end()
    return [adapter, len(failed), len(explained), len(likes), wrong, same, against]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("acegate")
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--out", type=Path)
    parser.add_argument("adapters", nargs="*", default=[
        "icu", "libidn", "libidn-host", "libidn2", "libidn2-host", "node-punycode",
        "perl-net-idn-punycode", "perl-uri-punycode", "python-bootstring", "python-codec",
        "python-idna"])
    options = parser.parse_args()
    rows = [examine(options.acegate, adapter, options.inputs) for adapter in options.adapters]
    sums = ["all"] + [sum(row[column] for row in rows) for column in range(1, 7)]
    head = ["adapter", "failures", "explained", "deviations named", "other than the reference",
            "as the deviations", "right, deviations wrong"]
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in [head, ["---"] * 7, *rows, sums]]
    text = "\n".join(["# Diagnosis of the bundled adapters", "",
                      f"The last three columns count answers to {options.inputs} fresh inputs.",
                      "", *lines, ""])
    print(text)
    if options.out:
        options.out.write_text(text, encoding="utf-8")
    explains = sums[2] >= 0.85 * sums[1]
    agrees = sums[5] >= 0.95 * sums[4] and sums[6] <= 0.01 * sums[4]
    return 0 if explains and agrees else 1


if __name__ == "__main__":
    sys.exit(main())
