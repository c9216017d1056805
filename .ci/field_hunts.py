#!/usr/bin/env python3
"""Hunts every bundled adapter for a time, beside what the suite finds, and repeats what is new.

    .ci/field_hunts.py FOLDER [--acegate PROGRAM] [--time 60s] [--jobs 2] [--out FILE] [NAME …]

For each adapter: `check` makes a baseline; `hunt --baseline` asks for the time, and its findings that
count are those whose cause no check of the suite shows; `--emit` writes them as vectors; `check` puts
these vectors to the adapter again. A vector cannot hold what is wrong only after other requests. Beside the
page, the folder with its name has the vectors by library, so that anyone can put them to `check`. FOLDER
keeps the files: `again/NAME.ndjson` are the reports of the new vectors, which `.ci/directly.py
FOLDER/again` repeats by calling the libraries. With names, these alone are hunted; the page is about all
whose files are in FOLDER. The exit status is 1 if a vector does not fail in `check`, other than a crash: it
may be chance whether a library that writes past its memory ends the program.
"""

import argparse
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# The reference and its models are what the others are compared with. Kamailio has a page of its own.
LEFT_OUT = {"reference", "plain", "kamailio"}


def run(words, statuses):
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=1800)
    if done.returncode not in statuses:
        raise RuntimeError(f"{' '.join(words)}: exit status {done.returncode}\n{done.stderr[-2000:]}")
    return done


def events(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def must(path):
    """The findings of a report that count."""
    return [event for event in events(path) if event["type"] == "finding" and event["unexpected"]]


def of_suite(path):
    """The findings at must of the report of a run that made a baseline."""
    return [event for event in events(path) if event["type"] == "finding" and event["level"] == "must"]


def failing(path):
    """The names of the checks that count."""
    return {event["name"] for event in events(path) if event["type"] == "case" and event["unexpected"]}


def examples(path):
    """The names of those that fail without other requests before them."""
    after = {event["name"] for event in events(path) if event.get("order_dependent")}
    return failing(path) - after


def place(folder, name):
    """The files of an adapter."""
    endings = {"check": ".ndjson", "base": ".yaml", "hunt": ".ndjson", "found": "", "again": ".ndjson"}
    return {kind: os.path.join(folder, kind, name + ending) for kind, ending in endings.items()}


def hunt(name, options):
    """Checks and hunts an adapter, and checks it again with the vectors of the hunt."""
    at = place(options.folder, name)
    for path in (at["base"], at["hunt"], at["again"], at["check"], *glob.glob(os.path.join(at["found"], "*"))):
        if os.path.exists(path):
            os.remove(path)
    quiet = ["--quiet", "--details", "0"]
    run([options.acegate, "check", name, "--report", at["check"], "--baseline", at["base"], "--update-baseline",
         "--reason", "found by the suite", *quiet], (0, 1))
    known = ["--baseline", at["base"]] if os.path.exists(at["base"]) else []
    run([options.acegate, "hunt", name, "--seed", "1", "--time", options.time, "--emit", at["found"], "--report",
         at["hunt"], *known, *quiet], (0, 1))
    files = sorted(glob.glob(os.path.join(at["found"], "*.yaml")))
    if files and must(at["hunt"]):
        vectors = [word for file in files for word in ("--only-vectors", file)]
        run([options.acegate, "check", name, *vectors, "--report", at["again"], *quiet], (0, 1))
    print(f"{name}: {len(of_suite(at['check']))} findings of the suite, {len(must(at['hunt']))} new", flush=True)


def row(name, folder):
    """The row of an adapter, from its files."""
    at = place(folder, name)
    hunted = events(at["hunt"])
    asked = next(int(match[1]) for match in (re.match(r"asked (\d+) requests", text) for text in hunted[-1]["remarks"])
                 if match)
    vectors, new = examples(at["hunt"]), must(at["hunt"])
    again = events(at["again"]) if vectors and new else []
    right = {event["name"] for event in again if event["type"] == "case" and event["verdict"] in ("pass", "skip")}
    missing = vectors & right
    crashing = {event["name"] for event in hunted if event["type"] == "case" and event["verdict"] == "crash"}
    return {"name": name, "asked": asked, "suite": len(of_suite(at["check"])), "new": new, "vectors": len(vectors),
            "fail": len(vectors) - len(missing), "missing": sorted(missing - crashing),
            "crashing": len(missing & crashing), "after": len(failing(at["hunt"]) - vectors)}


def page(rows, failed, options):
    """The report."""
    new = [row for row in rows if row["new"]]
    yield from ["# Hunts of the field", "", "Made by `.ci/evidence hunts`: `.ci/field_hunts.py` says how.", "",
                f"{len(rows)} implementations were hunted for {options.time} each, with seed 1 and one instance. "
                f"{len(new)} have findings at must whose cause no check of the suite shows: "
                f"{sum(len(row['new']) for row in new)} findings, {sum(row['vectors'] for row in new)} vectors, "
                f"of which {sum(row['fail'] for row in new)} fail in `check`. {sum(row['after'] for row in new)} more "
                "wrong answers depend on earlier requests, which a vector cannot hold. Crashes that did not show again "
                f"in `check`: {sum(row['crashing'] for row in new)}. It may be chance whether a library that writes past "
                "its memory ends the program.", "",
                "| implementation | requests | must findings of the suite | new must findings | vectors that fail |",
                "| --- | ---: | ---: | ---: | ---: |"]
    yield from (f"| `{row['name']}` | {row['asked']} | {row['suite']} | {len(row['new'])} | "
                f"{row['fail']} of {row['vectors']} |" for row in rows)
    yield from ["", "## New findings", ""]
    for row in new:
        for finding in row["new"]:
            yield f"- `{row['name']}`: {finding['summary']} Clauses: {'; '.join(finding['clauses'])}."
    if failed:
        yield from ["", "## Not hunted", "", *(f"- `{name}`: {why.splitlines()[0]}" for name, why in failed)]


def keep_vectors(names, options):
    """Copies the vectors of the libraries with new findings to the folder beside the page."""
    folder = os.path.splitext(options.out)[0]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in names:
        for path in glob.glob(os.path.join(place(options.folder, name)["found"], "*.yaml")):
            shutil.copy(path, os.path.join(folder, f"{name}.{os.path.basename(path)}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=os.path.abspath)
    parser.add_argument("--acegate", type=os.path.abspath, default=os.path.join(ROOT, "target", "dist", "acegate"))
    parser.add_argument("--time", default="60s")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    for path in place(options.folder, "").values():
        os.makedirs(os.path.dirname(path), exist_ok=True)
    listed = run([options.acegate, "implementations"], (0,)).stdout.splitlines()
    names = options.names or [line.split()[0] for line in listed
                              if re.match(r"[a-z0-9-]+ +runs ", line) and line.split()[0] not in LEFT_OUT]
    failed = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, future in [(name, pool.submit(hunt, name, options)) for name in names]:
            try:
                future.result()
            except RuntimeError as error:
                failed.append((name, str(error)))
                print(f"{name}: {error}", flush=True)
    there = sorted(os.path.basename(path).removesuffix(".ndjson")
                   for path in glob.glob(os.path.join(options.folder, "hunt", "*.ndjson")))
    rows = [row(name, options.folder) for name in there]
    text = "\n".join(page(rows, failed, options)) + "\n"
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(text)
        keep_vectors([row["name"] for row in rows if row["new"]], options)
    else:
        print(text)
    passing = [f"{row['name']}: {check} does not fail" for row in rows for check in row["missing"]]
    print(*passing, sep="\n", end="\n" if passing else "")
    return 1 if failed or passing else 0


if __name__ == "__main__":
    sys.exit(main())
