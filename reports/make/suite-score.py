#!/usr/bin/env python3
"""The score of the suite: how many mutants of the plain models fail it, by the vectors alone.

    reports/make/suite-score.py ACEGATE [--folder FOLDER] [--report FILE]

Every mutant that cargo-mutants knows of the models in codec/src goes into one program, which serves the one
that a request of the line protocol names. All checks of the suite are run against it, for each codec that
the mutated file is part of, as `acegate check` would. A mutant is caught where a check of level must
fails, whatever the reason: a wrong answer, a crash, a hang. Nothing else judges: no test of the
crate, and not the fast codecs. One that is not caught is also run with `acegate check` itself.

A mutant that no check catches needs a proof in suite-score.toml that none can. The exit status is 1 where
one has none, or where a proof is not needed. FOLDER keeps what was built.
"""

import argparse
import collections
import fnmatch
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import sys
import tomllib

from shared import MAKE, ROOT, TARGET, check, events_of, run, table, write

SOURCES = "codec/src/"
# The files of the models: one per codec, or its folder, and the units that three of them share.
MODELS = ["*/model.rs", "*/model/*.rs", "utf16.rs"]
PROOFS = MAKE / "suite-score.toml"
SERVER = MAKE / "suite-score.rs"
# The codecs of each folder or file of models.
PARTS = {"bootstring": ["bootstring", "punycode"], "host": ["lace", "punycode", "race", "utf6"],
         "lace": ["lace"], "punycode": ["punycode"], "race": ["race"], "utf16.rs": ["lace", "race", "utf6"],
         "utf5": ["utf5"], "utf6": ["utf6"], "uri2dec": ["uri2dec"], "uts46": ["uts46"], "idna2008": ["idna2008"]}
CODECS = sorted({codec for codecs in PARTS.values() for codec in codecs})
LEVELS = ["must", "should", "may"]
# The limits of a mutant for all checks of a codec: seconds of CPU time, and bytes of memory. The
# model takes less than a tenth of a second.
SECONDS, MEMORY = 0.7, 2 << 30
# acegate gives an implementation up after this many ends in a row.
RESTARTS = 10
# A module for the codec crate, which has the number of the active mutant.
ACTIVE = """use std::sync::atomic::{AtomicUsize, Ordering};
static NUMBER: AtomicUsize = AtomicUsize::new(0);
pub fn number() -> usize { NUMBER.load(Ordering::Relaxed) }
pub fn set(number: usize) { NUMBER.store(number, Ordering::Relaxed) }
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("acegate", type=pathlib.Path)
    parser.add_argument("--folder", type=pathlib.Path, default=TARGET / "suite-score")
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    program = Program(options.folder.resolve(), listed())
    program.build()
    return report(program, judged(program, options.acegate.resolve()), options.report)


def listed():
    """The mutants, each with what it does and the text of the line where it does it."""
    files = [word for model in MODELS for word in ("-f", SOURCES + model)]
    found = json.loads(run(["cargo", "mutants", "--list", "--json", "-p", "acegate-codec", *files]).stdout)
    # The switch between mutants is in a function, so mutants of constants are left out.
    mutants = [mutant for mutant in found if mutant["function"]]
    for mutant in mutants:
        lines = (ROOT / mutant["file"]).read_text().split("\n")
        mutant["line"] = lines[mutant["span"]["start"]["line"] - 1].strip()
        mutant["what"] = mutant["name"].split(": ", 1)[1]
        mutant["file"] = mutant["file"].removeprefix(SOURCES)
    return mutants


class Program:
    """One program that serves every mutant that compiles, by number. Number 0 is the model itself.

    A mutant is a second function next to the one that it changes, which goes there if the mutant is
    the active one. So all are compiled at once, and only once.
    """

    def __init__(self, folder, mutants):
        self.folder, self.mutants = folder, mutants
        self.scratch = folder / "scratch"
        self.path = folder / "target/debug/mutants"
        self.sources = {p.relative_to(ROOT / SOURCES).as_posix(): p.read_text()
                        for model in MODELS for p in sorted((ROOT / SOURCES).glob(model))}
        self.unviable = set()

    def build(self):
        """Lays out a copy of the codec crate and builds it, without those that do not compile."""
        shutil.rmtree(self.scratch, ignore_errors=True)
        for folder in ("codec/src", "codec/tests"):
            shutil.copytree(ROOT / folder, self.scratch / folder)
        shutil.copy(ROOT / "codec/Cargo.toml", self.scratch / "codec")
        shutil.copy(ROOT / "Cargo.lock", self.scratch)
        manifest = (ROOT / "Cargo.toml").read_text().split("[profile.")[0]
        manifest = re.sub(r"^members = .*$", 'members = ["codec", "server"]', manifest, flags=re.M)
        manifest = re.sub(r"^default-members = .*$", "", manifest, flags=re.M)
        # As released: an overflow that is not checked for wraps.
        manifest += "[profile.dev]\nopt-level = 1\ndebug = false\noverflow-checks = false\n" \
                    "debug-assertions = false\nincremental = false\n"
        (self.scratch / "Cargo.toml").write_text(manifest)
        server = self.scratch / "server"
        (server / "src").mkdir(parents=True)
        shutil.copy(SERVER, server / "src/main.rs")
        (server / "Cargo.toml").write_text(
            '[package]\nname = "mutants"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n'
            'acegate-codec = { workspace = true, features = ["uts46"] }\nserde_json.workspace = true\n')
        (self.scratch / "codec/src/active.rs").write_text(ACTIVE)
        with (self.scratch / "codec/src/lib.rs").open("a") as lib:
            lib.write("pub mod active;\n")
        while True:
            origins = self.plant()
            broken = self.compile(origins)
            if not broken:
                return
            self.unviable |= broken

    def plant(self):
        """Writes every mutant into its file; whose lines the lines of each file then are."""
        origins = {}
        for name, text in self.sources.items():
            source, clones = text.split("\n"), collections.defaultdict(list)
            for number, mutant in enumerate(self.mutants, 1):
                if mutant["file"] == name and number not in self.unviable:
                    clones[place_of_function(source, mutant)].append(number)
            lines, whose = [], []
            def add(more, number=0):
                lines.extend(more)
                whose.extend([number] * len(more))
            done = 0
            for (start, end), numbers in sorted(clones.items()):
                add(source[done:start])
                add(Function(source[start:end]).dispatching(numbers))
                for number in numbers:
                    changed = mutated(source, self.mutants[number - 1], start, end)
                    add(Function(changed).renamed(number), number)
                done = end
            add(source[done:])
            (self.scratch / SOURCES / name).write_text("\n".join(lines))
            origins[SOURCES + name] = whose
        return origins

    def compile(self, origins):
        """Compiles, and returns the mutants that do not compile."""
        env = dict(os.environ, CARGO_TARGET_DIR=str(self.folder / "target"),
                   RUSTFLAGS="--cap-lints allow")
        arguments = ["cargo", "build", "--offline", "--quiet", "-p", "mutants",
                     "--message-format", "json"]
        done = subprocess.run(arguments, cwd=self.scratch, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True)
        broken = set()
        for line in done.stdout.splitlines():
            message = json.loads(line)
            if message["reason"] == "compiler-message" and message["message"]["level"] == "error":
                for span in message["message"]["spans"]:
                    whose = origins.get(span["file_name"], [])
                    broken.update(whose[span["line_start"] - 1 : span["line_end"]])
        broken.discard(0)
        if done.returncode and not broken:
            sys.exit(f"the mutants do not compile, see {' '.join(arguments)} in {self.scratch}")
        return broken

    def failures(self, number, checks):
        """The checks that the mutant fails, each with the level, up to the first of level must."""
        failed, rest = [], checks
        for _ in range(RESTARTS):
            replies = self.replies(number, rest)
            for check, reply in zip(rest, replies):
                failed += [(check, level) for level in fault_of(check, reply)]
                if failed and failed[-1][1] == "must":
                    return failed
            if len(replies) == len(rest):
                return failed
            # It died of a check. The checks after it go to another process.
            check, rest = rest[len(replies)], rest[len(replies) + 1 :]
            failed.append((check, check["level"]))
            if not rest or check["level"] == "must":
                return failed
        # acegate gives it up.
        return [*failed, (rest[0], "must")]

    def replies(self, number, checks):
        """What the mutant says to the checks, as far as it comes."""
        def limit():
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        lines = b"".join(check["line"] for check in checks)
        done = subprocess.run([self.path, str(number)], input=lines, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, preexec_fn=limit)
        return done.stdout.split(b"\n")[:-1]

    def passes(self, number, codec, acegate):
        """Whether `acegate check` finds nothing to fail the mutant for."""
        serve = subprocess.run([acegate, "serve", "plain"], check=True, capture_output=True, text=True,
                               input='{"type":"hello","protocol":[1]}\n')
        env = dict(os.environ, HELLO=serve.stdout.strip())
        command = [acegate, "check", "--cmd", f"{self.path} {number}", "--codec", codec]
        return subprocess.run(command, env=env, stdout=subprocess.DEVNULL).returncode == 0


class Function:
    """A function in a file that rustfmt has formatted: from its first line to its last brace."""

    def __init__(self, lines):
        self.lines = lines
        self.name = re.search(r"\bfn (\w+)", self.lines[0])[1]

    def renamed(self, number):
        first = re.sub(r"^( *)(?:pub(?:\(\w+\))? )?", r"\1", self.lines[0])
        return [re.sub(r"\bfn \w+", f"fn {self.name}_mutant_{number}", first, count=1), *self.lines[1:]]

    def dispatching(self, numbers):
        """The function, which goes to a mutant where one of these is active."""
        text = "\n".join(self.lines)
        opening = text.index("(", text.index(f"fn {self.name}"))
        # A parameter without a name gets one, to be handed on.
        text = text[:opening] + re.sub(r"(?<=[(, ])_(?=: )", "unnamed", text[opening:], count=1)
        depth, close = 0, opening
        for close in range(opening, len(text)):
            depth += {"(": 1, ")": -1}.get(text[close], 0)
            if depth == 0:
                break
        body = text.index("{", close)
        names = re.findall(r"(?:^|[,(])\s*&?(?:mut )?(\w+)\s*(?=:|,|$)",
                           without_types(text[opening + 1 : close]))
        # A function that is indented belongs to a type.
        owner = "Self::" if self.lines[0].startswith(" ") else ""
        receiver = "self." if names[:1] == ["self"] else owner
        given = ", ".join(name for name in names if name != "self")
        arms = " ".join(f"{number} => return {receiver}{self.name}_mutant_{number}({given}),"
                        for number in numbers)
        choice = f" match crate::active::number() {{ {arms} _ => {{}} }}"
        return (text[: body + 1] + choice + text[body + 1 :]).split("\n")


def without_types(parameters):
    """The parameters, each with nothing but its name before a comma."""
    names, depth, skip = "", 0, False
    for character in parameters.replace("->", ""):
        depth += {"(": 1, "[": 1, "<": 1, ")": -1, "]": -1, ">": -1}.get(character, 0)
        if depth == 0 and character == ",":
            skip = False
        elif depth == 0 and character == ":":
            skip = True
        if not skip:
            names += character
    return names


def place_of_function(source, mutant):
    """The lines of the function that a mutant changes, without the lines above it."""
    span = mutant["function"]["span"]
    start = span["start"]["line"] - 1
    while not re.match(r" *(?:pub(?:\([^)]*\))? )?(?:const )?fn ", source[start]):
        start += 1
    return start, span["end"]["line"]


def mutated(source, mutant, start, end):
    """The lines of a function with a mutant in it."""
    first, last = mutant["span"]["start"], mutant["span"]["end"]
    head = source[first["line"] - 1][: first["column"] - 1]
    tail = source[last["line"] - 1][last["column"] - 1 :]
    changed = f"{head}{mutant['replacement']} {tail}".split("\n")
    return [*source[start : first["line"] - 1], *changed, *source[last["line"] : end]]


def judged(program, acegate):
    """For each mutant and codec: the most binding level at which a check fails, or `survived`."""
    outcomes = {}
    for codec in CODECS:
        checks = checks_of(acegate, codec)
        if program.failures(0, checks) or not program.passes(0, codec, acegate):
            sys.exit(f"{codec}: the model itself fails, or answers nothing")
        for number, mutant in enumerate(program.mutants, 1):
            if number in program.unviable or codec not in PARTS[mutant["file"].split("/")[0]]:
                continue
            failed = {level for _, level in program.failures(number, checks)}
            if "must" not in failed and not program.passes(number, codec, acegate):
                failed = {"must"}
            levels = [level for level in LEVELS if level in failed]
            outcomes.setdefault(str(number), {})[codec] = levels[0] if levels else "survived"
    return outcomes


def checks_of(acegate, codec):
    """The checks of the suite that acegate carries, as it runs them against its transcription."""
    every = events_of("case", check(acegate, "plain", "--codec", codec))
    # Those that are skipped ask for a newer version of Unicode.
    checks = [asked for asked in every if asked["verdict"] != "skip"]
    checks.sort(key=lambda check: LEVELS.index(check["level"]))
    for number, asked in enumerate(checks):
        request = {"id": number, "codec": codec, "op": asked["op"],
                   "params": asked.get("params", {}), "in": asked["input"]}
        asked["line"] = json.dumps(request).encode() + b"\n"
        asked["ok"] = [value(outcome["ok"]) for outcome in asked["expected"] if "ok" in outcome]
        asked["refusals"] = [outcome for outcome in asked["expected"] if "error" in outcome]
    return checks


def value(json_value):
    """A value in one form, whatever the form in which it was sent."""
    if isinstance(json_value, list):
        return [value(one) for one in json_value]
    text = json_value.get("u")
    if text is None and "t" in json_value:
        text = [ord(character) for character in json_value["t"]]
    return text, json_value.get("flags"), json_value.get("b")


def fault_of(check, line):
    """The level of what is wrong with the reply to a check, in a list that may be empty."""
    reply = json.loads(line)
    if "skip" in reply or "ok" in reply and value(reply["ok"]) in check["ok"]:
        return []
    if "error" not in reply or not check["refusals"]:
        return [check["level"]]
    # The kind of a refusal is judged at should, its place at may.
    error = reply["error"]
    named = [refusal for refusal in check["refusals"] if error["kind"] in refusal["error"]]
    if not named:
        return ["should"]
    return [] if any(refusal.get("at", error["at"]) == error["at"] for refusal in named) else ["may"]


def report(program, outcomes, path):
    """Writes what the results come to; 1 where a mutant that no check catches has no proof."""
    proofs = [(pattern, proof["why"]) for proof in tomllib.loads(PROOFS.read_text())["proof"]
              for pattern in proof["mutants"]]
    used, wrong, uncaught = set(), [], collections.defaultdict(lambda: collections.defaultdict(list))
    scores = collections.defaultdict(collections.Counter)
    for number, outcome in outcomes.items():
        mutant = program.mutants[int(number) - 1]
        name = f"{mutant['file']}: {mutant['what']}, in `{mutant['line']}`"
        for codec, level in outcome.items():
            scores[codec][level] += 1
            if level == "must":
                continue
            why = f"Caught by a check of level {level}, or by the kind or the place of a refusal, which is judged there."
            if level == "survived":
                fitting = [proof for proof in proofs if fits(proof[0], f"{codec}: {name}")]
                used.update(pattern for pattern, _ in fitting)
                why = fitting[0][1] if fitting else None
            if why:
                uncaught[why][name].append(codec)
            else:
                wrong.append(f"{codec}: {name}")
    wrong += [f"no mutant needs the proof {pattern}" for pattern, _ in proofs if pattern not in used]
    summary = [*table(["codec", "mutants", "caught at must", "only at should or may", "by none"], [
                   [codec, count.total(), count["must"], count["should"] + count["may"], count["survived"]]
                   for codec, count in sorted(scores.items())]),
               "", f"{len(program.mutants)} mutants, of which {len(program.unviable)} do not compile. One in a file that"
               " several codecs share is counted for each of them."]
    print(*wrong, *summary, sep="\n")
    if path:
        write(path, page(summary, uncaught))
    return 1 if wrong else 0


def fits(pattern, name):
    """Whether the name matches the pattern, in which only a star has a meaning."""
    return fnmatch.fnmatchcase(name, pattern.replace("[", "[[]").replace("?", "[?]"))


def page(summary, uncaught):
    yield from ["# The score of the suite", "", "This page is made by `reports/make/evidence score`. cargo-mutants makes"
                " mutants of the transcriptions, codec by codec. Each mutant is a separate program that runs the suite as in"
                " `acegate check`, and only the vectors decide whether it is caught.", "", *summary, "",
                "## Mutants that no must catches, and why", ""]
    for why, names in uncaught.items():
        yield from [why, "", *(f"- {', '.join(codecs)}: {name}" for name, codecs in names.items()), ""]


if __name__ == "__main__":
    sys.exit(main())
