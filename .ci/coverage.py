#!/usr/bin/env python3
"""Line coverage of the codec crate, by the seeds alone and by the corpus of a campaign.

    .ci/coverage.py [REPORT]

Replays every seed, and what `fuzz/corpus` holds, on an instrumented build, with Debian's llvm-22
(or the programs that LLVM_COV and LLVM_PROFDATA name). REPORT is reports/coverage.md where none is
given. Fails where the seeds reach fewer than 98 of 100 lines, or a region that they do not reach has
no reason in .ci/coverage.toml, or a reason there has no region. Lines that only the compiler runs
are not counted where .ci/coverage.toml says so.
"""

import collections
import os
import pathlib
import shutil
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "coverage"
WORK = TARGET / "profiles"
LLVM_COV = os.environ.get("LLVM_COV", "/usr/lib/llvm-22/bin/llvm-cov")
LLVM_PROFDATA = os.environ.get("LLVM_PROFDATA", "/usr/lib/llvm-22/bin/llvm-profdata")
PROGRAM = TARGET / "debug/acegate-fuzz"
SOURCES = ROOT / "codec/src"
LEAST = 98.0


def run(*words, profile, **options):
    # Build scripts are instrumented too, and must not write beside the sources.
    env = dict(os.environ, LLVM_PROFILE_FILE=str(WORK / f"{profile}-%p-%m.profraw"),
               CARGO_MANIFEST_DIR=str(ROOT / "fuzz"), **options)
    done = subprocess.run(words, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def replay(name, files, profile):
    for start in range(0, len(files), 5000):
        run(PROGRAM, "replay", name, *files[start : start + 5000], profile=profile)


def lines_of(profile):
    """Each file of the crate with how often each of its lines ran."""
    data = WORK / f"{profile}.profdata"
    raw = sorted(WORK.glob(f"{profile}-*.profraw"))
    subprocess.run([LLVM_PROFDATA, "merge", "-sparse", *raw, "-o", data], check=True)
    lcov = subprocess.run([LLVM_COV, "export", PROGRAM, f"-instr-profile={data}", "-format=lcov"],
                          check=True, capture_output=True, text=True).stdout
    files, lines = {}, {}
    for row in lcov.splitlines():
        if row.startswith("SF:"):
            path = pathlib.Path(row[3:])
            lines = files.setdefault(path, {}) if path.is_relative_to(SOURCES) else {}
        elif row.startswith("DA:"):
            line, count = row[3:].split(",")[:2]
            lines[int(line)] = lines.get(int(line), 0) + int(count)
    return {path.relative_to(SOURCES).as_posix(): lines for path, lines in sorted(files.items())}


def regions(name, lines):
    """Runs of lines that were not reached, each with the text of its first line."""
    source = (SOURCES / name).read_text().splitlines()
    found, last = [], None
    for line in sorted(lines):
        if lines[line]:
            last = None
        elif last is None:
            last = [line, line, source[line - 1].strip()]
            found.append(last)
        else:
            last[1] = line
    return found


def share(lines):
    return 100 * sum(map(bool, lines.values())) / len(lines) if lines else 100.0


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "reports/coverage.md")
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    run("cargo", "build", "--locked", "--quiet", "-p", "acegate-fuzz", "--config",
        "profile.dev.opt-level=0", profile="build", RUSTFLAGS="-Cinstrument-coverage",
        CARGO_TARGET_DIR=str(TARGET))
    targets = run(PROGRAM, "targets", profile="tool").split()
    run(PROGRAM, "export", WORK / "export", profile="tool")
    with_corpus = 0
    for name in targets:
        seeds = sorted((WORK / "export" / f"{name}_seed_corpus").iterdir())
        replay(name, seeds, "seeds")
        corpus = ROOT / "fuzz/corpus" / name
        if corpus.is_dir():
            replay(name, sorted(corpus.iterdir()), "corpus")
            with_corpus += 1
    seeds = lines_of("seeds")
    corpus = lines_of("corpus") if with_corpus == len(targets) else None

    reasons = tomllib.loads((ROOT / ".ci/coverage.toml").read_text())["region"]
    used, explained, bare, compiled = set(), collections.defaultdict(list), [], set()
    for name, lines in seeds.items():
        for first, last, text in regions(name, lines):
            fits = [i for i, row in enumerate(reasons)
                    if name == row["file"] and any(text.startswith(t) for t in row["begins"])]
            place = f"`{name}:{first}`" + (f" to {last}" if last > first else "")
            if fits:
                used.add(fits[0])
                if reasons[fits[0]].get("compiler_only"):
                    compiled |= {(name, line) for line in lines if first <= line <= last}
                explained[reasons[fits[0]]["reason"]].append(f"{place}: `{text}`")
            else:
                bare.append(f"{name}:{first}: {text}")
    everything = lambda files: {(n, l): c for n, lines in files.items() for l, c in lines.items()
                                if (n, l) not in compiled}
    total = share(everything(seeds))
    rows = ["# Line coverage of the codec crate", "",
            "Made by `.ci/coverage.py`: every seed of every fuzz target, which are made from the vectors,",
            "and every input that campaigns have kept, on an instrumented build. Tests are not counted.",
            "", f"The seeds alone reach {total:.2f} of 100 lines"
            + (f", the corpus of the campaign {share(everything(corpus)):.2f}." if corpus else "."),
            f"{len(compiled)} lines that only the compiler runs are not among them.", "",
            "| file | lines | by seeds | by the corpus |", "| --- | ---: | ---: | ---: |"]
    for name, lines in seeds.items():
        by_corpus = f"{share(corpus.get(name, {})):.1f} %" if corpus else ""
        rows.append(f"| {name} | {len(lines)} | {share(lines):.1f} % | {by_corpus} |")
    rows += ["", "## What the seeds do not reach, and why", ""]
    for reason, places in explained.items():
        rows += [reason, ""] + [f"- {place}" for place in places] + [""]
    out.write_text("\n".join(rows).rstrip() + "\n")
    for text in bare:
        print(f"not reached, and no reason given: {text}")
    unused = [row for i, row in enumerate(reasons) if i not in used]
    for row in unused:
        print(f"reached after all: {row['file']}: {row['begins']}")
    print(f"the seeds reach {total:.2f} % of {len(everything(seeds))} lines")
    return 1 if bare or unused or total < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
