#!/usr/bin/env python3
"""Builds the readers of the vectors, installs each in an empty project, and runs it against two libraries.

    readers.py PROGRAM [--fresh] [--out FILE] [--only NAME]...

PROGRAM is acegate, which exports the vectors. The readers are in vectors/readers, and that of Rust is the library
acegate. One of the two libraries passes, with the known failures that the project lists, and the other one fails. A
reader is skipped, and says so, if its tools or libraries are not here. The table, which is added to FILE, has the lines
that a user writes and the seconds from an empty folder. The commands that were typed are below it. With --fresh each reader
runs in an empty Debian that has only the packages of its language, which .ci/fresh makes.
"""
import argparse
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

READERS = Path(__file__).resolve().parents[2] / "vectors/readers"
ROOT = READERS.parents[1]
JAVA = Path("/usr/share/java")
GO = Path("/usr/share/gocode/src")
FILE = "acegate-vectors.json.gz"
LIMIT_S = 900

PYTHON = """from acegate_vectors import vectors

test_codec = vectors("punycode", {"encode": lambda text: text.encode("punycode").decode(),
                                  "decode": lambda code: code.encode("utf-8", "surrogatepass").decode("punycode")},
                     refuses=UnicodeError, exceptions="exceptions.json")
"""
BOOTSTRING = """import bootstring
from acegate_vectors import vectors

test_bootstring = vectors("punycode", {"encode": bootstring.encode, "decode": bootstring.decode}, refuses=ValueError)
"""
# Exact names, so that each new failure fails the run. The failures are those of reports/conformance/python-codec.md.
DROPPED = "CPython drops a delimiter at the start of a code."
CODEC_EXCEPTIONS = {
    "punycode/edge/leading-delimiter-alone": DROPPED,
    "punycode/edge/leading-delimiter-letter": DROPPED,
    "punycode/edge/leading-delimiter-word": DROPPED,
    "punycode/edge/leading-delimiter-long": DROPPED,
    "punycode/long/leading-delimiter-then-20000": DROPPED,
    "punycode/structure/leading-delimiter-figure": DROPPED,
    "punycode/structure/leading-delimiter-sample": DROPPED,
    "punycode/structure/leading-delimiter-capital": DROPPED,
}
NODE = """const test = require('node:test');
const punycode = require('punycode/');
const { vectors } = require('acegate-vectors');

vectors(test, 'punycode', punycode, { refuses: (error) => error instanceof RangeError });
"""
VITEST = """import { test } from 'vitest';
import punycode from '@frida/punycode';
import { vectors } from 'acegate-vectors';

const { encode, decode } = punycode;
vectors(test, 'punycode', { encode, decode }, { refuses: (error) => error instanceof RangeError });
"""
GO_TEST = """package mine

import (
	"testing"

	"acegate.example/vectors"
	"%s"
)

func TestVectors(t *testing.T) {
	%s
}
"""
JAVA_TEST = """import acegate.Vectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.*;

class VectorsTest {
    @TestFactory
    Stream<DynamicTest> vectors() throws Exception {
        return %s.tests();
    }
}
"""
CARGO = """[package]
name = "mine"
version = "0.1.0"
edition = "2024"

[dev-dependencies]
acegate = { path = "acegate/conformance", default-features = false, features = ["libtest"] }
%s

[[test]]
name = "vectors"
harness = false

# Failures are compared with hundreds of simulated bugs; this makes that quick.
[profile.dev.package.acegate-codec]
opt-level = 2

[profile.dev.package.acegate-deviations]
opt-level = 1
"""
RUST = """use acegate::implementation::Functions;

fn main() -> std::process::ExitCode {
    acegate::libtest::main(|| {
        Functions::new("%s", "1.0")
            .operation("punycode", "encode", |text| %s)
            .operation("punycode", "decode", |code| %s)
    })
}
"""
ICU4J = """new Vectors("punycode", e -> e instanceof com.ibm.icu.text.StringPrepParseException
            || e instanceof com.ibm.icu.util.ICUInputTooLongException)
            .on("encode", text -> com.ibm.icu.impl.Punycode.encode(text, null).toString())
            .on("decode", code -> com.ibm.icu.impl.Punycode.decode(code, null).toString())"""
HTTPCLIENT = """new Vectors("punycode", e -> e instanceof IllegalArgumentException)
            .on("decode", code -> new org.apache.http.client.utils.Rfc3492Idn() {
                String of(String code) { return decode(code); }
            }.of(code))"""


class Missing(Exception):
    """A tool or a library that is not here."""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--only", action="append", choices=list(PROJECTS))
    parser.add_argument("--fresh", action="store_true")
    options = parser.parse_args()
    measure = in_fresh_roots if options.fresh else here
    rows, walks = measure(options.program.resolve(), options.only or PROJECTS)
    place = "an empty Debian with only the packages of its language" if options.fresh else "this system"
    text = "\n".join([HEAD.format(place), *rows, "", COMMANDS, *walks]) + "\n"
    print(text)
    if options.out:
        with options.out.open("a", encoding="utf-8") as out:
            out.write("\n" + text)


def in_fresh_roots(program, names):
    """The rows and the commands that each reader prints in a root of its own."""
    rows, walks = [], []
    for name in names:
        done = subprocess.run([ROOT / ".ci/fresh", "reader", name, program], stdout=subprocess.PIPE, encoding="utf-8", check=True)
        lines = done.stdout.rstrip().splitlines()
        for line in lines:
            if ": skipped: " in line:
                sys.exit(f"{line}: .ci/fresh does not install it")
        rows += [line for line in lines if line.startswith(f"| {name} |")]
        walks += lines[lines.index(COMMANDS) + 1:]
    return rows, walks


def here(program, names):
    """The rows and the commands of these readers, run on this system."""
    octets = subprocess.run([program, "vectors", "export"], stdout=subprocess.PIPE, check=True).stdout
    rows, walks = [], []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="acegate-reader-") as place:
            for number, (library, is_right, project) in enumerate(PROJECTS[name]):
                folder = Path(place) / library.split()[0].replace("/", "-")
                TYPED.clear()
                try:
                    rows.append(row(name, library, is_right, project, folder, octets))
                    walks += ["", f"{name}, {library}:", "", "```sh", *(shown(words, folder) for words in TYPED), "```"] * (number == 0)
                except Missing as missing:
                    print(f"{name}, {library}: skipped: needs {missing}")
    return rows, walks


HEAD = """## Readers of the vectors

Each reader is made from the folder `vectors/readers`, installed in an empty project, and run as the tests of a library, in {}.
The known failures are in the project's `exceptions.json`, whose lines count.

| reader | library | lines | from nothing | passed | failed | known |
| --- | --- | ---: | ---: | ---: | ---: | ---: |"""
COMMANDS = "The commands, each in an empty folder. `package` is a reader with the vectors, from this repository."


def row(name, library, is_right, project, place, octets):
    """Runs a project in an empty folder. Returns its row of the table."""
    place.mkdir()
    begun = time.monotonic()
    package = place / "package"
    folder = {"pytest": "python", "node:test": "npm", "vitest": "npm", "jest": "npm"}.get(name, name)
    if name != "cargo":
        shutil.copytree(READERS / folder, package)
        inner = {"python": "acegate_vectors", "junit": "acegate"}.get(folder, "")
        (package / inner / FILE).write_bytes(gzip.compress(octets, 6, mtime=0))
    work = place / "work"
    work.mkdir()
    lines, got, counts = project(package, work)
    seconds = time.monotonic() - begun
    passed, failed, known, excepted = counts
    if (got.returncode == 0) != is_right:
        sys.exit(f"{name}, {library}: status {got.returncode}\n{got.stdout[-3000:]}")
    if passed < 100 or (failed == 0) != is_right:
        sys.exit(f"{name}, {library}: {passed} passed, {failed} failed\n{got.stdout[-3000:]}")
    if known != excepted:
        sys.exit(f"{name}, {library}: {known} known failures, but {excepted} exceptions")
    parts = ["must, ", "RFC 3492", "example ", "rerun "] if name == "cargo" else ["input ", "got ", "expected ", "clause ", "note "]
    for part in parts * (not is_right):
        if part not in got.stdout:
            sys.exit(f"{name}, {library}: no failure shows its {part}\n{got.stdout[-3000:]}")
    return f"| {name} | {library} | {lines} | {seconds:.0f} s | {passed} | {failed} | {known} |"


# The commands of a project, word by word.
TYPED = []


def shown(words, folder):
    """A command as a user types it in the folder of the project."""
    text = " ".join(str(word) for word in words).replace(str(folder / "work") + "/", "").replace(str(folder / "package"), "../package")
    text = text.replace(sys.executable, "python3").replace(str(folder / "work"), ".").replace(f"{JAVA}/", "")
    # The jars of JUnit, Gson and the library.
    return re.sub(r"-cp \S+", "-cp $JARS:../package:.", text)


def run(words, folder, **variables):
    TYPED.append([*(f"{name}={value}" for name, value in variables.items()), *words])
    program = shutil.which(str(words[0])) or ""
    if not program:
        raise Missing(words[0])
    environment = {**os.environ, "NO_COLOR": "1", **{name: str(value) for name, value in variables.items()}}
    return subprocess.run([program, *map(str, words[1:])], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", timeout=LIMIT_S)


def installed(words, folder, what):
    got = run(words, folder)
    if got.returncode:
        raise Missing(f"{what}: {got.stdout.strip().splitlines()[-1:]}")


def write(work, files):
    """Writes the files of a user. Returns how many lines they have."""
    for name, text in files.items():
        (work / name).write_text(text, "utf-8")
    return sum(len(text.splitlines()) for text in files.values())


def exceptions(known):
    """The file of known failures, one a line."""
    lines = [json.dumps({"id": name, "reason": reason}) for name, reason in known.items()]
    return '{"exceptions": [\n' + ",\n".join(lines) + "\n]}\n"


def number(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def pytest(test, known, *libraries):
    def project(package, work):
        python = work / "v/bin/python"
        installed([sys.executable, "-m", "venv", work / "v"], work, "venv")
        installed([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package, *libraries], work, "PyPI")
        lines = write(work, {"test_vectors.py": test, **({"exceptions.json": exceptions(known)} if known else {})})
        got = run([python, "-m", "pytest", "--quiet", "--tb=short", "-p", "no:cacheprovider", "test_vectors.py"], work)
        return lines, got, [*(number(rf"(\d+) {word}", got.stdout) for word in ("passed", "failed", "xfailed")), len(known)]
    return project


def npm(test, file, command, patterns, *libraries):
    def project(package, work):
        (work / "package.json").write_text('{"private": true}\n')
        packed = run(["npm", "pack", "--silent", package], work).stdout.strip().splitlines()[-1]
        installed(["npm", "install", "--silent", "--no-audit", "--no-fund", work / packed, *libraries], work, "npm")
        lines = write(work, {file: test})
        got = run(command, work)
        return lines, got, [*(number(pattern, got.stdout) for pattern in patterns), 0, 0]
    return project


def go(library, call, known):
    def project(package, work):
        if not (GO / library).is_dir():
            raise Missing(f"the Go library {library} in {GO}")
        # Libraries of Debian are no modules, so the project is one folder of the path of Go.
        source = work / "src"
        shutil.copytree(package, source / "acegate.example/vectors")
        mine = source / "mine"
        mine.mkdir()
        lines = write(mine, {"vectors_test.go": GO_TEST % (library, call), **({"exceptions.json": exceptions(known)} if known else {})})
        got = run(["go", "test", "-v", "-vet=off", "mine"], work, GO111MODULE="off", GOPATH=f"{work}:{GO.parent}", GOFLAGS="")
        return lines, got, [*(len(re.findall(rf"    --- {word}:", got.stdout)) for word in ("PASS", "FAIL", "SKIP")), len(known)]
    return project


def junit(provider, *jars):
    def project(package, work):
        common = [JAVA / f"{name}.jar" for name in ("junit-platform-console-standalone", "junit-jupiter-api", "junit-jupiter-engine", "junit-platform-commons",
                                                    "junit-platform-engine", "junit-platform-launcher", "junit-platform-console", "junit-platform-reporting", "opentest4j", "apiguardian-api", "gson")]
        for jar in [*common[1:], *(JAVA / f"{name}.jar" for name in jars)]:
            if not jar.exists():
                raise Missing(jar)
        path = os.pathsep.join(map(str, [work, package, *common, *(JAVA / f"{name}.jar" for name in jars)]))
        installed(["javac", "-cp", path, "acegate/Vectors.java"], package, "javac")
        lines = write(work, {"VectorsTest.java": JAVA_TEST % provider})
        installed(["javac", "-cp", path, "-d", work, "VectorsTest.java"], work, "javac")
        got = run(["java", "-cp", path, "org.junit.platform.console.ConsoleLauncher", "--disable-banner", "--details=summary",
                   "--select-class=VectorsTest"], work)
        return lines, got, [*(number(rf"(\d+) tests {word}", got.stdout) for word in ("successful", "failed", "aborted")), 0]
    return project


def cargo(dependency, name, encode, decode):
    def project(package, work):
        # Until a release, a user has a clone beside the project.
        (work / "acegate").symlink_to(ROOT)
        (work / "tests").mkdir()
        (work / "src").mkdir()
        (work / "src/lib.rs").touch()
        lines = write(work, {"Cargo.toml": CARGO % dependency, "tests/vectors.rs": RUST % (name, encode, decode)})
        got = run(["cargo", "test", "--quiet", "--test", "vectors"], work, CARGO_TARGET_DIR=work / "target")
        return lines, got, [*(number(rf"(\d+) {word}", got.stdout) for word in ("passed", "failed")), 0, 0]
    return project


# The profile of the adapter go-x-net-idna, so that its failures are those of reports/conformance/go-x-net-idna.md.
X_NET = """profile := idna.New(idna.MapForLookup(), idna.StrictDomainName(true), idna.CheckHyphens(true),
		idna.CheckJoiners(true), idna.VerifyDNSLength(true), idna.BidiRule())
	vectors.Run(t, "punycode", vectors.Library{Exceptions: "exceptions.json", IDNA: "strict",
		Limits: map[string]float64{"unicode": 13},
		Functions: map[string]func(string) (string, error){"to-ascii": profile.ToASCII, "to-unicode": profile.ToUnicode}})"""
DECODED = "x/net/idna decodes a code with a character beyond ASCII (golang/go#81116)."
X_NET_EXCEPTIONS = {
    "punycode/codes-in-names/encode-letter-in-literal": DECODED,
    "punycode/codes-in-names/encode-letter-in-literal-alone": DECODED,
    "punycode/codes-in-names/letter-in-literal": DECODED,
    "punycode/codes-in-names/letter-in-literal-alone": DECODED,
    "punycode/hyphens/after-prefix": DECODED,
    "punycode/refused-or-unchanged/kana-in-code": DECODED,
    "punycode/refused-or-unchanged/not-ldh-literal": DECODED,
}
PUNY = """vectors.Run(t, "punycode", vectors.Library{Limits: map[string]float64{"width": 31},
		Functions: map[string]func(string) (string, error){"encode": puny.Encode, "decode": puny.Decode}})"""
TAP = [r"# pass (\d+)", r"# fail (\d+)"]
JEST = [r"Tests: .*?(\d+) passed", r"Tests: .*?(\d+) failed"]

# Of each reader the library, whether it passes, and its project.
PROJECTS = {
    "pytest": [("CPython codec", True, pytest(PYTHON, CODEC_EXCEPTIONS)), ("bootstring", False, pytest(BOOTSTRING, {}, "bootstring"))],
    "node:test": [("punycode", True, npm(NODE, "vectors.test.js", ["node", "--test", "--test-reporter=tap"], TAP, "punycode"))],
    # A newer vitest needs a newer Node.js than Debian 12 has.
    "vitest": [("@frida/punycode", False, npm(VITEST, "vectors.test.mjs", ["npx", "vitest", "run"], [r"(\d+) passed \(", r"(\d+) failed"], "vitest@3", "@frida/punycode"))],
    "jest": [("punycode", True, npm(NODE.split("\n", 1)[1], "vectors.test.js", ["npx", "jest"], JEST, "jest", "punycode"))],
    "go": [("x/net/idna", True, go("golang.org/x/net/idna", X_NET, X_NET_EXCEPTIONS)),
           ("puny", False, go("gitlab.com/golang-commonmark/puny", PUNY, {}))],
    "junit": [("ICU4J", True, junit(ICU4J, "icu4j")), ("HttpClient", False, junit(HTTPCLIENT, "httpclient", "httpcore", "commons-logging"))],
    "cargo": [("idna", True, cargo('idna = "1"', "idna", "idna::punycode::encode_str(text).ok_or(\"too long\")",
                                   "idna::punycode::decode_to_string(code).ok_or(\"not a code\")")),
              ("punycode", False, cargo('punycode = "0.4"', "punycode", 'punycode::encode(text).map_err(|()| "too long")',
                                        'punycode::decode(code).map_err(|()| "not a code")'))],
}

if __name__ == "__main__":
    main()
