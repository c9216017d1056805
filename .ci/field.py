#!/usr/bin/env python3
"""Compares runs of the matrix, and writes the page that says what the matrix rests on.

    .ci/field.py --acegate PROGRAM --out FOLDER RUN RUN …

A RUN is a folder with `reports`, the report files of every implementation, and `pages`, what `acegate
matrix --out` made of them. FOLDER gets README.md and the conformance statements. The page says how far
the runs agree, which adapters are missing and why, how much every implementation of host names was
asked, and whether each shows what was known of it (`known.toml`). A statement names the checks that
fail, so an implementation with a withheld finding has none. The exit status is 1 if the verdicts or the
pages of two runs differ, or if an implementation is not what is known of it.
"""

import argparse
import fnmatch
import json
import os
import subprocess
import sys
import tomllib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
HOST_OPERATIONS = {"to-ascii", "to-unicode"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--acegate", required=True)
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    with open(os.path.join(ROOT, ".ci", "known.toml"), "rb") as file:
        known = tomllib.load(file)
    runs = [read_run(folder) for folder in options.runs]
    with open(os.path.join(options.runs[0], "pages", "matrix.json"), encoding="utf-8") as file:
        matrix = json.load(file)
    withheld = {row["name"] for row in matrix["rows"] if any(it.get("withheld") for it in row["findings"])}
    wrong = [line for folder, run in zip(options.runs[1:], runs[1:])
             for line in differences(options.runs[0], runs[0], folder, run, withheld)]
    chance = sorted({name for folder in options.runs[1:] for name in by_chance(options.runs[0], folder, withheld)})
    shown, unlike = compare_known(known["said"], matrix)
    stated = [row["name"] for row in matrix["rows"] if row["name"] not in withheld]
    for name in stated:
        write_statement(options, name)
    lines = [*head(matrix), *repetitions(runs, wrong, chance), *absent(matrix), *host_level(runs[0], matrix),
             *what_was_known(shown, known["elsewhere"]), *statements(stated)]
    with open(os.path.join(options.out, "README.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    wrong += unlike
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


def read_run(folder):
    """By implementation: its checks that were sent, with their verdicts, and when the run began."""
    found = {}
    place = os.path.join(folder, "reports")
    for name in sorted(os.listdir(place)):
        verdicts, start, is_whole = {}, {}, False
        with open(os.path.join(place, name), encoding="utf-8", newline="\n") as file:
            for line in file:
                # Most lines are checks that cannot be asked.
                if '"verdict":"skip"' in line:
                    continue
                try:
                    event = json.loads(line)
                except json.JSONDecodeError:
                    break  # the run was cut off
                if event["type"] == "run-start":
                    start = event
                elif event["type"] == "case":
                    verdicts[event["name"]] = (event["op"], event["verdict"], event.get("failing"), event["unexpected"])
                is_whole = event["type"] == "run-end"
        if is_whole:
            found[name.removesuffix(".ndjson")] = (start, verdicts)
    return found


def differences(first_folder, first, folder, run, withheld):
    """What two runs do not have in common, line by line. A run that was stopped has no pages, and less reports."""
    is_stopped = not os.path.exists(os.path.join(folder, "pages", "matrix.json"))
    for name in sorted({*first, *run}):
        if name not in first or name not in run:
            if not is_stopped:
                yield f"{name}: in one of {first_folder} and {folder} alone"
            continue
        (start, ours), (other_start, theirs) = first[name], run[name]
        if start["suite"] != other_start["suite"]:
            yield f"{name}: the suite differs"
        for check in sorted({*ours, *theirs}):
            verdicts = ours.get(check), theirs.get(check)
            if verdicts[0] != verdicts[1]:
                # What a damaged heap does is chance, and the name of a check says its input.
                check = "a check whose input is withheld" if name in withheld else check
                yield f"{name}: {check}: {verdicts[0]} in {first_folder}, {verdicts[1]} in {folder}"
    if is_stopped:
        return
    chance = by_chance(first_folder, folder, withheld)
    for name in pages_that_differ(first_folder, folder):
        if name not in chance:
            yield f"{name}: the pages of {first_folder} and {folder} differ"


def pages_that_differ(*folders):
    pages = [os.path.join(folder, "pages") for folder in folders]
    if not all(map(os.path.isdir, pages)):
        return []
    names = sorted(set().union(*map(os.listdir, pages)))
    return [name for name in names if len({read_bytes(os.path.join(place, name)) for place in pages}) > 1]


def by_chance(first_folder, folder, withheld):
    """The pages that may differ: of a library with a damaged heap, whether a crash comes alone, too, is chance."""
    differ = pages_that_differ(first_folder, folder)
    own = [name for name in differ if name.rpartition(".")[0] in withheld]
    return [*own, *(name for name in differ if own and name.startswith("matrix."))]


def read_bytes(path):
    if not os.path.exists(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def write_statement(options, name):
    report = os.path.join(options.runs[0], "reports", f"{name}.ndjson")
    with open(os.path.join(options.out, statement_of(name)), "wb") as file:
        subprocess.run([options.acegate, "statement", report], stdout=file, check=True)


def statement_of(name):
    return f"{name}-statement.md"


def statements(names):
    links = [f"[`{name}`]({statement_of(name)})" for name in names]
    return ["", "## Statements", "", "A conformance statement says of each requirement whether it was verified. A statement"
            " names the checks that fail, so an implementation whose inputs are withheld has none.", "", ", ".join(links)]


def head(matrix):
    return ["# The state of the field", "",
            "Made by `.ci/evidence conformance`. [`matrix.md`](matrix.md) has every implementation with"
            " its checks, requirements and findings, and a page for each; [`must-findings.md`](must-findings.md) has what"
            " every must finding rests on.", "",
            f"Suite `{', '.join(matrix['run']['suites'])}`, {', '.join(matrix['run']['days'])}.", ""]


def repetitions(runs, wrong, chance):
    if wrong:
        result = f"{len(wrong)} verdicts and pages differ; the first run is published."
    elif chance:
        names = ", ".join(f"`{name}`" for name in chance)
        result = (f"Every check has the same verdict each time. The pages are the same, octet for octet, but for {names}: of"
                  " a library with a damaged heap, whether a crash comes alone, too, is chance.")
    elif all(len(run) == len(runs[0]) for run in runs):
        result = "Every check has the same verdict each time, and the pages are the same, octet for octet."
    else:
        result = ("Every check has the same verdict each time. A run with fewer implementations was stopped, and is"
                  " compared as far as it came.")
    lines = ["## The same again", "", f"The matrix was made {len(runs)} times. {result}",
             "", "| run | begun (UTC) | implementations | checks sent | passed | must failures | advisory |",
             "| ---: | --- | ---: | ---: | ---: | ---: | ---: |"]
    for number, run in enumerate(runs, 1):
        verdicts = [verdict for _, verdicts in run.values() for verdict in verdicts.values()]
        begun = min(start["date"] for start, _ in run.values())
        passed = sum(verdict == "pass" for _, verdict, *_ in verdicts)
        must = sum(unexpected for *_, unexpected in verdicts)
        lines.append(f"| {number} | {begun} | {len(run)} | {len(verdicts)} | {passed} | {must} |"
                     f" {len(verdicts) - passed - must} |")
    return [*lines, "", *(f"- {line}" for line in wrong[:20]), *([""] if wrong else [])]


def absent(matrix):
    missing = matrix["run"]["absent"]
    if not missing:
        return ["Every bundled adapter ran.", ""]
    return ["## Missing", "", "| adapter | why |", "| --- | --- |",
            *(f"| `{name}` | {why.replace('|', ' ')} |" for name, why in missing.items()), ""]


def host_level(run, matrix):
    lines = ["## Host names", "",
             "What an implementation of IDNA decides by its mapping and its rules for characters is not asked. One that has"
             " no rules of STD 3, no refusals or one direction alone is asked less.", "",
             "| implementation | checks of host names | must failures | advisory |", "| --- | ---: | ---: | ---: |"]
    for row in matrix["rows"]:
        checks = [rest for op, *rest in run[row["name"]][1].values() if op in HOST_OPERATIONS]
        if checks:
            must = sum(unexpected for *_, unexpected in checks)
            failed = sum(verdict != "pass" for verdict, *_ in checks)
            lines.append(f"| `{row['name']}` | {len(checks)} | {must} | {failed - must} |")
    return [*lines, ""]


def compare_known(said, matrix):
    """The rows of what was known, and the implementations that show something else."""
    rows = {row["name"]: row for row in matrix["rows"]}
    lines, wrong = [], []
    for entry in said:
        name = entry["implementation"]
        what = f"{name}: {entry['says']}"
        if name not in rows:
            wrong.append(f"{what}: it did not run")
            lines.append(f"| `{name}` | {entry['says']} | {entry['source']} | it did not run | |")
            continue
        findings = rows[name]["findings"]
        must = [it for it in findings if it["counting"]]
        fitting = [it for pattern in entry.get("findings", []) for it in findings if fnmatch.fnmatchcase(it["id"], pattern)]
        missing = [pattern for pattern in entry.get("findings", [])
                   if not any(fnmatch.fnmatchcase(it["id"], pattern) for it in findings)]
        unwanted = must if entry.get("clean") else [
            it for it in must if any(fnmatch.fnmatchcase(it["id"], pattern) for pattern in entry.get("without", []))]
        wrong += [f"{what}: no {pattern}" for pattern in missing] + [f"{what}: {it['id']}" for it in unwanted]
        show = ", ".join(f"`{it['id']}`, {it['level']}, {it['checks']}" for it in fitting or unwanted)
        is_so = not missing and not unwanted
        lines.append(f"| `{name}` | {entry['says']} | {entry['source']} |"
                     f" {show or ('no must finding' if not must else 'no finding of this kind')} | {'yes' if is_so else 'no'} |")
    return lines, wrong


def what_was_known(shown, elsewhere):
    return ["## What was known before", "",
            "Before the matrix was made, it was known of these implementations that they are clean, or faulty in this way."
            " The number is that of the checks of a finding.", "",
            "| implementation | known | by | the matrix | as known |", "| --- | --- | --- | --- | --- |", *shown, "",
            "Known of others, which the matrix does not have:", "", "| known | why it is not here |", "| --- | --- |",
            *(f"| {entry['says']} | {entry['why']} |" for entry in elsewhere)]


if __name__ == "__main__":
    sys.exit(main())
