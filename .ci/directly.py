#!/usr/bin/env python3
"""Repeats every must failure of the bundled adapters by calling the library directly.

    .ci/directly.py [--out FILE] [--built] [ADAPTER …]

A failure that does not show without the adapter would be the adapter's, or acegate's. Python, Node.js
and Perl are called with one short expression a case; C libraries by `directly.c`. Neither uses the
line protocol. A failure shows again if the library is wrong directly, too; whether a library that
writes past its memory crashes or not is chance, so a crash shows again as a memory error under
valgrind. The exit status is 1 if a failure does not show again.
"""

import argparse
import ctypes.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target"))
ACEGATE = os.path.join(TARGET, "release", "acegate")

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
const punycode = require(process.cwd() + '/node_modules/punycode');
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
    program = os.path.join(place, "directly")
    subprocess.run(["cc", "-O1", "-w", "-o", program, os.path.join(ROOT, ".ci", "directly.c"), "-ldl"],
                   check=True)
    icu = c_library("icuuc") or ""
    release = (re.search(r"\d+$", icu) or [""])[0]
    functions = {
        "icu": (icu, {"encode": f"u_strToPunycode_{release}", "decode": f"u_strFromPunycode_{release}"}),
        "libidn": (c_library("idn"), {"encode": "punycode_encode", "decode": "punycode_decode"}),
        "libidn-host": (c_library("idn"), {"to-ascii": "idna_to_ascii_4z", "to-unicode": "idna_to_unicode_4z4z"}),
        "libidn2": (c_library("idn2"), {"encode": "_idn2_punycode_encode", "decode": "_idn2_punycode_decode"}),
        "libidn2-host": (c_library("idn2"), {"to-ascii": "idn2_to_ascii_4z", "to-unicode": "idn2_to_unicode_4z4z"}),
    }
    found = {name: lambda event, library=library, ops=ops:
             [program, library, ops[event["op"]], event["op"], *points(event)]
             for name, (library, ops) in functions.items() if library}

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


def asked(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return ("timeout", [])
    if done.returncode == 0:
        return ("value", ["%X" % int(word, 16) for word in done.stdout.split()])
    return ("refusal", []) if done.returncode == 1 else ("crash", [])


def shown_again(event, command):
    """How the failure of an event shows when the library is called directly; `None` if it does not."""
    kind, value = asked(command)
    if (kind, value) == observed(event):
        return "the same"
    right = [("value", points({"input": case["ok"]})) if "ok" in case else ("refusal", [])
             for case in event["expected"]]
    if (kind, value) not in right:
        return f"another {kind}" if kind == "value" else kind
    if event["verdict"] == "crash":
        checked = ["valgrind", "-q", "--error-exitcode=99", *command]
        if subprocess.run(checked, capture_output=True, timeout=300).returncode == 99:
            return "memory error under valgrind"
    if event.get("order_dependent"):
        return "not alone; the report says so"
    return None


def failures(name, place):
    """The must failures of an adapter, or the reason why it cannot run here."""
    report = os.path.join(place, f"{name}.ndjson")
    done = subprocess.run([ACEGATE, "check", name, "--report", report], capture_output=True, text=True,
                          timeout=1800)
    if done.returncode not in (0, 1):
        return None, (done.stderr or done.stdout).strip().split("\n")[0]
    with open(report, encoding="utf-8", newline="\n") as file:
        events = [json.loads(line) for line in file]
    ran = sum(event["type"] == "case" and event["verdict"] not in ("skip", "not-run") for event in events)
    return [event for event in events if event["type"] == "case" and event["unexpected"]], ran


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out")
    parser.add_argument("--built", action="store_true", help="the program is built already")
    parser.add_argument("adapters", nargs="*")
    options = parser.parse_args()
    if not options.built:
        subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", "-p", "acegate"],
                       cwd=ROOT, check=True)
    rows, details, wrong = [], [], 0
    with tempfile.TemporaryDirectory() as place:
        direct = commands(place)
        for name in options.adapters or sorted(direct):
            found, ran = failures(name, place)
            if found is None:
                rows.append(f"| `{name}` | | | | cannot run here: {ran} |")
                print(rows[-1], flush=True)
                continue
            again = 0
            for event in found:
                how = shown_again(event, direct[name](event))
                again += how is not None
                details.append(f"| `{name}` | `{event['name']}` | {event['document']}, {event['clause']} | "
                               f"{event.get('failing') or event['verdict']} | {how or 'NO'} |")
            wrong += again != len(found)
            rows.append(f"| `{name}` | {ran} | {len(found)} | {again} | |")
            print(rows[-1], flush=True)
    for line in details:
        if line.endswith("| NO |"):
            print(line)
    lines = ["# Must failures, repeated directly", "",
             "Made by `.ci/evidence directly`. Every must failure of a bundled adapter is put to its library",
             "without the adapter and without the line protocol.", "",
             "| adapter | checks run | must failures | shown again | |", "| --- | --- | --- | --- | --- |",
             *rows, "", "| adapter | check | clause | wrong | shown again |", "| --- | --- | --- | --- | --- |",
             *details, ""]
    if options.out:
        with open(options.out, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return 1 if wrong else 0


if __name__ == "__main__":
    for needed in ("cc", "valgrind"):
        if not shutil.which(needed):
            sys.exit(f"{needed} is needed")
    sys.exit(main())
