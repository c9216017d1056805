#!/usr/bin/env python3
"""Hunts for every deviation through a pipe, without vectors, and measures how fast a hunt asks.

    .ci/hunt.py [--out FILE] [DEVIATION …]

A deviation is a known fault, served as a program by `target/dist/acegate`, the program that is handed
out. Its hunt ends with the first finding, and has ten seconds of two processors. It leaves out the
layer `splitting`, whose requests were chosen with the deviations. The rates are those of the templates of three languages, which answer that they have nothing,
so that acegate and the pipe are measured.
"""

import argparse
import json
import os
import resource
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ACEGATE = os.path.join(TARGET, "dist", "acegate")
PROCESSOR_SECONDS = 2 * 10
# A busy machine has less than two processors for a hunt.
CLOCK_SECONDS = 60
RATED = 6000
TEMPLATES = {"Python": ("adapter.py", "python3 -I -S {}"), "Node.js": ("adapter.js", "node {}"), "C": ("adapter.c", "{}")}
NOTHING = {"Python": "python3 -I -S -c 'raise SystemExit(89)'", "Node.js": "node -e 'process.exit(89)'", "C": "{}"}


def run(words, **options):
    """The seconds by the clock and of the processors that a command takes, and its result."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(words, cwd=ROOT, capture_output=True, timeout=900, **options)
    took, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return took, used, done


def deviations():
    """Every deviation that answers some request unlike the reference."""
    known = json.loads(run([ACEGATE, "coverage", "--format", "json"])[2].stdout)["deviations"]
    return [one["id"] for one in known if not one.get("equivalent")]


def hunted(name, report):
    """How a deviation is found: seconds, requests, the layer and the input, which are None if it is not."""
    words = [ACEGATE, "hunt", "--cmd", f"{shlex.quote(ACEGATE)} serve --deviation {name}", "--codec", name.split("/")[0],
             "--seed", "1", "--time", f"{CLOCK_SECONDS}s", "--fail-fast", "--without", "splitting", "--report", report]
    took, used, done = run(words)
    if done.returncode not in (0, 1):
        sys.exit(f"{name}: {done.stderr.decode()}")
    events = [json.loads(line) for line in open(report, encoding="utf-8")]
    cases = [event for event in events if event["type"] == "case"]
    asked = [re.match(r"asked (\d+) requests", remark) for remark in events[-1]["remarks"]]
    asked = next(int(match[1]) for match in asked if match)
    found = {"name": name, "took": took, "used": used, "asked": asked, "layer": None, "size": None}
    if cases:
        layer = re.search(r"\[trial \d+, ([a-z-]+)\]", done.stderr.decode())
        found |= {"layer": layer[1], "size": min(size(case["input"]) for case in cases)}
    return found


def size(value):
    """The length of a value; a list counts one for each of its elements, too."""
    if isinstance(value, list):
        return sum(size(one) + 1 for one in value)
    return len(value.get("t", value.get("u", ""))) if "b" not in value else len(value["b"]) // 2


def rate(words, count):
    """Requests a second by the clock, and microseconds of the processors for one."""
    took, used, done = run([ACEGATE, "hunt", "--seed", "1", "--requests", str(count), "--codec", "punycode", "--quiet", *words])
    if done.returncode not in (0, 4):
        sys.exit(done.stderr.decode())
    return count / took, used / count * 1e6


def rates(folder):
    """The lines of the table of rates."""
    own = statistics.median(rate(["reference"], RATED)[1] for _ in range(3))
    for language, (file, command) in TEMPLATES.items():
        commands = {}
        for window in (64, 1):
            path = os.path.join(folder, f"{window}-{file}")
            with open(os.path.join(ROOT, "conformance", "templates", file), encoding="utf-8") as source:
                text, changed = re.subn(r'(window\\?"?): ?64', rf"\1: {window}", source.read())
            assert changed == 1, file
            with open(path, "w", encoding="utf-8") as copy:
                copy.write(text)
            if language == "C":
                subprocess.run(["cc", "-O1", "-o", path + ".out", path], check=True)
                path += ".out"
            commands[window] = command.format(shlex.quote(path))
        lines = os.path.join(folder, file + ".lines")
        run([ACEGATE, "hunt", "--seed", "1", "--requests", str(RATED), "--codec", "punycode", "--quiet", "--cmd",
             f"sh -c {shlex.quote(f'tee {shlex.quote(lines)} | {commands[64]}')}"])
        with open(lines, "rb") as requests:
            count = sum(1 for _ in requests)
            requests.seek(0)
            foreign = run(shlex.split(commands[64]), stdin=requests)[1] / count * 1e6
        nothing = NOTHING[language]
        if language == "C":
            source, nothing = os.path.join(folder, "nothing.c"), os.path.join(folder, "nothing")
            with open(source, "w", encoding="utf-8") as file:
                file.write("int main(void) { return 89; }\n")
            subprocess.run(["cc", "-O1", "-o", nothing, source], check=True)
        rounds = [(rate(["--cmd", commands[64]], RATED), rate(["--cmd", commands[1]], RATED)[0],
                   rate(["--one-shot", f"decode={nothing}", "--stdin", "none"], 100)[0]) for _ in range(3)]
        ahead, alone, fresh = (statistics.median(values) for values in zip(*((a[0], b, c) for a, b, c in rounds)))
        used = statistics.median(a[1] for a, _, _ in rounds)
        yield (f"| {language} | {ahead:.0f} | {ahead / alone:.1f} | {ahead / fresh:.0f} | {own:.0f} | "
               f"{max(used - own - foreign, 0):.0f} | {foreign:.0f} |")


def page(found, table):
    """The report."""
    reached = [one for one in found if one["layer"]]
    in_time = [one for one in reached if one["used"] <= PROCESSOR_SECONDS]
    missed = [one for one in found if not one["layer"]]
    middle = lambda key: f"{statistics.median(one[key] for one in reached):.3g}"
    yield from ["# The hunt for deviations", "", "Made by `.ci/evidence hunt`: `.ci/hunt.py` says how.", "",
                f"- Deviations: {len(found)}. Found in ten seconds of two processors: {len(in_time)}, "
                f"{100 * len(in_time) / len(found):.1f} %. Found later: {len(reached) - len(in_time)}. Not found: {len(missed)}.",
                f"- Medians: {middle('asked')} requests, {middle('used')} seconds of a processor, a shrunk input of "
                f"{middle('size')} characters.", "", "## Speed", "", "Requests a second of a hunt, as ratios to one request at a time and to a process for each "
                "request, and the microseconds of a processor for one request: in acegate (making it, the model, judging), in the "
                "pipe, and in the program.", "", "| language | requests a second | to one at a time | to a process each | acegate | "
                "pipe | program |", "| --- | --- | --- | --- | --- | --- | --- |", *table, "", "## Not found", ""]
    yield from [f"- {one['name']}: {one['asked']} requests" for one in missed] or ["None."]
    yield from ["", "## Found", "", "| deviation | layer | requests | seconds | of a processor | shrunk to |",
                "| --- | --- | --- | --- | --- | --- |"]
    yield from (f"| {one['name']} | {one['layer']} | {one['asked']} | {one['took']:.1f} | {one['used']:.1f} | {one['size']} |"
                for one in reached)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out")
    parser.add_argument("deviations", nargs="*", default=[])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.ndjson")
        found = []
        for name in options.deviations or deviations():
            found.append(hunted(name, report))
            print(found[-1], flush=True)
        text = "\n".join(page(found, list(rates(folder)))) + "\n"
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write(text)
    else:
        print(text)
    return 1 if any(not one["layer"] for one in found) and not options.deviations else 0


if __name__ == "__main__":
    sys.exit(main())
