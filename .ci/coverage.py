#!/usr/bin/env python3
"""Line coverage of the codecs, by the seeds alone and by the corpus of a campaign.

    .ci/coverage.py [REPORT]

Replays every seed, and what `fuzz/corpus` holds, on a build that counts lines, with the llvm-cov of
the compiler's version: of the component llvm-tools of rustup, of Debian's llvm-NN, or what LLVM_COV
and LLVM_PROFDATA name. REPORT is reports/coverage.md where none is given. Fails where the seeds reach
fewer than 98 of 100 lines, or lines that they do not reach are of a function without a reason in
.ci/coverage.toml, or a reason there has no such lines. Functions that only the compiler runs are not
counted where .ci/coverage.toml says so.
"""

import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
WORK = TARGET / "coverage"
PROGRAM = WORK / "acegate-fuzz"
CODEC = ROOT / "codec"
SOURCES = [CODEC / "src"]
LEAST = 98.0

# The head of a function, and of what gives it the first part of its name. The sources are formatted.
FUNCTION = re.compile(r"( *)(?:pub(?:\([^)]*\))? )?(?:(?:const|unsafe|extern \"C\") )*fn (\w+)")
OWNER = re.compile(r"( *)(?:pub(?:\([^)]*\))? )?(?:impl(?:<.*?>)? (?:.* for )?|trait |mod )([\w:]+)")


def tool(name):
    """A program of the LLVM that the compiler has."""
    if path := os.environ.get(name.upper().replace("-", "_")):
        return path
    said = run("rustc", "-vV", profile="tool")
    host = re.search(r"host: (\S+)", said)[1]
    version = re.search(r"LLVM version: (\d+)", said)[1]
    sysroot = run("rustc", "--print", "sysroot", profile="tool").strip()
    places = [f"{sysroot}/lib/rustlib/{host}/bin/{name}", f"/usr/lib/llvm-{version}/bin/{name}"]
    for place in places:
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


def run(*words, profile, **options):
    env = dict(os.environ, LLVM_PROFILE_FILE=str(WORK / f"{profile}-%p-%m.profraw"),
               CARGO_MANIFEST_DIR=str(ROOT / "fuzz"), **options)
    done = subprocess.run(words, cwd=ROOT, env=env, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def replay(name, files, profile):
    for start in range(0, len(files), 5000):
        run(PROGRAM, "replay", name, *files[start : start + 5000], profile=profile)


def lines_of(profile):
    """Each file of the crates, by a name without `src`, with how often each of its lines ran."""
    data = WORK / f"{profile}.profdata"
    raw = sorted(WORK.glob(f"{profile}-*.profraw"))
    subprocess.run([tool("llvm-profdata"), "merge", "-sparse", *raw, "-o", data], check=True)
    lcov = subprocess.run([tool("llvm-cov"), "export", PROGRAM, f"-instr-profile={data}", "-format=lcov"],
                          check=True, capture_output=True, text=True).stdout
    files, lines = {}, {}
    for row in lcov.splitlines():
        if row.startswith("SF:"):
            path = pathlib.Path(row[3:])
            counted = any(map(path.is_relative_to, SOURCES))
            lines = files.setdefault(path, {}) if counted else {}
        elif row.startswith("DA:"):
            line, count = row[3:].split(",")[:2]
            lines[int(line)] = lines.get(int(line), 0) + int(count)
    return {path.relative_to(CODEC).as_posix().replace("src/", "", 1): (path, lines)
            for path, lines in sorted(files.items())}


def share(lines):
    return 100 * sum(map(bool, lines.values())) / len(lines) if lines else 100.0


def main():
    out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "reports/coverage.md")
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    # With --workspace, crates outside the workspace are built once for this and for the tests.
    run("cargo", "build", "--workspace", "--locked", "--quiet", "--bin", "acegate-fuzz",
        profile="build", RUSTC_WORKSPACE_WRAPPER=str(ROOT / ".ci/rustc-coverage.sh"))
    shutil.copy2(TARGET / "debug/acegate-fuzz", PROGRAM)
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

    rows = tomllib.loads((ROOT / ".ci/coverage.toml").read_text())["reason"]
    reasons = {function: row for row in rows for function in row["functions"]}
    missed, compiled = collections.defaultdict(list), set()
    for name, (path, lines) in seeds.items():
        source = path.read_text().splitlines()
        for line in sorted(line for line, count in lines.items() if not count):
            function = function_of(name, source, line)
            missed[function].append(source[line - 1].strip())
            if reasons.get(function, {}).get("compiler_only"):
                compiled.add((name, line))
    everything = lambda files: {(n, l): c for n, (_, lines) in files.items() for l, c in lines.items()
                                if (n, l) not in compiled}
    total = share(everything(seeds))
    page = ["# Line coverage of the codecs and of the address book on disk", "",
            "Made by `.ci/coverage.py`: every seed of every fuzz target, which are made from the vectors,",
            "and every input that campaigns have kept, on an instrumented build. Tests are not counted.",
            "", f"The seeds alone reach {total:.2f} of 100 lines"
            + (f", the corpus of the campaign {share(everything(corpus)):.2f}." if corpus else "."),
            f"{len(compiled)} lines that only the compiler runs are not among them.", "",
            "| file | lines | by seeds | by the corpus |", "| --- | ---: | ---: | ---: |"]
    for name, (path, lines) in seeds.items():
        by_corpus = f"{share(corpus.get(name, (path, {}))[1]):.1f} %" if corpus else ""
        page.append(f"| {name} | {len(lines)} | {share(lines):.1f} % | {by_corpus} |")
    page += ["", "## What the seeds do not reach, and why", ""]
    for row in rows:
        found = [name for name in row["functions"] if name in missed]
        page += [row["reason"], ""] * bool(found)
        page += [f"- `{name}`: {len(missed[name])} lines" for name in found] + [""] * bool(found)
    out.write_text("\n".join(page).rstrip() + "\n")
    bare = sorted(missed.keys() - reasons.keys())
    for name in bare:
        print(f"not reached, and no reason given: {name}: {missed[name][0]}")
    unused = sorted(reasons.keys() - missed.keys())
    for name in unused:
        print(f"reached after all: {name}")
    print(f"the seeds reach {total:.2f} % of {len(everything(seeds))} lines")
    return 1 if bare or unused or total < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
