#!/usr/bin/env python3
"""Writes the page of the benchmarks: ratios in one run, and the goals.

    reports/make/bench.py [--out FILE] [CRITERION-FOLDER]

It reads what `cargo bench -p acegate-benches --features libidn` has measured in CPU time
below `target/criterion`. A ratio tells how many times as fast a contestant is as the one with the ratio 1.
"""

import argparse
import json
import math
import pathlib
import platform
import re

from shared import ROOT, TARGET, run, table as table_of, write

# The first of these that takes part in a group has the ratio 1.
BASES = ("idna", "word", "word-owned", "plain", "memcpy")
LABELS = "labels"
# The requirements: group, parameter, contestant, peer ("best" is the fastest of the peers), least, aim.
RATIOS = [
    ("punycode encode-text", LABELS, "acegate-into-v3", "idna", 4.0, 5.5),
    ("punycode encode-text", LABELS, "acegate-into-v3", "best", 3.0, 4.5),
    ("punycode encode-text", LABELS, "acegate-owned-v3", "idna", 3.5, 4.5),
    ("punycode encode-text", LABELS, "acegate-into-portable", "idna", 4.0, 4.7),
    ("punycode decode-text", LABELS, "acegate-into-v3", "idna", 3.0, 4.5),
    ("punycode decode-text", LABELS, "acegate-into-portable", "idna", 2.0, 2.8),
    ("uts46 encode", "names", "acegate", "idna", 2.5, 4.0),
    ("uts46 decode", "names", "acegate", "idna", 2.5, 4.0),
    # Like with like: both borrow the name, or both allocate a new string.
    ("uts46 encode", "names of ASCII", "acegate-cow", "idna-cow", 5.0, 6.0),
    ("uts46 decode", "names of ASCII", "acegate-cow", "idna-cow", 5.0, 6.0),
    ("uts46 encode", "names of ASCII", "acegate", "idna", 2.0, 2.5),
    ("uts46 decode", "names of ASCII", "acegate", "idna", 2.0, 2.5),
    ("punycode encode-points, mixed text", "100000", "acegate-into-v3", "best", 100.0, 180.0),
    ("punycode decode-points, mixed text", "100000", "acegate-into-v3", "idna", 150.0, 240.0),
    ("punycode decode-points, mixed text", "100000", "acegate-into-v3", "best", 12.0, 28.0),
    ("uri2dec core encode", "addresses", "acegate-v3", "word", 5.0, 8.0),
    ("uri2dec core decode", "addresses", "acegate-v3", "word", 4.0, 6.0),
    ("uri2dec core encode", "1048576 symbols", "acegate-v3", "memcpy", 0.043, 0.078),
    ("uri2dec core encode", "1048576 symbols", "acegate-portable", "memcpy", 0.017, 0.03),
    ("uri2dec core decode", "1048576 symbols", "acegate-v3", "memcpy", 0.043, 0.078),
    ("uri2dec core decode", "1048576 symbols", "acegate-portable", "memcpy", 0.011, 0.022),
]
# The exponent of the length with which the time grows: at most this, and the aim.
GROWTH = (1.25, 1.15)


def measured(folder):
    """Nanoseconds of an element, by group, parameter and contestant."""
    table = {}
    for path in sorted(folder.glob("*/**/new/benchmark.json")):
        about = json.loads(path.read_text())
        size = (about["throughput"] or {}).get("Elements", 1)
        median = json.loads((path.parent / "estimates.json").read_text())["median"]["point_estimate"]
        group = table.setdefault((about["group_id"], about["value_str"] or ""), {})
        group[about["function_id"]] = median / size
    return table


def is_peer(name):
    return not name.startswith(("acegate", "plain", "word", "memcpy", "icu4x"))


def goals(table):
    """Each goal with its figure and its verdict."""
    for group, parameter, ours, peer, least, aim in RATIOS:
        times = table.get((group, parameter), {})
        peers = [time for name, time in times.items() if is_peer(name)] if peer == "best" else [times.get(peer)]
        if ours not in times or not peers or peers[0] is None:
            yield f"{group}, {parameter}: {ours} to {peer}", f"≥ {least:g}", f"≥ {aim:g}", "–", "not measured"
            continue
        ratio = min(peers) / times[ours]
        verdict = "**missed**" if ratio < least else "met, aim reached" if ratio >= aim else "met"
        yield f"{group}, {parameter}: {ours} to {peer}", f"≥ {least:g}", f"≥ {aim:g}", f"{ratio:.2f}", verdict
    for group in sorted({group for group, _ in table if group.endswith(" text")}):
        lengths = sorted(int(parameter) for name, parameter in table if name == group)
        first, last = (table[group, str(length)] for length in (lengths[0], lengths[-1]))
        for name in (name for name in first if name.startswith("acegate")):
            # Both are times of an element: a linear codec has the same.
            exponent = 1 + math.log(last[name] / first[name]) / math.log(lengths[-1] / lengths[0])
            most, aim = GROWTH
            verdict = "**missed**" if exponent > most else "met, aim reached" if exponent <= aim else "met"
            yield f"{group}, {lengths[0]} to {lengths[-1]}, growth of {name}", f"≤ {most}", f"≤ {aim}", f"{exponent:.2f}", verdict


def page(table):
    yield "# Speed\n"
    yield "This page is made by `reports/make/bench.py` from the results of `cargo bench -p acegate-benches --features"
    yield "libidn`, in CPU time of the thread. Before timing, the answers of all contestants are compared on every input."
    yield "The labels are 10,000 different ones that alternate between 13 scripts. A ratio is the speed of a contestant"
    yield "relative to the contestant with ratio 1, in the same run. `word` is a yardstick of this repository and not another"
    yield "implementation; `memcpy` copies the input. Contestants named `-cow` borrow a name that is its own answer, those named"
    yield "`-into` write into the caller's buffer, and the others return a new string. `icu4x-mapper` is the mapper of ICU4X, on"
    yield "which `idna` builds: it maps and normalises a name and does nothing else.\n"
    facts = dict(re.findall(r"^(.+?)\t*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M))
    processor = ", ".join(f"{name} {facts[key]}".strip() for name, key in
                          [("", "model name"), ("family", "cpu family"), ("model", "model")] if key in facts)
    compiler = run(["rustc", "--version"]).stdout.strip()
    yield f"Processor: {processor or platform.machine()}. Compiler: {compiler}.\n"
    yield "The goals were set on an AMD EPYC of family 25, model 1. Ratios differ less between processors than times.\n"
    yield "## Goals\n"
    yield from table_of(["goal", "required", "aim", "measured", "verdict"], goals(table))
    group = None
    for (name, parameter), times in sorted(table.items()):
        if name != group:
            group = name
            yield f"\n## {name}"
        base = next((base for base in BASES if base in times), None)
        yield f"\n| {parameter} | ns per element | {base or '–'} = 1 |\n| --- | ---: | ---: |"
        for contestant, time in sorted(times.items(), key=lambda pair: pair[1]):
            yield f"| {contestant} | {time:.3g} | {times[base] / time if base else 1:.2f} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=pathlib.Path, default=TARGET / "criterion")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "reports/bench.md")
    options = parser.parse_args()
    table = measured(options.folder)
    if not table:
        parser.error(f"{options.folder}: nothing is measured there")
    write(options.out, page(table))


if __name__ == "__main__":
    main()
