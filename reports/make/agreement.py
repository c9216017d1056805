#!/usr/bin/env python3
"""Runs every case against every installed implementation, and lists who agrees.

    reports/make/agreement.py ACEGATE RUST_PEERS [--out FILE] [--update]

RUST_PEERS is the example of that name, for the crates of Rust. FILE is reports/agreement.md where none is
given. With --update it also writes into each case which of them agreed: all those that passed at least one
check of the case and failed none. One that is missing is an error: a report without it would say less than
the one before. The exit status is 1 if acegate's own codecs or a transcription disagree at must.
"""
import argparse
import collections
import pathlib
import re
import sys

from shared import ROOT, check, events_of, run, table, write

# acegate's own two and the transcriptions are all that is at hand for the drafts.
DRAFTS = {"python-transcription-ace": ["utf5", "utf6", "race", "lace"], "python-transcription-uri2dec": ["uri2dec"],
          "python-transcription-enum": ["enum"]}
CODECS = ["punycode", "bootstring", "enum"]
OWN = ["plain", "reference"]
TRANSCRIPTION = "transcription"

# Name in a case, how it is started, and the work that it goes back to. Implementations of one
# lineage count once where independent ones are counted.
IMPLEMENTATIONS = [
    ("transcription", "python-transcription", "the text of RFC 3492 and RFC 3490"),
    ("plain", "plain", "acegate"),
    ("reference", "reference", "acegate"),
    ("python-codec", "python-codec", "CPython"),
    ("node-punycode", "node-punycode", "punycode.js"),
    ("perl-uri-punycode", "perl-uri-punycode", "URI"),
    ("perl-net-idn-punycode", "perl-net-idn-punycode", "Net::IDN::Encode"),
    ("libidn", "libidn", "the sample of RFC 3492, appendix C"),
    ("libidn2", "libidn2", "the sample of RFC 3492, appendix C"),
    ("icu", "icu", "the sample of RFC 3492, appendix C"),
    ("rust-idna", "peer:idna", "rust-url"),
    ("rust-unic-idna-punycode", "peer:unic-idna-punycode", "rust-url"),
    ("rust-punycode", "peer:punycode", "rust-punycode"),
    ("rustc-demangle", "peer:rustc-demangle", "rustc-demangle"),
    ("python-bootstring", "python-bootstring", "PyPI bootstring"),
    ("libidn-host", "libidn-host", "libidn"),
    ("libidn2-host", "libidn2-host", "libidn2"),
    ("python-idna", "python-idna", "PyPI idna"),
    ("dnspython", "dnspython", "dnspython"),
    ("tr46", "tr46", "tr46"),
    ("kamailio", "kamailio", "Kamailio and the C library"),
]
LINEAGE = {name: lineage for name, _, lineage in IMPLEMENTATIONS}

# The answers to these are chance: Net::IDN writes beyond its buffer, and dies of it or not.
CHANCE = {("perl-net-idn-punycode", name) for name in (
    "punycode/long/equal-supplementary-1001:decode", "punycode/long/quadratic-insertions")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("acegate", type=pathlib.Path)
    parser.add_argument("peers", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "reports/agreement.md")
    parser.add_argument("--update", action="store_true", help="write into the cases who agreed")
    options = parser.parse_args()
    runs = {name: Run(name, target, options) for name, target, _ in IMPLEMENTATIONS}
    cases = collections.defaultdict(list)
    for name, asked in runs["reference"].checks.items():
        cases[asked["case"]].append(name)
    write(options.out, page(runs, cases))
    if options.update:
        update(runs, cases, options.acegate)
    wrong = [f"{name}: {summary}" for name in (*OWN, TRANSCRIPTION)
             for summary, level, *_ in runs[name].disagreements() if level == "must"]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


class Run:
    """The version of an implementation, its answers by check, and the findings among them."""

    def __init__(self, name, target, options):
        self.name, self.checks, self.findings = name, {}, []
        self.add(target, CODECS, options)
        for adapter, codecs in DRAFTS.items():
            if name in OWN or name == TRANSCRIPTION:
                self.add(target if name in OWN else adapter, codecs, options)
        verdicts = collections.Counter(answer["verdict"] for answer in self.checks.values())
        self.asked, self.passed = verdicts.total() - verdicts["skip"], verdicts["pass"]
        print(f"{name} {self.version}: {self.passed} of {self.asked}", file=sys.stderr)

    def add(self, target, codecs, options):
        words = ["--cmd", f"'{options.peers.resolve()}' {target[5:]}"] if target.startswith("peer:") else [target]
        words += [word for codec in codecs for word in ("--codec", codec)]
        events = check(options.acegate.resolve(), *words, "--timeout", "60")
        for answer in events_of("case", events):
            if (self.name, answer["name"]) in CHANCE or answer.get("order_dependent"):
                answer["verdict"] = "crash"
            self.checks[answer["name"]] = answer
        self.findings += events_of("finding", events)
        version = events[0]["implementation"]["version"].split()[0]
        version = ".".join(version.split(".")[:2]) if self.name == "python-codec" else version
        self.version = "" if self.name in (*OWN, TRANSCRIPTION) else version

    def verdict(self, name):
        return self.checks[name]["verdict"] if name in self.checks else "skip"

    def disagreements(self):
        """What the findings say: summary, level, clauses, number of checks, one of them."""
        for finding in self.findings:
            yield (finding["summary"], finding["level"], "; ".join(finding["clauses"]), len(finding["checks"]),
                   finding["checks"][0])


def confirming(runs, names):
    """Who passed at least one of these checks and failed none, in the order of the list."""
    verdicts = {name: {run.verdict(check) for check in names} for name, run in runs.items()}
    return [name for name, found in verdicts.items() if "pass" in found and found <= {"pass", "skip"}]


def lineages(names):
    return {LINEAGE[name] for name in names if name not in OWN}


def page(runs, cases):
    yield from ["# Agreement", "",
                "This page is made by `reports/make/evidence agreement`, which runs every case against every installed"
                " implementation. Two rejections agree, whatever their reasons. A crash, a hang or an undocumented exception"
                " agrees with nothing.", "", "## Implementations", ""]
    yield from table(["implementation", "version", "derived from", "checks run", "agrees", "disagrees"], [
        [run.name, run.version, LINEAGE[run.name], run.asked, run.passed, run.asked - run.passed]
        for run in runs.values()])
    yield from ["", "Implementations that are derived from the same code count as one, and the two of acegate do not"
                " count. The transcription is four programs in Python: the bundled adapters `python-transcription` (the"
                " pseudocode of RFC 3492 line for line, and RFC 3490), `python-transcription-ace` (the drafts),"
                " `python-transcription-uri2dec` and `python-transcription-enum`.", "", "## Cases", ""]
    rows = collections.defaultdict(collections.Counter)
    for names in cases.values():
        agreed = confirming(runs, names)
        asked = [name for name, run in runs.items() if any(run.verdict(check) != "skip" for check in names)]
        counted = {"cases": 1, "asked": len(lineages(asked)) >= 3, min(len(lineages(agreed)), 3): 1,
                   "library": bool(lineages(agreed) - {LINEAGE[TRANSCRIPTION]})}
        for place in (runs["reference"].checks[names[0]]["codec"], "all"):
            rows[place].update(counted)
    columns = ["cases", "asked", 3, 2, 1, "library", 0]
    yield from table(["codec", "cases", "run by 3 or more", "agreed by 3 or more", "by 2", "by 1",
                      "of these by a library", "by none"],
                     [[codec, *(rows[codec][key] for key in columns)] for codec in sorted(rows, key=lambda it: (it == "all", it))])
    yield from ["", "## Disagreements", "", "These are the findings of each run, with the clauses that decide them. For libraries in"
                " the matrix, see their pages under [`conformance`](conformance/README.md)."]
    for run in runs.values():
        found = list(run.disagreements())
        if found and not (ROOT / f"reports/conformance/{run.name}.md").exists():
            yield from ["", f"### {run.name}", ""]
            yield from table(["disagreement", "level", "clauses", "checks", "such as"],
                             [[cell.replace("|", "\\|") if isinstance(cell, str) else cell for cell in row] for row in found])


def update(runs, cases, acegate):
    """Writes into each case who agreed; `vectors fmt` puts the line where it belongs."""
    wanted = {case: ", ".join(f'"{name} {runs[name].version}"' if runs[name].version else f'"{name}"'
                              for name in confirming(runs, names)) for case, names in cases.items()}
    for path in sorted({ROOT / check["file"] for check in runs["reference"].checks.values()}):
        lines = path.read_text().splitlines()
        start = lines.index("cases:")
        lines[start:] = [line for line in lines[start:] if not line.startswith("    confirmed:")]
        for at, line in reversed(list(enumerate(lines))):
            if case := re.match(r'  - id: "(.*)"', line):
                lines.insert(at + 1, f"    confirmed: [{wanted[case[1]]}]")
        write(path, lines)
    run([acegate.resolve(), "vectors", "fmt", "vectors"])


if __name__ == "__main__":
    sys.exit(main())
