#!/usr/bin/env python3
"""Repeats the must findings of the conformance runs by calling the libraries directly.

    .ci/directly.py REPORTS [--libraries FOLDER] [--each N] [--out FILE] [NAME …]
    .ci/directly.py --withheld

REPORTS is a folder of report files, as `acegate matrix --keep` writes them. Of every must finding, up
to N checks are put to the library again: the first, the last and those between them at equal
distances. Each is one process that calls the library, without adapter, line protocol and acegate.
A check shows again if the library is wrong directly, too. Whether a library that writes past its
memory crashes is chance, so a crash shows again as a memory error under valgrind, too.

The sentence why no reading of the document allows a finding is in `must-findings.toml`, written by a
person; `--withheld` prints the findings whose inputs are not published. The exit status is 1 if a check
does not show again, or if a finding has no sentence.
"""

import argparse
import ctypes.util
import fnmatch
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = os.path.join(ROOT, ".ci", "directly")
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))

# Each prints the code points of the result in hexadecimal digits and ends with 0, or ends with 1 for
# a refusal. The operation is the first argument, the code points are the others.
PYTHON_CODEC = """
import sys
op, text = sys.argv[1], "".join(chr(int(c, 16)) for c in sys.argv[2:])
try:
    if op == "encode": out = text.encode("punycode").decode("ascii")
    else: out = text.encode("utf-8", "surrogatepass").decode("punycode")
except UnicodeError: sys.exit(1)
except Exception: sys.exit(70)
print(*("%X" % ord(c) for c in out))
"""
PYTHON_BOOTSTRING = """
import sys, json, bootstring
op, text = sys.argv[1], "".join(chr(int(c, 16)) for c in sys.argv[3:])
given = json.loads(sys.argv[2])
try: out = getattr(bootstring, op)(text, **given)
except ValueError: sys.exit(1)
except Exception: sys.exit(70)
print(*("%X" % ord(c) for c in out))
"""
PYTHON_IDNA = """
import sys, idna
op, text = sys.argv[1], "".join(chr(int(c, 16)) for c in sys.argv[2:])
try: out = idna.encode(text, strict=True).decode() if op == "to-ascii" else idna.decode(text, strict=True)
except idna.IDNAError: sys.exit(1)
except Exception: sys.exit(70)
print(*("%X" % ord(c) for c in out))
"""
NODE = """
const punycode = require('punycode');
const [op, ...points] = process.argv.slice(1);
try {
  const out = punycode[op](punycode.ucs2.encode(points.map((c) => parseInt(c, 16))));
  console.log(punycode.ucs2.decode(out).map((c) => c.toString(16)).join(' '));
} catch (e) { process.exit(e instanceof RangeError ? 1 : 70); }
"""
PERL = """
no warnings; my ($op, @points) = @ARGV; my $text = join '', map { chr hex } @points;
my $out = eval { MODULE->can($op . '_punycode')->($text) };
exit 1 if $@ || !defined $out;
print join ' ', map { sprintf '%X', ord } split //, $out;
"""
NPM = """
const punycode = require('punycode/'); // of npm: without the slash it is that of Node.js
const [op, ...points] = process.argv.slice(1);
try {
  const out = punycode[op](punycode.ucs2.encode(points.map((c) => parseInt(c, 16))));
  console.log(punycode.ucs2.decode(out).map((c) => c.toString(16)).join(' '));
} catch (e) { process.exit(e instanceof RangeError ? 1 : 70); }
"""
NODE_URL = """
const [op, ...points] = process.argv.slice(1);
const name = String.fromCodePoint(...points.map((c) => parseInt(c, 16)));
const out = op === 'to-ascii' ? url.domainToASCII(name) : url.domainToUnicode(name);
if (!out && name) process.exit(1);
console.log(Array.from(out, (c) => c.codePointAt(0).toString(16)).join(' '));
"""
ADRAFFY = """
const { puny_encoded, puny_decode } = require('@adraffy/punycode');
const [op, ...points] = process.argv.slice(1);
const text = points.map((c) => String.fromCodePoint(parseInt(c, 16))).join('');
try {
  const out = op === 'encode' ? puny_encoded(text).slice(4) : puny_decode(text);
  console.log(Array.from(out, (c) => (c.codePointAt ? c.codePointAt(0) : c).toString(16)).join(' '));
} catch (e) { process.exit(1); }
"""
TR46 = """
const tr46 = require('tr46');
const [op, ...points] = process.argv.slice(1);
const name = points.map((c) => String.fromCodePoint(parseInt(c, 16))).join('');
const options = { checkHyphens: true, checkBidi: true, checkJoiners: true, useSTD3ASCIIRules: true, verifyDNSLength: true,
                  processingOption: 'nontransitional', transitionalProcessing: false };
const made = op === 'to-ascii' ? tr46.toASCII(name, options) : tr46.toUnicode(name, options);
if (made === null || made.error) process.exit(1);
console.log(Array.from(made.domain ?? made, (c) => c.codePointAt(0).toString(16)).join(' '));
"""
ADA_URL = """
import sys, ada_url
op, name = sys.argv[1], "".join(chr(int(c, 16)) for c in sys.argv[2:])
out = ada_url.idna_to_ascii(name).decode() if op == "to-ascii" else ada_url.idna_to_unicode(name)
if name and not out: sys.exit(1)
print(*("%X" % ord(c) for c in out))
"""
QT = """
import sys
from PyQt6.QtCore import QUrl
op, name = sys.argv[1], "".join(chr(int(c, 16)) for c in sys.argv[2:])
ignore = QUrl.AceProcessingOption.IgnoreIDNWhitelist
out = QUrl.toAce(name).data().decode() if op == "to-ascii" else QUrl.fromAce(name.encode(), ignore)
if name and not out: sys.exit(1)
print(*("%X" % ord(c) for c in out))
"""
GLIB = """
import sys, ctypes, ctypes.util
glib = ctypes.CDLL(ctypes.util.find_library("glib-2.0"))
op, name = sys.argv[1], "".join(chr(int(c, 16)) for c in sys.argv[2:])
call = glib.g_hostname_to_ascii if op == "to-ascii" else glib.g_hostname_to_unicode
call.argtypes, call.restype = [ctypes.c_char_p], ctypes.c_char_p
out = call(name.encode("utf-8", "surrogatepass"))
if out is None: sys.exit(1)
print(*("%X" % ord(c) for c in out.decode()))
"""
PERL_CALL = """
no warnings; my ($op, @points) = @ARGV; my $text = join '', map { chr hex } @points;
my $out = eval { CALL };
exit 1 if $@ || !defined $out;
print join ' ', map { sprintf '%X', ord } split //, $out;
"""
RUBY = """
op, *points = ARGV
text = points.map(&:hex).pack('U*')
begin
  out = CALL
rescue ArgumentError, RangeError, StandardError
  exit 1
end
puts out.unpack('U*').map { |c| c.to_s(16) }.join(' ')
"""
PYTHON_ENCODINGS_IDNA = """
import sys
op, text = sys.argv[1], "".join(chr(int(c, 16)) for c in sys.argv[2:])
try: out = text.encode("idna").decode() if op == "to-ascii" else text.encode().decode("idna")
except UnicodeError: sys.exit(1)
print(*("%X" % ord(c) for c in out))
"""
SETS = {"punycode": {"delimeter": "-", "base_alphabet": "abcdefghijklmnopqrstuvwxyz0123456789"},
        "rust-v0": {"delimeter": "_", "base_alphabet": "abcdefghijklmnopqrstuvwxyz0123456789"},
        "swift": {"delimeter": "_", "base_alphabet": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"}}
NAMES = {"delimiter": "delimeter", "digits": "base_alphabet", "tmin": "tmin", "tmax": "tmax", "skew": "skew",
         "damp": "damp", "initial-bias": "initial_bias", "initial-n": "initial_n"}


def c_library(name):
    return ctypes.util.find_library(name)


def commands(place):
    """For each adapter a function from an event to the command that asks its library directly."""
    return {**c_libraries(place), **compiled(place), **scripts()}


def c_libraries(place):
    """The libraries in C, called by `directly/library.c`."""
    program = os.path.join(place, "library")
    source = os.path.join(SOURCES, "library.c")
    subprocess.run(["cc", "-O1", "-w", "-o", program, source, "-ldl"], check=True)
    icu = c_library("icuuc") or ""
    release = (re.search(r"\d+$", icu) or [""])[0]
    functions = {
        "icu": (icu, {"encode": f"u_strToPunycode_{release}", "decode": f"u_strFromPunycode_{release}"}),
        "libidn": (c_library("idn"), {"encode": "punycode_encode", "decode": "punycode_decode"}),
        "libidn-host": (c_library("idn"), {"to-ascii": "idna_to_ascii_4z", "to-unicode": "idna_to_unicode_4z4z"}),
        "libidn2": (c_library("idn2"), {"encode": "_idn2_punycode_encode", "decode": "_idn2_punycode_decode"}),
        "libidn2-host": (c_library("idn2"), {"to-ascii": "idn2_to_ascii_4z", "to-unicode": "idn2_to_unicode_4z4z"}),
    }
    return {name: lambda event, library=library, ops=ops:
            [program, library, ops[event["op"]], event["op"], *points(event)]
            for name, (library, ops) in functions.items() if library}


def compiled(place):
    """The libraries of languages that are compiled: each program is built when it is first asked."""
    source = lambda name: os.path.join(SOURCES, name)
    built = lambda name: os.path.join(place, name)
    go = {**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
    client = "/usr/share/java/httpclient.jar:/usr/share/java/httpcore.jar:/usr/share/java/commons-logging.jar"
    java = ["javac", "-d", place, source("Direct.java")]
    exports = ["--add-exports", "java.base/jdk.internal.icu.impl=ALL-UNNAMED"]
    programs = {
        "go-commonmark-puny": (["go", "build", "-o", built("puny"), source("puny.go")], [built("puny")]),
        "go-x-net-idna": (["go", "build", "-o", built("idna"), source("idna.go")], [built("idna")]),
        "haskell-punycode": (["ghc", "-v0", "-outputdir", built("hs"), "-o", built("hs-punycode"),
                              source("punycode.hs")], [built("hs-punycode")]),
        "crystal-punycode": (["crystal", "build", "--no-color", "-o", built("cr-punycode"), source("punycode.cr")],
                             [built("cr-punycode")]),
        "dotnet-idnmapping": (["mcs", "-out:" + built("idnmapping.exe"), source("idnmapping.cs")],
                              ["mono", built("idnmapping.exe")]),
        "httpclient": (java, ["java", "-cp", f"{place}:{client}", "Direct", "org.apache.http.client.utils.Rfc3492Idn"]),
        "java-jdk-punycode": (java, ["java", *exports, "-cp", place, "Direct", "jdk.internal.icu.impl.Punycode"]),
        "java-idn": (java, ["java", "-cp", place, "Direct", "java.net.IDN"]),
        "erlang-idna": (None, ["escript", source("idna.escript")]),
        "pike-idna": (None, ["pike", source("punycode.pike")]),
        "emacs-puny": (None, ["emacs", "-Q", "--batch", "--load", source("puny.el")]),
        "r-urltools": (None, ["Rscript", "--vanilla", source("urltools.R")]),
        "symfony-polyfill": (None, ["php", source("polyfill.php")]),
    }
    done = set()

    def ask(event, build, run):
        if build and tuple(build) not in done:
            subprocess.run(build, check=True, env=go)
            done.add(tuple(build))
        return [*run, event["op"], *points(event)]

    found = {name: lambda event, build=build, run=run: ask(event, build, run)
             for name, (build, run) in programs.items()}
    peers = os.path.join(TARGET, "release", "examples", "rust_peers")
    found["rust"] = lambda event: [peers, event["peer"], "--call", event["op"], *points(event)]
    return found


def scripts():
    """The libraries of languages that take a program as an argument."""
    found = {}

    def bootstring(event):
        params = event.get("params", {})
        given = dict(SETS[params.get("set", "punycode")])
        given.update({NAMES[key]: value for key, value in params.items() if key in NAMES})
        return [sys.executable, "-c", PYTHON_BOOTSTRING, event["op"], json.dumps(given), *points(event)]

    simple = {"python-codec": [sys.executable, "-c", PYTHON_CODEC],
              "python-idna": [sys.executable, "-c", PYTHON_IDNA],
              "node-punycode": ["node", "--no-deprecation", "-e", NODE],
              "perl-uri-punycode": ["perl", "-MURI::_punycode", "-e", PERL.replace("MODULE", "URI::_punycode")],
              "perl-net-idn-punycode": ["perl", "-MNet::IDN::Punycode", "-e",
                                        PERL.replace("MODULE", "Net::IDN::Punycode")]}
    ruby = {"ruby-addressable": ("addressable/idna/pure", "Addressable::IDNA.send('punycode_' + op, text)"),
            "ruby-simpleidn": ("simpleidn", "SimpleIDN::Punycode.send(op, text)"),
            "ruby-domain-name": ("domain_name", "DomainName::Punycode.send(op, text)")}
    for name, (feature, call) in ruby.items():
        simple[name] = ["ruby", "-r", feature, "-e", RUBY.replace("CALL", call)]
    perl = {"perl-mojo-util": ("Mojo::Util", "Mojo::Util->can('punycode_' . $op)->($text)"),
            "perl-net-idn-punycode-pp": ("Net::IDN::Punycode::PP", "Net::IDN::Punycode::PP->can($op . '_punycode')->($text)"),
            "perl-net-idn-encode": ("Net::IDN::Encode", "Net::IDN::Encode->can('domain_' . $op =~ s/-/_/r)->($text)")}
    for name, (module, call) in perl.items():
        simple[name] = ["perl", f"-M{module}", "-e", PERL_CALL.replace("CALL", call)]
    simple["adraffy-punycode"] = ["node", "-e", ADRAFFY]
    simple["tr46"] = ["node", "-e", TR46]
    simple["ada-url"] = [sys.executable, "-c", ADA_URL]
    simple["qt"] = [sys.executable, "-c", QT]
    simple["glib"] = [sys.executable, "-c", GLIB]
    simple["node-url"] = ["node", "-e", NODE_URL]
    simple["npm-punycode"] = ["node", "-e", NPM]
    simple["python-encodings-idna"] = [sys.executable, "-c", PYTHON_ENCODINGS_IDNA]
    for name, command in simple.items():
        found[name] = lambda event, command=command: [*command, event["op"], *points(event)]
    found["python-bootstring"] = bootstring
    return found


def points(event):
    value = event["input"]
    return ["%X" % int(c) for c in value["u"]] if "u" in value else ["%X" % ord(c) for c in value["t"]]


def observed(event):
    """The outcome of an event in the form of `asked`."""
    seen = event["observed"]
    if "ok" in seen:
        return ("value", points({"input": seen["ok"]}))
    return ("refusal", []) if "error" in seen else (event["verdict"], [])


def asked(command, env):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=env)
    except subprocess.TimeoutExpired:
        return ("timeout", [])
    if done.returncode == 0:
        return ("value", ["%X" % int(word, 16) for word in done.stdout.split()])
    return ("refusal", []) if done.returncode == 1 else ("crash", [])


def shown_again(event, command, env):
    """How the failure of an event shows when the library is called directly; `None` if it does not."""
    kind, value = asked(command, env)
    if (kind, value) == observed(event):
        return "the same"
    right = [("value", points({"input": case["ok"]})) if "ok" in case else ("refusal", [])
             for case in event["expected"]]
    if (kind, value) not in right:
        return f"another {kind}" if kind == "value" else kind
    if event["verdict"] == "crash":
        checked = ["valgrind", "-q", "--error-exitcode=99", *command]
        if subprocess.run(checked, capture_output=True, timeout=600, env=env).returncode == 99:
            return "memory error under valgrind"
    if event["verdict"] == "timeout":
        before = os.times()
        asked(command, env)
        after = os.times()
        seconds = after.children_user - before.children_user
        return f"{seconds:.0f} s of CPU time" if seconds > 2 else None
    if event.get("order_dependent"):
        return "not alone; the report says so"
    return None


def spread(names, most):
    """Up to `most` of the names: the first, the last, and those between at equal distances."""
    if len(names) <= most:
        return names
    return [names[at * (len(names) - 1) // max(most - 1, 1)] for at in range(most)]


def read(path):
    """The cases of a report by name, and its must findings."""
    cases, findings = {}, []
    with open(path, encoding="utf-8", newline="\n") as file:
        for line in file:
            event = json.loads(line)
            if event["type"] == "case":
                cases[event["name"]] = event
            elif event["type"] == "finding":
                findings.append(event)
    return cases, findings


def library_of(name, direct):
    """The entry of `direct` for the implementation of this name: `python-idna-2.10` is `python-idna`."""
    fitting = [known for known in direct if name == known or name.startswith(known + "-")]
    return max(fitting, key=len, default=None)


def environment(name, libraries):
    """The variables with which a library of this name is found: its own folder, or the shared one."""
    place = lambda shared: next((it for it in (os.path.join(libraries, name, shared), os.path.join(libraries, shared))
                                 if os.path.isdir(it)), "")
    return {**os.environ, "PYTHONPATH": place("python"), "NODE_PATH": os.path.join(place("node"), "node_modules")}


def sentence_for(name, finding, sentences):
    """The sentence of a finding: that of this implementation, or that of every implementation."""
    for key in (f"{name}/{finding}", finding):
        for pattern, sentence in sentences.items():
            if fnmatch.fnmatchcase(key, pattern):
                return sentence
    return None


def repeat(path, direct, options, sentences):
    """The rows of an implementation, and what is wrong with them."""
    name = os.path.basename(path).removesuffix(".ndjson")
    cases, findings = read(path)
    rows, wrong = [], []
    for finding in findings:
        if not finding["unexpected"]:
            continue
        library = library_of(name, direct)
        counting = [check for check in finding["checks"] if cases[check]["unexpected"]]
        sentence = sentence_for(name, finding["id"], sentences)
        if library is None or sentence is None:
            wrong.append(f"{name}: {finding['id']}: no {'direct call' if library is None else 'sentence'}")
            if library is None:
                continue
        again, ways = 0, {}
        chosen = spread(counting, options.each)
        for check in chosen:
            event = {**cases[check], "peer": name.removeprefix("rust-")}
            how = shown_again(event, direct[library](event), environment(name, options.libraries))
            if how is None:
                wrong.append(f"{name}: {check}: does not show again")
            else:
                again += 1
                ways[how] = ways.get(how, 0) + 1
        print(f"{name}: {finding['id']}: {again} of {len(chosen)}", flush=True)
        rows.append((name, finding, len(counting), len(chosen), again, ways, sentence))
    return rows, wrong


def write(out, rows, each):
    """The page: what was repeated, and why it is a fault."""
    of = lambda finding: f"`{finding['id']}`"
    lines = ["# Must findings", "",
             "Made by `.ci/evidence conformance`. Every must finding of the matrix was repeated by calling the library",
             f"directly, without adapter and line protocol, on up to {each} of its checks: the first, the last, and those",
             "between them at equal distances. `.ci/directly.py` is the script.",
             "The sentences are written by people, in `.ci/must-findings.toml`.", ""]
    lines += ["## Implementations", "", "| implementation | finding | checks | repeated | shown again | how |",
              "| --- | --- | ---: | ---: | ---: | --- |"]
    for name, finding, counting, tried, again, ways, _ in rows:
        how = ", ".join(f"{way} {count}" for way, count in sorted(ways.items()))
        lines.append(f"| `{name}` | {of(finding)} | {counting} | {tried} | {again} | {how} |")
    lines += ["", "## Why no reading allows them", ""]
    reasons = {}
    for name, finding, *_, sentence in rows:
        reason = reasons.setdefault((finding["id"], sentence), (set(), []))
        reason[0].update(finding["clauses"])
        reason[1].append(name)
    for (id_, sentence), (clauses, names) in sorted(reasons.items(), key=lambda item: (item[0][0], str(item[0][1]))):
        lines += [f"### `{id_}`", "", sentence or "No sentence.", "",
                  f"Clauses: {'; '.join(sorted(clauses))}. Seen in: {', '.join(f'`{name}`' for name in names)}.", ""]
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reports", nargs="?")
    parser.add_argument("--withheld", action="store_true")
    parser.add_argument("--libraries", default=os.path.join(TARGET, "libraries"))
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--out")
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    with open(os.path.join(ROOT, ".ci", "must-findings.toml"), "rb") as file:
        people = tomllib.load(file)
    if options.withheld:
        print(*people["withheld"], sep="\n")
        return 0
    if not options.reports:
        parser.error("expected the folder of the reports")
    for needed in ("cc", "valgrind"):
        if not shutil.which(needed):
            sys.exit(f"{needed} is needed")
    paths = sorted(glob.glob(os.path.join(options.reports, "*.ndjson")))
    chosen = [path for path in paths
              if not options.names or os.path.basename(path).removesuffix(".ndjson") in options.names]
    rows, wrong = [], []
    with tempfile.TemporaryDirectory() as place:
        direct = commands(place)
        for path in chosen:
            found, bad = repeat(path, direct, options, people["sentences"])
            rows += found
            wrong += bad
    if options.out:
        write(options.out, rows, options.each)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
