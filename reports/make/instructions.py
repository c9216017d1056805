#!/usr/bin/env python3
"""Speed as a gate: instructions, which are the same on every run, counted by callgrind.

    reports/make/instructions.py            compare with the peer and with instructions.toml
    reports/make/instructions.py --record   write instructions.toml anew

Each number is the cost of one pass: half the difference between three passes and one, so that making the
corpus and starting the program do not count. The exit status is 1 if a codec is not as many times below
the peer as GOALS says, if a code point of a long text costs 1.4 times one of a short text, or if
a number is 5 % above the recorded one.
"""

import re
import sys
import tomllib

from shared import MAKE, TARGET, run

RECORD = MAKE / "instructions.toml"
LABELS = 2000
LENGTHS = (1000, 10000)
# For each interface: the contestants (the ones for labels run on each SIMD backend), the peer, and how many
# times fewer instructions the first one takes. Both allocate a string for each answer, or neither does (`-cow`).
GOALS = [
    ("encode-text", ("acegate-into-v3", "acegate-into-portable"), "idna", 3.5),
    ("decode-text", ("acegate-into-v3", "acegate-into-portable"), "idna", 2.6),
    ("names-encode", ("acegate",), "idna", 2.5),
    ("names-decode", ("acegate",), "idna", 2.5),
    ("ascii-names-encode", ("acegate",), "idna", 1.9),
    ("ascii-names-decode", ("acegate",), "idna", 1.9),
    ("ascii-names-encode", ("acegate-cow",), "idna-cow", 3.5),
    ("ascii-names-decode", ("acegate-cow",), "idna-cow", 3.5),
    # IDNA 2008 takes at most one and a half times as many as UTS #46.
    ("registered-names-encode", ("acegate",), "uts46", 0.67),
    ("registered-names-decode", ("acegate",), "uts46", 0.67),
    ("registered-ascii-names-encode", ("acegate",), "uts46", 0.67),
    ("registered-ascii-names-decode", ("acegate",), "uts46", 0.67),
]


def main():
    is_recording = sys.argv[1:] == ["--record"]
    if sys.argv[1:] and not is_recording:
        sys.exit(__doc__)
    run(["cargo", "build", "--profile", "bench", "--locked", "--quiet", "-p", "acegate-benches"])
    measured, wrong = {}, []
    for interface, contestants, peer, goal in GOALS:
        for contestant in contestants:
            measured[f"{interface}/{contestant}"] = cost(LABELS, f"{interface}/{contestant}")
        of_peer = cost(LABELS, f"{interface}/{peer}")
        fewer = of_peer / measured[f"{interface}/{contestants[0]}"]
        print(f"{interface}: {contestants[0]} takes {fewer:.2f} times fewer than {peer} ({of_peer:.1f}), at least {goal}")
        wrong += [f"{interface}: {fewer:.2f} times fewer than {peer}"] * (fewer < goal)
    for interface in ("encode-points", "decode-points"):
        name = f"{interface}/acegate-into-v3"
        short, long = (cost(length, name, "--text", length) for length in LENGTHS)
        measured.update({f"{name}, {length}": figure for length, figure in zip(LENGTHS, (short, long))})
        print(f"{interface}: a code point costs {long / short:.2f} times that of a shorter text, at most 1.4")
        wrong += [f"{interface}: grows by {long / short:.2f}"] * (long > 1.4 * short)
    for name, figure in measured.items():
        print(f"{name:44} {figure:9.1f}")
    if is_recording:
        compiler = " ".join(run(["rustc", "--version"]).stdout.split()[:2])
        RECORD.write_text(
            "# Instructions for a label or a name, or for a code point of a mixed text of that length. Written by\n"
            f"# `reports/make/instructions.py --record` with {compiler}.\n"
            + "".join(f'"{name}" = {figure:.1f}\n' for name, figure in measured.items()))
    else:
        recorded = tomllib.loads(RECORD.read_text())
        wrong += [f"{name}: {figure:.1f}, recorded {recorded.get(name, 0)}" for name, figure in measured.items()
                  if figure > 1.05 * recorded.get(name, 0)]
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


def cost(size, *words):
    """The instructions of a pass, for each of its labels or code points."""
    once, thrice = (collected(*words, "--passes", passes) for passes in (1, 3))
    return (thrice - once) / 2 / size


def collected(*words):
    """The instructions of a whole run."""
    program = TARGET / "release/acegate-bench"
    said = run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, *words]).stderr
    return int(re.search(r"Collected : (\d+)", said)[1])


if __name__ == "__main__":
    sys.exit(main())
