#!/usr/bin/env python3
"""Puts every mutant that cargo-mutants knows of the codecs to the tests and the vectors.

    .ci/mutants.py FOLDER [--worker K]   works in FOLDER, goes on where all workers were, appends to
                                      FOLDER/results-K.ndjson; odd ones begin at the end
    .ci/mutants.py FOLDER --report FILE  writes what FOLDER's results come to; survivors need a reason
                                      in .ci/mutants.toml

With --every N, only every Nth mutant is made: the whole takes most of a day.

cargo-mutants builds once for each mutant. Mutants of codecs that know nothing of each other are
put into one build here, and each is judged by the tests of its own codec: that is several times
faster, and the mutants are the same. Time is CPU time, so that a busy machine changes nothing.
"""

import argparse
import collections
import fnmatch
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
REASONS = ROOT / ".ci/mutants.toml"
# The limits of a program of tests: seconds for some tests, seconds for all, bytes of memory.
SECONDS, SECONDS_OF_ALL, MEMORY = 90, 120, 6 << 30
# The seconds for the compiler. It computes the tables, and refuses by itself those that never end.
BUILD_SECONDS = 150

# The tracks. A file is of the first track that has a beginning of its name; the tests and vectors of
# that track are put to its mutants.
TRACKS = {
    "book": ["uri2dec/book/", "plain/uri2dec/book"],
    "uri2dec": ["uri2dec/", "plain/uri2dec/"],
    "punycode": ["bootstring/", "punycode/", "plain/bootstring.rs"],
    "utf6": ["utf6/", "utf6.rs", "plain/utf6.rs"],
    "utf5": ["utf5.rs", "plain/utf5.rs"],
    "enum": ["e164/", "plain/e164/"],
    "race": ["race.rs", "plain/race.rs"],
    "lace": ["lace.rs", "plain/lace.rs"],
    "labels": ["host.rs", "label_codec.rs", "text_request.rs", "base32.rs", "utf16.rs", "plain/host.rs",
               "plain/base32.rs", "plain/utf16.rs"],
    "all": [""],
}
LABELS = ["punycode", "utf6", "utf5", "race", "lace"]
CONFLICTS = {"book": ["uri2dec"], "labels": LABELS, "all": list(TRACKS)}
FILTERS = {"book": [], "all": [], "labels": ["label::", *(f"{name}::" for name in LABELS)],
           "punycode": ["punycode::", "front_page", "registry"]}


def track_of(mutant):
    name = mutant["file"].removeprefix("codec/src/")
    return next(track for track, starts in TRACKS.items() if name.startswith(tuple(starts)))


def conflict(one, other):
    return one == other or other in CONFLICTS.get(one, []) or one in CONFLICTS.get(other, [])


def rounds(mutants, arguments):
    """Lists of mutants that can be judged together, by the same programs."""
    groups = collections.defaultdict(list)
    for mutant in mutants:
        groups[tuple(name for name, _ in arguments(mutant))].append(mutant)
    for group in groups.values():
        yield from rounds_of(group)


def rounds_of(mutants):
    """The same for one program."""
    queues = collections.defaultdict(collections.deque)
    for mutant in mutants:
        queues[track_of(mutant)].append(mutant)
    while any(queues.values()):
        together = {}
        for track in sorted(queues, key=lambda track: -len(queues[track])):
            if queues[track] and not any(conflict(track, other) for other in together):
                together[track] = queues[track].popleft()
        yield list(together.values())


def mutated(text, mutant):
    lines = text.split("\n")
    start, end = mutant["span"]["start"], mutant["span"]["end"]
    head = lines[start["line"] - 1][: start["column"] - 1]
    tail = lines[end["line"] - 1][end["column"] - 1 :]
    lines[start["line"] - 1 : end["line"]] = [f"{head}{mutant['replacement']} {tail}"]
    return "\n".join(lines)


class Scratch:
    """A copy of the repository in which mutants are planted."""

    def __init__(self, folder):
        self.folder = folder
        self.env = dict(os.environ, CARGO_TARGET_DIR=str(folder / "target"),
                        RUSTFLAGS="-Awarnings -Aunused_must_use")

    def build(self, names):
        """The programs of these names, or the files that do not compile."""
        tests = [word for name in sorted(set(names)) for word in BUILT_WITH[name]]
        command = ["cargo", "test", "--offline", "--profile", "mutants", "--no-run",
                   "--message-format", "json", *tests]
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (BUILD_SECONDS, BUILD_SECONDS))
        done = subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True,
                              text=True, preexec_fn=limit)
        programs, broken = {}, set()
        for line in done.stdout.splitlines():
            message = json.loads(line)
            if message["reason"] == "compiler-artifact" and message["executable"]:
                programs[message["target"]["name"]] = message["executable"]
            if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
                broken.update(span["file_name"] for span in message["message"]["spans"])
        return programs, None if done.returncode == 0 else broken

    def run(self, program, package, arguments):
        seconds = SECONDS if arguments else SECONDS_OF_ALL
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        return subprocess.Popen([program, *arguments], cwd=self.folder / package, preexec_fn=limit,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def judge(self, mutants, arguments, package):
        """The outcome of each mutant; those that do not compile are taken out."""
        remaining, outcomes = list(mutants), {}
        texts = {m["file"]: (self.folder / m["file"]).read_text() for m in mutants}
        try:
            while remaining:
                for mutant in mutants:
                    text = texts[mutant["file"]]
                    planted = mutated(text, mutant) if mutant in remaining else text
                    (self.folder / mutant["file"]).write_text(planted)
                programs, broken = self.build(name for m in remaining for name, _ in arguments(m))
                if broken is None:
                    break
                unviable = [m for m in remaining if m["file"] in broken]
                if not unviable and len(remaining) > 1:
                    for mutant in remaining:
                        for file, text in texts.items():
                            (self.folder / file).write_text(text)
                        outcomes |= self.judge([mutant], arguments, package)
                    return outcomes
                for mutant in unviable or remaining:
                    outcomes[mutant["name"]] = "unviable"
                    remaining.remove(mutant)
            running = [(m, p) for m in remaining
                       for p in [[self.run(programs[name], package, words)
                                  for name, words in arguments(m)]]]
            for mutant, processes in running:
                caught = [process.wait() != 0 for process in processes]
                outcomes[mutant["name"]] = "caught" if any(caught) else "missed"
        finally:
            for file, text in texts.items():
                (self.folder / file).write_text(text)
            # Inputs that failed for one mutant must not help against the next.
            shutil.rmtree(self.folder / "codec/tests/proptest-regressions", ignore_errors=True)
        return outcomes


# Files that other tests than those named after their codec know best, and these.
TESTED_BY = {
    "uri2dec/book/": ("acegate_codec", "uri2dec::book"),
    "plain/uri2dec/book": ("acegate_codec", "uri2dec::book"),
    "e164/": ("suite", "e164"),
    "plain/e164/": ("suite", "e164"),
    "uri2dec/packing/": ("backends", "uri2dec"),
    "punycode/fast/any.rs": ("acegate_codec", "punycode::fast"),
    "punycode/fast/": ("backends", "punycode"),
    "punycode/points.rs": ("backends", "punycode"),
    "plain/bootstring.rs": ("backends", "punycode"),
    "simd.rs": ("backends", ""),
}


def by_tests(mutant):
    """The fast tests of the codec or of what is in it."""
    name = mutant["file"].removeprefix("codec/src/")
    for start, (program, tests) in TESTED_BY.items():
        if name.startswith(start):
            return [(program, [tests])]
    track = track_of(mutant)
    filters = FILTERS.get(track, [f"{track}::", "registry"])
    return [("suite", [*filters, "--skip", "every_short_string"])]


def by_inner_tests(mutant):
    return [("acegate_codec", [])]


def by_outer_tests(mutant):
    return [("suite", []), ("backends", [])]


def by_vectors(mutant):
    return [("vectors", [])]


STAGES = [
    ("tests", by_tests, "codec", False),
    ("inner-tests", by_inner_tests, "codec", True),
    ("outer-tests", by_outer_tests, "codec", True),
    ("vectors", by_vectors, "conformance", True),
]

# The words of the report for an outcome, or for the stage that caught a mutant.
LABEL = {"tests": "caught by the codec's tests", "inner-tests": "by all tests in the crate",
         "outer-tests": "by all tests of its interface", "vectors": "by the vectors",
         "missed": "survived", "unviable": "unviable", "not run": "not run"}

# The options that build a program of tests: always the same features, or all is built again.
CODEC = ["-p", "acegate-codec"]
BUILT_WITH = {
    "acegate_codec": [*CODEC, "--lib"],
    "suite": [*CODEC, "--test", "suite"],
    "backends": [*CODEC, "--test", "backends"],
    "vectors": ["-p", "acegate", "--test", "vectors"],
}


def read(folder):
    """What is known of each mutant, by stage."""
    known = collections.defaultdict(dict)
    for path in sorted(folder.glob("results-*.ndjson")):
        for line in path.read_text().splitlines():
            row = json.loads(line)
            known[row["stage"]][row["name"]] = row["outcome"]
    return known


def outcomes(folder, mutants):
    """The last word on each mutant, and the stage that had it."""
    known = read(folder)
    final = {m["name"]: ("not run", "") for m in mutants}
    for stage, *_ in STAGES:
        rows = known[stage].items()
        final |= {name: (outcome, stage) for name, outcome in rows if name in final}
    return final


def described(mutant):
    """What the mutant does, without its place, which changes with every line above it."""
    return mutant["name"].split(": ", 1)[1]


def reason_for(mutant, reasons):
    def fits(row):
        texts = [(mutant["file"], row["file"]), (described(mutant), row["mutation"])]
        return all(fnmatch.fnmatchcase(text, pattern) for text, pattern in texts)
    return next((row for row in reasons if fits(row)), None)


def reasons_there():
    return tomllib.loads(REASONS.read_text())["survivor"] if REASONS.exists() else []


def report(folder, mutants, every, out):
    """Writes what the results come to; 1 where a mutant survives without a reason."""
    reasons = reasons_there()
    final = outcomes(folder, mutants)
    rows, survivors, unexplained = collections.defaultdict(collections.Counter), [], []
    for mutant in mutants:
        outcome, stage = final[mutant["name"]]
        rows[mutant["file"]][stage if outcome == "caught" else outcome] += 1
        if outcome in ("missed", "not run"):
            row = reason_for(mutant, reasons)
            (survivors if row else unexplained).append((mutant, outcome, row))
    columns = [*(name for name, *_ in STAGES), "missed", "unviable"]
    total = sum(rows.values(), collections.Counter())
    lines = ["# Mutants of the codecs and of the address book on disk", "",
             "Made by `.ci/mutants.py FOLDER` and `.ci/mutants.py FOLDER --report reports/mutants.md` from",
             "cargo-mutants' list. A mutant is one small change of the source. It is put to the fast",
             "tests of its codec. One that these miss is explained below, or put to all tests of the",
             "crate, inside and outside, and then to all vectors. One that no compiler takes is",
             "unviable.", "",
             (f"Every {every}th mutant was made. " if every > 1 else "")
             + f"{sum(total.values())} mutants: "
             + ", ".join(f"{total[name]} {LABEL[name]}" for name in [*columns, "not run"] if total[name])
             + ".", "",
             "| file | " + " | ".join(LABEL[name] for name in columns) + " |",
             "| --- |" + " ---: |" * len(columns)]
    for file, counts in sorted(rows.items()):
        cells = [str(counts[name] or "") for name in columns]
        lines.append(f"| {file.removeprefix('codec/src/')} | " + " | ".join(cells) + " |")
    lines += ["", "## Survivors, and why nothing can or need catch them", ""]
    groups = collections.defaultdict(list)
    for mutant, _, row in survivors:
        groups[row["reason"]].append(f"`{mutant['file'].removeprefix('codec/src/')}`: "
                                     f"{described(mutant).replace('|', chr(92) + '|')}")
    for reason, names in groups.items():
        lines += [reason, ""] + [f"- {name}" for name in names] + [""]
    out.write_text("\n".join(lines).rstrip() + "\n")
    # In a sample most survivors are missing, so that an unused reason says nothing.
    unused = [row for row in reasons if every == 1 and not any(row is used for _, _, used in survivors)]
    for mutant, outcome, _ in unexplained:
        print(f"{outcome}: {mutant['name']}")
    for row in unused:
        print(f"no survivor needs the reason for {row['file']}: {row['mutation']}")
    print(f"{len(survivors)} survivors with a reason, {len(unexplained)} without")
    return 1 if unexplained or unused else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--worker", type=int, default=0)
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--report", type=pathlib.Path, metavar="FILE")
    options = parser.parse_args()
    listed = ["cargo", "mutants", "--list", "--json", *CODEC]
    mutants = json.loads(subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout)[:: options.every]
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.report:
        return report(options.folder, mutants, options.every, options.report)
    scratch = Scratch(options.folder.resolve() / f"scratch-{options.worker}")
    if not scratch.folder.exists():
        subprocess.run(["git", "clone", "--quiet", ROOT, scratch.folder], check=True)
    results = (options.folder / f"results-{options.worker}.ndjson").open("a")
    reasons = reasons_there()
    for stage, arguments, package, alone in STAGES:
        known = read(options.folder)
        todo = [m for m in mutants if m["name"] not in known[stage]]
        if alone:
            # The mutants left are those that every stage before has missed and nobody has explained.
            before = [name for name, *_ in STAGES][: [s[0] for s in STAGES].index(stage)]
            todo = [m for m in todo if all(known[b].get(m["name"]) == "missed" for b in before)
                    and not reason_for(m, reasons)]
        everything = arguments({"file": "codec/src/codec.rs"})
        programs, broken = scratch.build(name for name, _ in everything)
        if broken is not None:
            sys.exit("the tests do not build without a mutant")
        for name, words in everything:
            if scratch.run(programs[name], package, words).wait() != 0:
                sys.exit(f"{name} fails without a mutant")
        batches = [[m] for m in todo] if alone else list(rounds(todo, arguments))
        for batch in batches[::-1] if options.worker % 2 else batches:
            known = read(options.folder)[stage]
            batch = [m for m in batch if m["name"] not in known]
            for name, outcome in scratch.judge(batch, arguments, package).items():
                results.write(json.dumps({"stage": stage, "name": name, "outcome": outcome}) + "\n")
            results.flush()
        print(f"{stage}: {len(todo)} mutants in {len(batches)} builds", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
