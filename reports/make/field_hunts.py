#!/usr/bin/env python3
"""Hunts every bundled adapter for a time, compares the findings with the findings of the suite, and reruns the new ones.

    reports/make/field_hunts.py ACEGATE FOLDER [--time 60s] [--jobs 2] [--out FILE] [NAME …]

For each adapter: `check` makes a baseline; `hunt --baseline` runs for the time, and its findings that
count are those whose cause no check of the suite shows; `--emit` writes them as vectors; `check` puts
these vectors against the adapter again. A vector cannot express what is wrong only after other requests. Next to the
page, the folder with its name has the vectors, a file for each codec, so that anyone can run them with `check`.
FOLDER keeps the files: `again/NAME.ndjson` are the reports of the new vectors, which `directly.py
FOLDER/again` repeats by calling the libraries. With names, only these are hunted; the page is about all
whose files are in FOLDER. The exit status is 1 if a vector does not fail in `check`, other than a crash: it
may be chance whether a library that writes past its memory ends the program.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import sys

from shared import ROOT, adapters, events_of, read_events, run, table, write

KINDS = {"check": ".ndjson", "base": ".yaml", "hunt": ".ndjson", "found": "", "again": ".ndjson"}


class Adapter:
    """An adapter and its files."""

    def __init__(self, name, folder):
        self.name = name
        for kind, ending in KINDS.items():
            setattr(self, f"{kind}_file", folder / kind / (name + ending))

    def hunt(self, options):
        """Checks and hunts the adapter, and checks it again with the vectors of the hunt."""
        shutil.rmtree(self.found_file, ignore_errors=True)
        for kind in ("base", "hunt", "again", "check"):
            getattr(self, f"{kind}_file").unlink(missing_ok=True)
        ask = lambda command, report, *words: run(
            [options.acegate, command, self.name, "--report", report, "--quiet", "--details", "0", *words], (0, 1),
            timeout=1800)
        ask("check", self.check_file, "--baseline", self.base_file, "--update-baseline", "--reason", "found by the suite")
        known = ["--baseline", self.base_file] if self.base_file.exists() else []
        ask("hunt", self.hunt_file, "--seed", "1", "--time", options.time, "--emit", self.found_file, *known)
        vectors = [word for file in sorted(self.found_file.glob("*.yaml")) for word in ("--only-vectors", file)]
        if vectors and self.new():
            ask("check", self.again_file, *vectors)
        print(f"{self.name}: {self.of_suite()} findings of the suite, {len(self.new())} new", flush=True)

    def new(self):
        return [event for event in events_of("finding", read_events(self.hunt_file)) if event["unexpected"]]

    def of_suite(self):
        return sum(event["level"] == "must" for event in events_of("finding", read_events(self.check_file)))

    def result(self):
        """What the files say: a row of the page."""
        events, new = read_events(self.hunt_file), self.new()
        asked = next(int(match[1]) for match in (re.match(r"sent (\d+) requests", text) for text in events[-1]["remarks"])
                     if match)
        cases = {event["name"]: event for event in events_of("case", events)}
        failing = {name for name, event in cases.items() if event["unexpected"]}
        vectors = {name for name in failing if not cases[name].get("order_dependent")}
        again = events_of("case", read_events(self.again_file)) if vectors and new else []
        missing = vectors & {event["name"] for event in again if event["verdict"] in ("pass", "skip")}
        crashing = {name for name in missing if cases[name]["verdict"] == "crash"}
        return {"name": self.name, "asked": asked, "suite": self.of_suite(), "new": new, "vectors": len(vectors),
                "fail": len(vectors - missing), "missing": sorted(missing - crashing), "crashing": len(crashing),
                "after": len(failing - vectors)}


def page(rows, failed, options):
    new = [row for row in rows if row["new"]]
    total = lambda key: sum(row[key] for row in new)
    yield from ["# Hunts of the field", "", "This page is made by `reports/make/evidence hunts`; see `field_hunts.py`.", "",
                f"{len(rows)} implementations were hunted for {options.time} each, with seed 1 and one instance. "
                f"For {len(new)} of them the hunt found causes at must that no check of the suite shows: "
                f"{sum(len(row['new']) for row in new)} findings with {total('vectors')} vectors, {total('fail')} of them "
                f"fail in `check`. {total('after')} more wrong answers depend on earlier requests, which a vector cannot "
                f"express. Crashes that did not recur in `check`: {total('crashing')}. It may be chance whether a library "
                "that writes past its memory crashes the program.", ""]
    yield from table(["implementation", "requests", "must findings of the suite", "new must findings", "vectors that fail"],
                     [[f"`{row['name']}`", row["asked"], row["suite"], len(row["new"]), f"{row['fail']} of {row['vectors']}"]
                      for row in rows])
    yield from ["", "## New findings", "", *(
        f"- `{row['name']}`: {finding['summary']} Clauses: {'; '.join(finding['clauses'])}."
        for row in new for finding in row["new"])]
    if failed:
        yield from ["", "## Not hunted", "", *(f"- `{name}`: {why.splitlines()[0]}" for name, why in failed)]


def keep_vectors(found, folder, acegate):
    """Writes the vectors of all libraries next to the page, a file for each codec, each request once."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path in sorted(path for adapter in found for path in adapter.found_file.glob("*.yaml")):
        run([acegate, "vectors", "add", path, "--to", folder])
    for path in folder.glob("*/*.yaml"):
        summary = 'summary: "Requests that libraries answered wrongly. Found by acegate hunt, seed 1."'
        write(path, re.sub(r"^summary: .*$", summary, path.read_text(encoding="utf-8"), count=1, flags=re.M).split("\n"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("acegate", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--time", default="60s")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "reports/hunts.md")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    options.acegate, folder = options.acegate.resolve(), options.folder.resolve()
    for kind in KINDS:
        (folder / kind).mkdir(parents=True, exist_ok=True)
    # Kamailio is left to the step `agreement`.
    names = options.names or [name for name in adapters(options.acegate) if name != "kamailio"]
    failed = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for name, future in [(name, pool.submit(Adapter(name, folder).hunt, options)) for name in names]:
            try:
                future.result()
            except RuntimeError as error:
                failed.append((name, str(error)))
                print(f"{name}: {error}", flush=True)
    hunted = [Adapter(path.stem, folder) for path in sorted((folder / "hunt").glob("*.ndjson"))]
    rows = [adapter.result() for adapter in hunted]
    write(options.out, page(rows, failed, options))
    keep_vectors([adapter for adapter, row in zip(hunted, rows) if row["new"]], options.out.with_suffix(""), options.acegate)
    passing = [f"{row['name']}: {check} does not fail" for row in rows for check in row["missing"]]
    print(*passing, sep="\n", end="\n" if passing else "")
    return 1 if failed or passing else 0


if __name__ == "__main__":
    sys.exit(main())
