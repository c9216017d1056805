#!/usr/bin/env python3
"""Compares runs of the matrix, and writes the page that says how reliable the matrix is.

    reports/make/field.py ACEGATE FOLDER RUN RUN …

A RUN is a folder with `reports`, the report files of every implementation, and `pages`, what `acegate
matrix --out` made of them. FOLDER has the pages of the first run. The script writes README.md there, and adds
its conformance statement to each page. README.md says how far the runs agree, which adapters are missing and
why, how many checks each implementation of host names ran, and whether the matrix shows the bugs that were
already known (`known.toml`). A statement names the checks that fail, so an implementation with a withheld
finding has none. The exit status is 1 if a verdict differs between two runs, or if the matrix does not show
what is known about an implementation.
"""

import fnmatch
import json
import pathlib
import sys
import tomllib

from shared import MAKE, events_of, read_events, run, table, write

HOST_OPERATIONS = {"to-ascii", "to-unicode"}


def main(acegate, out, *folders):
    out, folders = pathlib.Path(out), [pathlib.Path(folder) for folder in folders]
    known = tomllib.loads((MAKE / "known.toml").read_text())
    runs = [read_run(folder) for folder in folders]
    matrix = json.loads((folders[0] / "pages/matrix.json").read_text())
    withheld = {row["name"] for row in matrix["rows"] if any(it.get("withheld") for it in row["findings"])}
    wrong = [line for number, other in enumerate(runs[1:], 2) for line in differences(runs[0], other, number, withheld)]
    shown, unlike = compare_known(known["said"], matrix)
    for row in matrix["rows"]:
        if row["name"] not in withheld:
            add_statement(acegate, folders[0] / f"reports/{row['name']}.ndjson", out / f"{row['name']}.md")
    write(out / "README.md", page(matrix, runs, wrong, shown, known["elsewhere"]))
    print(*wrong, *unlike, sep="\n", end="\n" if wrong or unlike else "")
    # A library that writes past its memory answers by chance, so its verdicts may differ.
    by_chance = [line for line in wrong if line.split(":")[0] in withheld]
    return 1 if len(by_chance) < len(wrong) or unlike else 0


def read_run(folder):
    """By implementation: when its run began, and its checks that were sent with operation, verdict and kind."""
    found = {}
    for path in sorted((folder / "reports").glob("*.ndjson")):
        events = read_events(path)
        if events and events[-1]["type"] == "run-end":
            found[path.stem] = (events[0], {
                event["name"]: (event["op"], event["verdict"], event.get("failing"), event["unexpected"])
                for event in events_of("case", events) if event["verdict"] != "skip"})
    return found


def differences(first, other, number, withheld):
    """What two runs do not have in common, line by line."""
    for name in sorted({*first, *other}):
        if name not in first or name not in other:
            yield f"{name}: in one of the runs 1 and {number} only"
            continue
        (start, ours), (other_start, theirs) = first[name], other[name]
        if start["suite"] != other_start["suite"]:
            yield f"{name}: the suite differs"
        for check in sorted({*ours, *theirs}):
            if ours.get(check) != theirs.get(check):
                # What a damaged heap does is chance, and the name of a check says its input.
                shown = "a check whose input is withheld" if name in withheld else check
                yield f"{name}: {shown}: {ours.get(check)} in run 1, {theirs.get(check)} in run {number}"


def add_statement(acegate, report, page):
    """Adds the head of the conformance statement to the page of an implementation, its headings one level lower."""
    text = run([acegate, "statement", report]).stdout
    head, *_ = text.partition("\n## Mandatory requirements")
    lines = [f"#{line}" if line.startswith("#") else line for line in head.splitlines()]
    write(page, [page.read_text().rstrip(), "", "## Conformance statement", *lines[1:], "",
                 "`acegate statement` makes the rest of the report file: each requirement with its result."])


def page(matrix, runs, wrong, shown, elsewhere):
    yield from ["# The state of the field", "",
                "This page is made by `reports/make/evidence conformance`. [`matrix.md`](matrix.md) lists every implementation"
                " with its checks, requirements and findings. The page of each implementation ends with the first part of its"
                " conformance statement: the requirements that it fails, and what it claims. If its inputs are withheld, the"
                " page has no statement. [`must-findings.md`](must-findings.md) gives the reason for every must finding.", "",
                f"Suite `{', '.join(matrix['run']['suites'])}`, {', '.join(matrix['run']['days'])}.", "",
                "## Repeated runs", "", f"The matrix was made {len(runs)} times. "
                + (f"{len(wrong)} verdicts differ; the first run is published." if wrong
                   else "Every check has the same verdict each time."), ""]
    yield from table(["run", "begun (UTC)", "implementations", "checks sent", "passed", "must failures", "advisory"],
                     [summary(number, run) for number, run in enumerate(runs, 1)])
    yield from ["", *(f"- {line}" for line in wrong[:20]), *[""] * bool(wrong)]
    if matrix["run"]["absent"]:
        yield from ["## Missing", "", *table(["adapter", "why"], [
            [f"`{name}`", why.replace("|", " ")] for name, why in matrix["run"]["absent"].items()]), ""]
    else:
        yield from ["Every bundled adapter ran.", ""]
    yield from ["## Host names", "", "Checks whose answer depends on the mapping and the character rules of an IDNA"
                " implementation are skipped. An implementation without the rules of STD 3, without errors, or with one"
                " direction only runs fewer checks.", "",
                *table(["implementation", "checks of host names", "must failures", "advisory"], host_level(runs[0])), "",
                "## Bugs that were already known", "", "For these implementations it was known before the matrix was made that they"
                " are correct, or have this bug. The number after a finding is the number of its checks.", "",
                *table(["implementation", "known", "source", "the matrix", "as known"], shown), "",
                "These bugs were known in implementations that are not in the matrix:", "",
                *table(["known", "why it is not in the matrix"], [[entry["says"], entry["why"]] for entry in elsewhere])]


def summary(number, run):
    verdicts = [verdict for _, verdicts in run.values() for verdict in verdicts.values()]
    begun = min(start["date"] for start, _ in run.values())
    passed = sum(verdict == "pass" for _, verdict, *_ in verdicts)
    must = sum(unexpected for *_, unexpected in verdicts)
    return [number, begun, len(run), len(verdicts), passed, must, len(verdicts) - passed - must]


def host_level(run):
    for name, (_, verdicts) in run.items():
        checks = [rest for op, *rest in verdicts.values() if op in HOST_OPERATIONS]
        if checks:
            must = sum(unexpected for *_, unexpected in checks)
            yield [f"`{name}`", len(checks), must, sum(verdict != "pass" for verdict, *_ in checks) - must]


def compare_known(said, matrix):
    """The rows of what was known, and the implementations that show something else."""
    rows = {row["name"]: row["findings"] for row in matrix["rows"]}
    lines, wrong = [], []
    for entry in said:
        name, what = entry["implementation"], f"{entry['implementation']}: {entry['says']}"
        known = [f"`{name}`", entry["says"], entry["source"]]
        if name not in rows:
            wrong.append(f"{what}: it did not run")
            lines.append([*known, "it did not run", "no"])
            continue
        fit = lambda patterns, findings: [it for pattern in patterns for it in findings
                                          if fnmatch.fnmatchcase(it["id"], pattern)]
        must = [it for it in rows[name] if it["counting"]]
        wanted = entry.get("findings", [])
        missing = [pattern for pattern in wanted if not fit([pattern], rows[name])]
        unwanted = must if entry.get("clean") else fit(entry.get("without", []), must)
        wrong += [f"{what}: no {pattern}" for pattern in missing] + [f"{what}: {it['id']}" for it in unwanted]
        show = ", ".join(f"`{it['id']}`, {it['level']}, {it['checks']}" for it in fit(wanted, rows[name]) or unwanted)
        show = show or ("no finding of this kind" if must else "no must finding")
        lines.append([*known, show, "no" if missing or unwanted else "yes"])
    return lines, wrong


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
