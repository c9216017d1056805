#!/usr/bin/env python3
"""Line coverage of the codecs by the seeds of the fuzz targets.

    reports/make/coverage.py [REPORT]

Replays every seed on a build that counts lines, with the llvm-cov of the compiler's version: of the
component llvm-tools of rustup, of Debian's llvm-NN, or what LLVM_COV and LLVM_PROFDATA name. REPORT is
reports/coverage.md where none is given. Fails where the seeds reach fewer than 98 of 100 lines, or lines
that they do not reach are of a function without a reason in coverage.toml, or a reason there has no such
lines. Functions that only the compiler runs are not counted where coverage.toml says so.
"""

import collections
import os
import pathlib
import re
import shutil
import sys
import tomllib

from shared import MAKE, ROOT, TARGET, run, table, write

WORK = TARGET / "coverage"
PROGRAM = WORK / "acegate-fuzz"
CODEC = ROOT / "codec"
LEAST = 98.0

# The head of a function, and of what gives it the first part of its name. The sources are formatted.
FUNCTION = re.compile(r"( *)(?:pub(?:\([^)]*\))? )?(?:(?:const|unsafe|extern \"C\") )*fn (\w+)")
OWNER = re.compile(r"( *)(?:pub(?:\([^)]*\))? )?(?:impl(?:<.*?>)? (?:.* for )?|trait |mod )([\w:]+)")


def tool(name):
    """A program of the LLVM that the compiler has."""
    if path := os.environ.get(name.upper().replace("-", "_")):
        return path
    said = run(["rustc", "-vV"]).stdout
    host = re.search(r"host: (\S+)", said)[1]
    version = re.search(r"LLVM version: (\d+)", said)[1]
    sysroot = run(["rustc", "--print", "sysroot"]).stdout.strip()
    for place in (f"{sysroot}/lib/rustlib/{host}/bin/{name}", f"/usr/lib/llvm-{version}/bin/{name}"):
        if os.access(place, os.X_OK):
            return place
    sys.exit(f"{name} is missing: rustup component add llvm-tools, or the package llvm-{version}")


def function_of(name, source, line):
    """The path of the function that a line of a file is in."""
    path, indent = [], len(source[line - 1]) - len(source[line - 1].lstrip()) + 1
    for text in reversed(source[:line]):
        head = FUNCTION.match(text) or OWNER.match(text)
        if head and len(head[1]) < indent:
            path.insert(0, head[2])
            indent = len(head[1])
    module = name.removesuffix(".rs").removesuffix("/mod").replace("/", "::")
    return "::".join([module, *path])


def counting(*words, profile="tool", **options):
    """Runs a command whose counts are written under this name."""
    env = {**os.environ, "LLVM_PROFILE_FILE": str(WORK / f"{profile}-%p-%m.profraw"),
           "CARGO_MANIFEST_DIR": str(ROOT / "fuzz"), **options}
    return run(words, env=env).stdout


def lines_of(profile):
    """Each file of the codecs, by a name without `src`, with how often each of its lines ran."""
    data = WORK / f"{profile}.profdata"
    run([tool("llvm-profdata"), "merge", "-sparse", *sorted(WORK.glob(f"{profile}-*.profraw")), "-o", data])
    files, lines = {}, {}
    for row in run([tool("llvm-cov"), "export", PROGRAM, f"-instr-profile={data}", "-format=lcov"]).stdout.splitlines():
        if row.startswith("SF:"):
            path = pathlib.Path(row[3:])
            is_codec = path.is_relative_to(CODEC / "src")
            lines = files.setdefault(path.relative_to(CODEC / "src").as_posix(), {}) if is_codec else {}
        elif row.startswith("DA:"):
            line, count = map(int, row[3:].split(",")[:2])
            lines[line] = lines.get(line, 0) + count
    return dict(sorted(files.items()))


def share(counts):
    counts = list(counts)
    return 100 * sum(map(bool, counts)) / len(counts) if counts else 100.0


def main():
    out = sys.argv[1] if len(sys.argv) > 1 else ROOT / "reports/coverage.md"
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    # With --workspace, crates outside the workspace are built once for this and for the tests.
    counting("cargo", "build", "--workspace", "--locked", "--quiet", "--bin", "acegate-fuzz",
             RUSTC_WORKSPACE_WRAPPER=str(MAKE / "rustc-coverage.sh"))
    shutil.copy2(TARGET / "debug/acegate-fuzz", PROGRAM)
    counting(PROGRAM, "export", WORK / "export")
    for name in counting(PROGRAM, "targets").split():
        seeds = sorted((WORK / "export" / f"{name}_seed_corpus").iterdir())
        for start in range(0, len(seeds), 5000):
            counting(PROGRAM, "replay", name, *seeds[start : start + 5000], profile="seeds")
    files = lines_of("seeds")

    rows = tomllib.loads((MAKE / "coverage.toml").read_text())["reason"]
    reasons = {function: row for row in rows for function in row["functions"]}
    missed, compiled = collections.defaultdict(list), set()
    for name, lines in files.items():
        source = (CODEC / "src" / name).read_text().splitlines()
        for line in sorted(line for line, count in lines.items() if not count):
            function = function_of(name, source, line)
            missed[function].append(source[line - 1].strip())
            if reasons.get(function, {}).get("compiler_only"):
                compiled.add((name, line))
    counted = [count for name, lines in files.items() for line, count in lines.items() if (name, line) not in compiled]
    page = ["# Line coverage of the codecs", "",
            "This page is made by `reports/make/evidence coverage`, which runs every seed of every fuzz target on an"
            " instrumented build. The seeds are generated from the vectors. Lines of tests are not counted.", "", f"The seeds reach {share(counted):.2f} of 100 lines."
            f" This does not count {len(compiled)} lines that only the compiler runs.", "",
            *table(["file", "lines", "% by seeds"],
                   [[name, len(lines), round(share(lines.values()), 1)] for name, lines in files.items()]),
            "", "## What the seeds do not reach, and why", ""]
    for row in rows:
        if found := [f"- `{name}`: {len(missed[name])} lines" for name in row["functions"] if name in missed]:
            page += [row["reason"], "", *found, ""]
    write(out, page)
    bare = [f"not reached, and no reason given: {name}: {missed[name][0]}" for name in sorted(missed.keys() - reasons.keys())]
    unused = [f"reached after all: {name}" for name in sorted(reasons.keys() - missed.keys())]
    print(*bare, *unused, f"the seeds reach {share(counted):.2f} % of {len(counted)} lines", sep="\n")
    return 1 if bare or unused or share(counted) < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
