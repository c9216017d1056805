#!/usr/bin/env python3
"""Puts every case to every implementation at hand, and says who agrees.

Writes reports/agreement.md. With --update it also writes into each case which of them agreed: all
those that passed at least one check of the case and failed none.

The implementations are acegate's own two, the bundled adapters, and the crates of the example
rust_peers. `pip install idna==3.13 bootstring==1.0.1` gives the two Python packages, and the Debian
packages libidn12, libidn2-0, libicu72, liburi-perl, libnet-idn-encode-perl, python3-dnspython and
nodejs the rest. One
that is missing is an error: a report without it would say less than the one before.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODECS = ["punycode", "bootstring", "enum"]
# The codecs of which acegate's own two and the transcriptions are all that is at hand.
DRAFTS = {"python-transcription-ace": ["utf5", "utf6", "race", "lace"], "python-transcription-uri2dec": ["uri2dec"],
          "python-transcription-enum": ["enum"]}
OWN = ["plain", "reference"]
TRANSCRIPTION = "transcription"

# Name in a case, how it is started, and the work that it goes back to. Implementations of one
# lineage count once where independent ones are counted.
IMPLEMENTATIONS = [
    ("transcription", "python-transcription", "the text of RFC 3492 and RFC 3490"),
    ("plain", None, "acegate"),
    ("reference", None, "acegate"),
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
]
LINEAGE = {name: lineage for name, _, lineage in IMPLEMENTATIONS}

# The answers to these are chance: Net::IDN writes beyond its buffer, and dies of it or not.
CHANCE = {("perl-net-idn-punycode", check) for check in (
    "punycode/long/equal-supplementary-1001:decode", "punycode/long/quadratic-insertions")}

# Disagreements are settled by the clause, in this order: the first rule that fits. Each has a title,
# the clause with what it says, and whether it is about this check and this answer.
SETTLED = [
    ("enum: what is no number", "RFC 6116, 3.7: only numbers of E.164 are looked up, which 3.1 writes with a plus sign; ITU-T "
     "E.164, 6.2: they have 15 digits at most. dnspython leaves that to its caller: it drops every character that is no "
     "digit of some script, and counts none.",
     lambda case, got: case["op"] == "to-domain" and not works(case)),
    ("enum: the longest group", "IEEE Std 1003.1, 9.1: each part of the match, from left to right, is as long as it can be. glibc "
     "takes the first alternative that leads to the longest match; musl follows the rule.",
     lambda case, got: case["case"] == "enum/expressions/longest-choice"),
    ("enum: separators", "RFC 6116, 3.1: hyphens and the like are not a part of the number.",
     lambda case, got: case["op"] == "to-domain"),
    ("enum: the tree alone", "RFC 6116, 3.2: the domain of a number has the labels of its digits; the tree itself is of no number.",
     lambda case, got: case["op"] == "to-number" and kind(case) == "empty"),
    ("nothing after the literal part", "RFC 3492, 6.2: the delimiter \"may be the last thing\", and an input that is "
     "exhausted ends the procedure; 6.3 writes the delimiter after any basic code points. Rust's v0 mangling "
     "writes no such identifiers, which its own rules say, not the RFC.",
     lambda case, got: case["op"] == "decode" and "ok" not in got and works(case)
     and (not text(case["input"]) or text(case["input"])[-1] in "-_+")),
    ("no delimiter after basic text", "RFC 3492, 6.3: the basic code points are copied in order, followed by a "
     "delimiter if there are any (3.1 says \"if and only if\").",
     lambda case, got: case["op"] == "encode" and works(case) and "ok" in got
     and text(case["expected"][0]["ok"]) == text(got["ok"]) + "-"),
    ("length", "RFC 3492 knows no longest string: section 6.4 bounds the integers alone. These libraries end sooner, "
     "because their check against overflow looks at more than it must, or because they write beyond their buffer.",
     lambda case, got: "ok" not in got and size(case) > 500 and works(case)),
    ("basic code points beside letters, digits and hyphens", "RFC 3492, 3.1 and 6.2: every basic code point is "
     "literal; the rules for host names are not Punycode's business (section 5).",
     lambda case, got: not host(case) and works(case)
     and re.search(r"[\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", text(case["input"]))),
    ("capital digits", "RFC 3492, 5: \"A-Z\" and \"a-z\" have the same digit-values, and a decoder must recognise both.",
     lambda case, got: case["op"] == "decode" and "ok" not in got and works(case)
     and re.search("[A-Z]", text(case["input"]))),
    ("basic code points inserted", "RFC 3492, 6.2, the statement in braces: with an initial n among the basic code "
     "points, inserting one must fail.", lambda case, got: kind(case) == "basic-inserted"),
    ("leading delimiter", "RFC 3492, 6.2: the delimiter is consumed only if more than zero code points were consumed "
     "before it, so that a leading one is taken for a digit, which it is not.",
     lambda case, got: kind(case) == "bad-digit" and re.match("(xn--)?[-_+]", text(case["input"]))),
    ("host: labels kept", "RFC 3490, 4.2: ToUnicode never fails, but gives back the label that is in doubt, as libidn "
     "does. The operation `to-unicode` reports the refusal instead, which distinguishes a wrong label from a right one.",
     lambda case, got: host(case) and "ok" in got and text(got["ok"]) == text(case["input"])
     and "xn--" in text(case["input"]).lower()),
    ("host: letter case", "RFC 3490, 4.1, step 2, and 4.2: capitals are folded by Nameprep or by the rules of IDNA2008. "
     "The cases are about the layer without either, where a label keeps its letters (RFC 3492, section 5).",
     lambda case, got: host(case) and works(case) and re.search("[A-Z]", text(case["input"]))),
    ("host: characters", "RFC 3490, 4.2, or RFC 5892 on single characters: the library refuses or keeps a label for a "
     "character of its text. The cases are about the layer below, which does not look.",
     lambda case, got: host(case) and works(case)),
    ("host: empty labels", "RFC 1034, 3.1: no label but the root's is empty. RFC 3490, 4.1, step 8, asks for 1 to 63 "
     "characters, so that neither an empty label nor an empty payload after the prefix passes.",
     lambda case, got: host(case) and kind(case) == "empty"),
    ("host: lengths", "RFC 1035, 2.3.4: 63 octets a label and 255 a name. RFC 3490, 4.2, verifies a decoded label by "
     "encoding it again, which fails over 63.", lambda case, got: host(case) and kind(case) == "too-long"),
    ("host: letters, digits, hyphens", "RFC 3490, 4.1, step 3, with UseSTD3ASCIIRules: nothing else in ASCII. Not all "
     "libraries apply it where no label is encoded.",
     lambda case, got: host(case) and kind(case) in ("not-ldh", "hyphen")),
    ("host: prefix", "RFC 3490, 4.1, step 5: a label to be encoded does not begin with the prefix; 4.2, steps 6 and 7: "
     "what is decoded encodes to the same label.", lambda case, got: host(case) and kind(case) == "bad-prefix"),
    ("surrogates", "RFC 3492, 5, is about code points of Unicode text; surrogates are parts of UTF-16, not "
     "characters. The sample implementation does not test for them, so refusing them is a should; at must they are "
     "refused or kept as they are, and no pair becomes one code point.",
     lambda case, got: kind(case) == "surrogate"),
    ("beyond Unicode", "RFC 3492, 5 and 6.2: there is no code point above 10FFFF to insert, which is a should; at must "
     "such a number is refused or exactly itself.",
     lambda case, got: kind(case) == "out-of-range"),
    ("overflow", "RFC 3492, 6.4: what the integers cannot hold must be refused, not wrapped around. Where they are "
     "wider, exactly the right number may come out (section 5); to refuse one above 10FFFF is a should.",
     lambda case, got: kind(case) == "overflow" or "/any-width/" in case["case"]),
    ("literals that are not basic", "RFC 3492, 6.2: copy them to the output, \"fail on any non-basic code point\".",
     lambda case, got: kind(case) == "not-basic"),
    ("foreign digits", "RFC 3492, 6.2: \"fail if it has none\": only letters and figures have digit-values (section 5).",
     lambda case, got: kind(case) == "bad-digit"),
    ("truncated", "RFC 3492, 6.2: \"consume a code point, or fail if there was none to consume\". The package bootstring "
     "runs over the end of its input with an IndexError, which its documentation does not name.",
     lambda case, got: kind(case) == "truncated"),
]


def main():
    options = arguments()
    acegate, peers = options.acegate and options.acegate.resolve(), options.peers and options.peers.resolve()
    if not acegate or not peers:
        acegate, peers = build()
    runs, versions = {}, {}
    for name, target, _ in IMPLEMENTATIONS:
        versions[name], runs[name] = run(acegate, name, target, peers, CODECS)
        for adapter, codecs in DRAFTS.items():
            if name in (*OWN, TRANSCRIPTION):
                runs[name].update(run(acegate, name, adapter if target else None, peers, codecs)[1])
        print(f"{name} {versions[name]}: {collections.Counter(r['verdict'] for r in runs[name].values())}", file=sys.stderr)
    checks = runs["reference"]
    for found in runs.values():  # no library has another codec
        for check, asked in checks.items():
            found.setdefault(check, {**asked, "verdict": "skip", "observed": {}})
    cases = collections.defaultdict(list)
    for check in checks.values():
        cases[check["case"]].append(check["name"])
    unsettled = [(n, check) for n, found in runs.items() for check, r in found.items()
                 if r["verdict"] != "skip" and r["verdict"] != "pass" and settlement(r) is None]
    for name, check in unsettled:
        print(f"not settled by any clause: {name} on {check}", file=sys.stderr)
    options.out.write_text(report(runs, versions, checks, cases))
    if options.update:
        update(runs, versions, checks, cases)
    return 1 if unsettled else 0


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--acegate", type=pathlib.Path, help="the program; built where it or --peers is left out")
    parser.add_argument("--peers", type=pathlib.Path, help="the example rust_peers")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "reports" / "agreement.md")
    parser.add_argument("--update", action="store_true", help="write into the cases who agreed")
    return parser.parse_args()


def build():
    for what in (["--bin", "acegate"], ["--example", "rust_peers"]):
        subprocess.run(["cargo", "build", "--release", "-p", "acegate", *what], cwd=ROOT, check=True)
    release = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release"
    return release / "acegate", release / "examples" / "rust_peers"


def run(acegate, name, target, peers, codecs):
    """The version of an implementation and its answers by check."""
    words = [name] if target is None else [f"conformance/adapters/{target}/manifest.yaml"]
    if target is not None and target.startswith("peer:"):
        words = ["--cmd", f"'{peers}' {target.removeprefix('peer:')}"]
    for codec in codecs:
        words += ["--only-vectors", f"vectors/{codec}"]
    done = subprocess.run([acegate, "check", *words, "--format", "ndjson", "--timeout", "60"],
                          cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    events = [json.loads(line) for line in done.stdout.split("\n") if line]
    answers = {event["name"]: event for event in events if event["type"] == "case"}
    for check, answer in answers.items():
        if (name, check) in CHANCE or answer.get("order_dependent"):
            answer["verdict"] = "crash"
    if done.returncode not in (0, 1) or not answers:
        sys.exit(f"{name} could not be asked (exit status {done.returncode}):\n{done.stderr}")
    version = next(event["implementation"]["version"] for event in events if event["type"] == "run-start")
    if name in (*OWN, TRANSCRIPTION):
        return "", answers
    version = version.split()[0]
    return ".".join(version.split(".")[:2]) if name == "python-codec" else version, answers


def text(value):
    """A value as text, where it is one."""
    if "t" in value:
        return value["t"]
    # An integer above 2^64 - 1 is a string of its digits.
    return "".join(chr(c) if isinstance(c, int) and c <= 0x10FFFF else "\ufffd" for c in value.get("u", ()))


def size(check):
    return max(len(text(check["input"])), *(len(text(e["ok"])) for e in check["expected"] if "ok" in e), 0, 0)


def works(check):
    """Whether the case wants a value, or likes one best."""
    return "ok" in check["expected"][0]


def kind(check):
    """Why the case wants a refusal."""
    return check["expected"][0].get("error", [None])[0]


def host(check):
    return check["op"] in ("to-ascii", "to-unicode")


def settlement(result):
    observed = result.get("observed", {})
    return next((title for title, _, fits in SETTLED if fits(result, observed)), None)


def confirming(runs, names):
    """Who passed at least one of these checks and failed none, in the order of the list."""
    found = []
    for name, _, _ in IMPLEMENTATIONS:
        verdicts = [runs[name][check]["verdict"] for check in names]
        if "pass" in verdicts and all(v in ("pass", "skip") for v in verdicts):
            found.append(name)
    return found


def asked(runs, names):
    return [n for n, _, _ in IMPLEMENTATIONS if any(runs[n][check]["verdict"] != "skip" for check in names)]


def lineages(names):
    return {LINEAGE[name] for name in names if name not in OWN}


def why_no_library(check):
    """Why no library can be asked about a check."""
    params = check.get("params", {})
    if check["file"].split("/")[-2] not in CODECS:
        return "uri2dec, UTF-5, UTF-6, RACE and LACE, of which no library is at hand"
    if check["op"] == "rewrite":
        return "records of ENUM, which the libraries at hand read and do not apply"
    if params.get("annotation"):
        return "annotated, and no library with annotation can hold it"
    if "width" in params:
        return f"integers of {params['width']} bits"
    if host(check):
        return "host names without IDNA's mapping, of characters or shapes that IDNA maps, refuses or cannot hold"
    if any(c > 0x10FFFF for c in check["input"].get("u", ())):
        return "numbers above 10FFFF as input"
    return "parameters that no library takes"


def report(runs, versions, checks, cases):
    lines = ["# Agreement", "",
             "Made by `.ci/agreement.py`. Every case is put to every",
             "implementation at hand; a refusal agrees with a refusal, whatever the reason that is given. A crash, a hang and an",
             "exception that a library does not document agree with nothing.", "",
             "## Implementations", "",
             "| implementation | version | goes back to | checks asked | agrees | disagrees |", "| --- | --- | --- | ---: | ---: | ---: |"]
    for name, _, lineage in IMPLEMENTATIONS:
        verdicts = collections.Counter(r["verdict"] for r in runs[name].values())
        total = sum(verdicts.values()) - verdicts["skip"]
        lines.append(f"| {name} | {versions[name]} | {lineage} | {total} | {verdicts['pass']} | {total - verdicts['pass']} |")
    lines += ["", "Independent implementations are counted by what they go back to, acegate's own two left out. The",
              "transcription is four programs in Python, the bundled adapters `python-transcription` (the pseudocode of RFC",
              "3492 line for line, and RFC 3490), `python-transcription-ace` (the drafts), `python-transcription-uri2dec` and",
              "`python-transcription-enum`.", "",
              "## Cases", "",
              "| file | cases | asked of 3 or more | agreed by 3 or more | by 2 | by 1 | of these by a library | by none |",
              "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"]
    files = collections.defaultdict(list)
    for case, names in cases.items():
        files[checks[names[0]]["file"].removeprefix("vectors/")].append(case)
    totals = collections.Counter()
    for file in sorted(files):
        row = collections.Counter()
        for case in files[file]:
            agreed = confirming(runs, cases[case])
            count = len(lineages(agreed))
            row["cases"] += 1
            row["asked"] += len(lineages(asked(runs, cases[case]))) >= 3
            row[min(count, 3)] += 1
            row["library"] += bool(lineages(agreed) - {LINEAGE[TRANSCRIPTION]})
        totals += row
        lines.append(f"| {file} | " + " | ".join(str(row[key]) for key in ("cases", "asked", 3, 2, 1, "library", 0)) + " |")
    lines += ["| all | " + " | ".join(str(totals[key]) for key in ("cases", "asked", 3, 2, 1, "library", 0)) + " |", "",
              "### Checks asked, by file and implementation", "",
              "| file | " + " | ".join(n for n, _, _ in IMPLEMENTATIONS if n not in OWN) + " |",
              "| --- |" + " ---: |" * (len(IMPLEMENTATIONS) - len(OWN))]
    for file in sorted(files):
        names = [check for case in files[file] for check in cases[case]]
        counts = [sum(runs[n][check]["verdict"] != "skip" for check in names) for n, _, _ in IMPLEMENTATIONS if n not in OWN]
        lines.append(f"| {file} | " + " | ".join(map(str, counts)) + " |")
    lines += ["", "## What no library can be asked", "",
              "Of these checks the transcription alone is an independent opinion.", "", "| checks | why |", "| ---: | --- |"]
    libraries = [n for n, _, _ in IMPLEMENTATIONS if n not in (*OWN, TRANSCRIPTION)]
    alone = collections.Counter(why_no_library(check) for name, check in checks.items()
                                if all(runs[n][name]["verdict"] == "skip" for n in libraries))
    lines += [f"| {count} | {why} |" for why, count in sorted(alone.items(), key=lambda item: (-item[1], item[0]))]
    lines += ["", "## Disagreements", "",
              "Every check on which at least one implementation disagrees with the suite, under the clause that settles it.",
              "None of them goes against the transcription, and none against acegate's own two."]
    if any(r["verdict"] != "pass" for n in (*OWN, TRANSCRIPTION) for r in runs[n].values() if r["verdict"] != "skip"):
        lines.pop()
    for title, says, _ in [*SETTLED, (None, "", None)]:
        rows = collections.defaultdict(list)
        for name, _, _ in IMPLEMENTATIONS:
            for check, result in runs[name].items():
                if result["verdict"] not in ("pass", "skip") and settlement(result) == title:
                    rows[check].append(name)
        if rows:
            lines += ["", f"### {title or 'not settled'}", "", says, "", "| check | who disagrees |", "| --- | --- |"]
            lines += [f"| {check} | {', '.join(rows[check])} |" for check in sorted(rows)]
    return "\n".join(lines) + "\n"


def update(runs, versions, checks, cases):
    """Writes into each case who agreed: in the place of the old line, or after the origin."""
    wanted = {}
    for case, names in cases.items():
        listed = ", ".join(f'"{n} {versions[n]}"' if versions[n] else f'"{n}"' for n in confirming(runs, names))
        wanted[case] = f"    confirmed: [{listed}]\n"
    for file in sorted({check["file"] for check in checks.values()}):
        path, case, out = ROOT / file, None, []
        for line in path.read_text().splitlines(keepends=True):
            started = re.match(r'  - id: "(.*)"', line)
            case = started[1] if started else case
            if line.startswith("    confirmed:"):
                continue
            out.append(line)
            if line.startswith("    origin:"):
                out.append(wanted[case])
        path.write_text("".join(out))


if __name__ == "__main__":
    sys.exit(main())
