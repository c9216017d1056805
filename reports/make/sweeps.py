#!/usr/bin/env python3
"""Sweeps the bundled libraries of host names, and shows what a check knew of each finding.

    reports/make/sweeps.py ACEGATE KEPT [--libraries FOLDER] [--out FILE] [NAME …]

KEPT is the folder of the report files; a sweep whose file is there goes on or is used as it is. With names, only
these libraries are swept, and the page keeps what it says of the others. Every must finding is repeated by calling the library directly, without adapter, line protocol and acegate, as
`directly.py` does. The exit status is 1 if one does not show again, or has no sentence.
"""

import argparse
import datetime
import json
import pathlib
import re
import sys
import tempfile
import tomllib

from directly import Direct, environment, sentence_for, settings, shown_again
from shared import MAKE, TARGET, adapters, check, code_points, events_of, run, table, write

# Every code point of planes 0 and 1, in every frame.
CHOICE = ["--codec", "uts46", "--op", "to-ascii", "--planes", "0,1"]
NOTHING_RAN = 4


def swept(acegate, name, kept):
    """The report of a sweep; `None` if the library has no names of UTS #46."""
    file = kept / f"{name}.ndjson"
    if not file.exists() or '"sweep-end"' not in file.read_text(encoding="utf-8")[-200_000:]:
        done = run([acegate, "sweep", name, *CHOICE, "--quiet", "--resume", file], (0, 1, 3, NOTHING_RAN), timeout=7200)
        if done.returncode == NOTHING_RAN:
            file.unlink()
            return None
    report = json.loads(run([acegate, "report", file, "--format", "json"], timeout=3600).stdout)
    return {**report, "date": datetime.date.fromtimestamp(file.stat().st_mtime).isoformat()}


def known_to_check(finding, events):
    """What a check says of a finding: the same simulated bug, or failures with one of its code points."""
    causes = {found["id"] for found in events_of("finding", events) if found["unexpected"]}
    bug = finding.get("deviation")
    if bug and f"deviation/{bug}" in causes:
        return "the same cause"
    failing = [case for case in events_of("case", events) if case["unexpected"] and case["codec"] == "uts46"]
    inside = lambda point: any(first <= point <= last for first, last in finding["ranges"])
    # Every name has letters of ASCII, so they tell something only of a finding that has nothing else.
    is_ascii = all(last <= 0x7F for _, last in finding["ranges"])
    same = sum(any(inside(point) for point in code_points(case["input"]) if is_ascii or point > 0x7F) for case in failing)
    return f"{same} failures with such code points" if same else "nothing"


def reason_for(name, finding, sentences):
    """The sentence of the document that a finding breaks."""
    if finding.get("deviation"):
        return sentence_for(name, "deviation/" + finding["deviation"], sentences)
    if "rule" in finding:
        return f"{finding['clause']}: {finding['rule']}"
    return sentence_for(name, finding["id"], sentences)


def repeated(name, finding, has, direct, libraries):
    """How the example shows when the library is called directly."""
    event = {**finding["check"], "expected": [finding["check"]["expected"]]}
    event["verdict"] = event["observed"].get("fault", "fail")
    variables = environment(name, libraries, settings(event, has))
    return shown_again(event, direct.command(name, event), variables, crashes=False)


def page(rows, findings, versions):
    yield from ["# Sweeps", "",
                "This page is made by `reports/make/evidence sweeps`. [A sweep](../conformance/guides/sweep.md) puts every code"
                f" point into names with one hole: here with `{' '.join(CHOICE)}`. The last column but one says what"
                " `acegate check` finds of the same. The script `reports/make/sweeps.py` repeats the example of each finding at"
                " must by calling the library directly, without adapter and line protocol.", "",
                "## Libraries", ""]
    yield from table(["library", "version", "date", "names", "Unicode", "at must", "below"], versions)
    yield from ["", "## Findings at must", ""]
    yield from table(["library", "code points", "answer", "example", "cause", "check knew", "called directly"], rows)
    yield from ["", "## Why no interpretation allows them", ""]
    for (cause, reason), names in sorted(findings.items()):
        yield from [f"- {cause}. {reason} Seen in: {', '.join(f'`{name}`' for name in sorted(names))}."]


def cells(line):
    """The cells of a line of a table; none if it is no line about a library."""
    inner = line.removeprefix("| ").removesuffix(" |").split(" | ")
    return [int(cell) if cell.isdigit() else cell for cell in inner] if line.startswith("| `") else []


def kept_of_page(page, names):
    """What a page says of other libraries: the rows of findings, the reasons with their libraries, and the versions."""
    rows, reasons, versions = [], {}, []
    others = lambda row: row and row[0].strip("`") not in names
    parts = re.split(r"^## .*$", page, flags=re.MULTILINE)
    if len(parts) == 4:
        _, libraries, findings, sentences = parts
        versions = [row for row in map(cells, libraries.splitlines()) if others(row)]
        rows = [row for row in map(cells, findings.splitlines()) if others(row)]
        for cause, reason, seen in re.findall(r"^- (.*?)\. (.*) Seen in: (.*)\.$", sentences, re.MULTILINE):
            if left := set(re.findall(r"`(.*?)`", seen)) - set(names):
                reasons[cause, reason] = left
    return rows, reasons, versions


def shown(text):
    return "`" + text.replace("|", "\\|").replace("`", "'") + "`"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("acegate")
    parser.add_argument("kept", type=pathlib.Path)
    parser.add_argument("--libraries", default=TARGET / "libraries")
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    options.kept = options.kept.resolve()
    options.kept.mkdir(parents=True, exist_ok=True)
    sentences = tomllib.loads((MAKE / "must-findings.toml").read_text())["sentences"]
    rows, reasons, versions, wrong = [], {}, [], []
    order = adapters(options.acegate)
    if options.names and options.out and options.out.exists():
        rows, reasons, versions = kept_of_page(options.out.read_text(encoding="utf-8"), options.names)
    with tempfile.TemporaryDirectory() as place:
        direct = Direct(place)
        for name in options.names or order:
            report = swept(options.acegate, name, options.kept)
            if report is None:
                continue
            must = [finding for finding in report["findings"] if finding["counts"]]
            others = [finding for finding in report["findings"] if not finding["counts"]]
            unicode = next((it["title"].split(";")[0].removeprefix("its tables are of ") for it in others
                            if it["cause"] == "version"), "as the reference")
            versions.append([f"`{name}`", report["implementation"]["version"], report["date"],
                             report["names"] if report["whole"] else f"{report['names']}, not all", unicode,
                             len(must), len(others)])
            events = check(options.acegate, name, "--codec", "uts46") if must else []
            has = events[0]["codecs"].get("uts46", {}).get("params", {}) if must else {}
            for finding in must:
                how = repeated(name, finding, has, direct, options.libraries)
                reason = reason_for(name, finding, sentences)
                if how is None or reason is None:
                    wrong.append(f"{name}: {finding['id']}: {'no sentence' if how else 'does not show again'}")
                cause = f"`{finding['deviation']}`" if "deviation" in finding else finding["title"]
                example = f"{finding['example']} gives {finding['observed']}, expected {finding['expected']}"
                rows.append([f"`{name}`", finding["code_points"], "; ".join(finding["ways"]), shown(example), cause,
                             known_to_check(finding, events), how or "not again"])
                key = cause if "deviation" in finding else "; ".join(finding["ways"]).capitalize()
                reasons.setdefault((key, reason or "No sentence."), set()).add(name)
            print(f"{name}: {len(must)} at must", flush=True)
    if options.out:
        places = {f"`{name}`": place for place, name in enumerate(order)}
        place_of = lambda row: places.get(row[0], len(places))
        write(options.out, page(sorted(rows, key=place_of), reasons, sorted(versions, key=place_of)))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
