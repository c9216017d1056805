#!/usr/bin/env python3
"""Repeats the must findings of the conformance runs by calling the libraries directly.

    reports/make/directly.py REPORTS [--libraries FOLDER] [--each N] [--out FILE] [NAME …]
    reports/make/directly.py --withheld

REPORTS is a folder of report files, as `acegate matrix --keep` writes them. Of every must finding, up
to N checks are rerun against the library: the first, the last and those between them at equal
distances. Each is one process that calls the library, without adapter, line protocol and acegate.
A check shows again if the library is wrong directly, too. Whether a library that writes past its
memory crashes or changes an answer is chance, so both show again as a memory error under valgrind, too.

The sentence why no reading of the document allows a finding is in `must-findings.toml`, written by a
person; `--withheld` prints the findings whose inputs are not published. The exit status is 1 if a check
does not show again, or if a finding has no sentence.
"""

import argparse
import ctypes.util
import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib

from shared import MAKE, TARGET, code_points, events_of, read_events, table, write

SOURCES = MAKE / "directly"
# Programs of one call, by language. Each prints the code points of the result in hexadecimal digits and
# ends with 0, or ends with 1 for a refusal. The operation is the first argument, the code points are the
# others. The variable SETTINGS has the codec, the flags of UTS #46 that are on, and the mapping of IDNA 2008.
PYTHON = """
import os, sys
on = lambda name: name in os.environ["SETTINGS"].split()
SETUP
op, text = sys.argv[1], "".join(chr(int(c, 16)) for c in sys.argv[2:])
try: out = CALL
except REFUSAL: sys.exit(1)
except Exception: sys.exit(70)
if out is None: sys.exit(1)
print(*("%X" % ord(c) for c in out))
"""
NODE = """
const on = (name) => process.env.SETTINGS.split(' ').includes(name);
SETUP
const [op, ...digits] = process.argv.slice(1);
const points = digits.map((c) => parseInt(c, 16));
const text = () => points.map((c) => String.fromCodePoint(c)).join('');
try {
  const out = CALL;
  if (out === null) process.exit(1);
  console.log(Array.from(out, (c) => (c.codePointAt ? c.codePointAt(0) : c).toString(16)).join(' '));
} catch (e) { process.exit(REFUSAL ? 1 : 70); }
"""
PERL = """
no warnings; sub on { $ENV{SETTINGS} =~ /\\b$_[0]\\b/ } SETUP my ($op, @points) = @ARGV; my $text = join '', map { chr hex } @points;
my $out = eval { CALL };
exit 1 if $@ || !defined $out;
print join ' ', map { sprintf '%X', ord } split //, $out;
"""
RUBY = """
on = ->(name) { ENV['SETTINGS'].split.include?(name) }
SETUP
op, *points = ARGV
text = points.map(&:hex).pack('U*')
begin
  out = CALL
rescue ArgumentError, RangeError, StandardError
  exit 1
end
puts out.unpack('U*').map { |c| c.to_s(16) }.join(' ')
"""
PHP = """
$on = fn ($name) => in_array($name, explode(' ', getenv('SETTINGS')));
SETUP
$op = $argv[1];
$text = implode('', array_map(fn ($word) => mb_chr(hexdec($word)), array_slice($argv, 2)));
try { $made = CALL; } catch (REFUSAL) { exit(1); } catch (Throwable) { exit(70); }
if ($made === false) exit(1);
echo implode(' ', array_map(fn ($c) => dechex(mb_ord($c)), mb_str_split($made)));
"""
LANGUAGES = {"python": ([sys.executable, "-c"], PYTHON), "node": (["node", "--no-deprecation", "-e"], NODE),
             "perl": (["perl", "-e"], PERL), "ruby": (["ruby", "-e"], RUBY), "php": (["php", "-r"], PHP)}
TO = lambda ascii, other: f'{ascii} if op == "to-ascii" else {other}'
# The functions of the extension intl. Hyphens (8, 16, 32) and lengths (1, 2, 4) have no flag.
INTL = """
$named = function ($convert, $text) use ($on) {
    $flags = ($on('std3') ? 2 : 0) | ($on('check-bidi') ? 4 : 0) | ($on('check-joiners') ? 8 : 0) | ($on('transitional') ? 0 : 48);
    $aside = ($on('check-hyphens') ? 0 : 8 | 16 | 32) | ($on('verify-dns-length') ? 0 : 1 | 2 | 4);
    $convert($text, $flags, 1, $info);
    return ($info['errors'] ?? -1) & ~$aside ? false : $info['result'];
};
"""
POLYFILL = "Symfony\\Polyfill\\Intl\\Idn\\Idn"
PUNYCODE_JS = "punycode.ucs2.decode(punycode[op](punycode.ucs2.encode(points)))"
# By adapter: the language, what is loaded, the call, and what the library refuses with.
CALLS = {
    "python-uts46": ("python", "import uts46; from uts46 import whatwg; given = {name.replace('-', '_'): on(name) for name in"
                     " ('check-hyphens', 'check-bidi', 'check-joiners', 'verify-dns-length', 'ignore-invalid-punycode')}"
                     " | {'use_std3_ascii_rules': on('std3'), 'transitional_processing': on('transitional')}",
                     "getattr(whatwg, 'domain_' + op.replace('-', '_'))(text, be_strict=False) if on('whatwg') else"
                     " getattr(uts46, op.replace('-', '_'))(text, **given)[0]", "uts46.Uts46Error"),
    "python-codec": ("python", "", 'text.encode("punycode").decode("ascii") if op == "encode" else'
                     ' text.encode("utf-8", "surrogatepass").decode("punycode")', "UnicodeError"),
    "python-idna": ("python", "import idna", TO("idna.encode(text, strict=True).decode()", "idna.decode(text, strict=True)"),
                    "idna.IDNAError"),
    "python-encodings-idna": ("python", "", TO('text.encode("idna").decode()', 'text.encode().decode("idna")'), "Exception"),
    "ada-url": ("python", "import ada_url", "(" + TO("ada_url.idna_to_ascii(text).decode()", "ada_url.idna_to_unicode(text)")
                + ") or (None if text else '')", "Exception"),
    "qt": ("python", "from PyQt6.QtCore import QUrl",
           "(" + TO("QUrl.toAce(text).data().decode()",
                    "QUrl.fromAce(text.encode(), QUrl.AceProcessingOption.IgnoreIDNWhitelist)")
           + ") or (None if text else '')", "Exception"),
    "glib": ("python", """import ctypes, ctypes.util
glib = ctypes.CDLL(ctypes.util.find_library("glib-2.0"))
def call(function, text):
    function.argtypes, function.restype = [ctypes.c_char_p], ctypes.c_char_p
    out = function(text.encode("utf-8", "surrogatepass"))
    return None if out is None else out.decode()""",
             "call(" + TO("glib.g_hostname_to_ascii", "glib.g_hostname_to_unicode") + ", text)", "Exception"),
    "python-bootstring": ("python", "import bootstring", "getattr(bootstring, op)(text, **PARAMETERS)", "ValueError"),
    "node-punycode": ("node", "const punycode = require('punycode');", PUNYCODE_JS, "e instanceof RangeError"),
    # Without the slash it is Node.js's module.
    "npm-punycode": ("node", "const punycode = require('punycode/');", PUNYCODE_JS, "e instanceof RangeError"),
    "node-url": ("node", "", "(op === 'to-ascii' ? url.domainToASCII(text()) : url.domainToUnicode(text()))"
                 " || (points.length ? null : '')", "true"),
    "adraffy-punycode": ("node", "const { puny_encoded, puny_decode } = require('@adraffy/punycode');",
                         "op === 'encode' ? puny_encoded(text()).slice(4) : puny_decode(text())", "true"),
    "tr46": ("node", """const tr46 = require('tr46');
const options = {
  checkHyphens: on('check-hyphens'), checkBidi: on('check-bidi'), checkJoiners: on('check-joiners'), useSTD3ASCIIRules: on('std3'),
  verifyDNSLength: on('verify-dns-length'), processingOption: on('transitional') ? 'transitional' : 'nontransitional',
  transitionalProcessing: on('transitional'), ignoreInvalidPunycode: on('ignore-invalid-punycode') };
const made = (made) => made === null || made.error ? null : made.domain ?? made;""",
             "made(op === 'to-ascii' ? tr46.toASCII(text(), options) : tr46.toUnicode(text(), options))", "true"),
    "whatwg-url": ("node", "const { URL } = require('whatwg-url');", "new URL(`http://${text()}`).hostname", "true"),
    "idna-uts46-hx": ("node", """const uts46 = require('idna-uts46-hx');
const options = { useStd3ASCII: on('std3'), verifyDnsLength: on('verify-dns-length'), transitional: on('transitional') };""",
                      "uts46[op === 'to-ascii' ? 'toAscii' : 'toUnicode'](text(), options)", "true"),
    "perl-uri-punycode": ("perl", "use URI::_punycode;", "URI::_punycode->can($op . '_punycode')->($text)", ""),
    "perl-net-idn-punycode": ("perl", "use Net::IDN::Punycode;", "Net::IDN::Punycode->can($op . '_punycode')->($text)", ""),
    "perl-net-idn-punycode-pp": ("perl", "use Net::IDN::Punycode::PP;",
                                 "Net::IDN::Punycode::PP->can($op . '_punycode')->($text)", ""),
    "perl-mojo-util": ("perl", "use Mojo::Util;", "Mojo::Util->can('punycode_' . $op)->($text)", ""),
    "perl-net-idn-encode": ("perl", "use Net::IDN::Encode;", "Net::IDN::Encode->can('domain_' . $op =~ s/-/_/r)->($text)", ""),
    "ruby-addressable": ("ruby", "require 'addressable/idna/pure'", "Addressable::IDNA.send('punycode_' + op, text)", ""),
    "ruby-simpleidn": ("ruby", "require 'simpleidn'", "SimpleIDN::Punycode.send(op, text)", ""),
    "php-intl": ("php", INTL, "$named($op === 'to-ascii' ? 'idn_to_ascii' : 'idn_to_utf8', $text)", "Exception"),
    "symfony-polyfill": ("php", "require '/usr/share/php/Symfony/Polyfill/Intl/Idn/autoload.php';" + INTL,
                         f"""match ($op) {{ 'encode', 'decode' => (new ReflectionMethod('{POLYFILL}', "punycode$op"))->invoke(null, $text),
                             default => $named('{POLYFILL}::idn_to_' . ($op === 'to-ascii' ? 'ascii' : 'utf8'), $text) }}""",
                         "Exception"),
    "ruby-domain-name": ("ruby", "require 'domain_name'", "DomainName::Punycode.send(op, text)", ""),
    # Validators answer yes by the text.
    "python-jsonschema": ("python", "import jsonschema",
                          'jsonschema.FormatChecker().check(text, "idn-hostname") or text', "jsonschema.FormatError"),
    "python-jsonschema-rs": ("python", "import jsonschema_rs", 'text if jsonschema_rs.is_valid({"format": "idn-hostname"}, text,'
                             " validate_formats=True) else None", "UnicodeEncodeError"),
    "ajv-formats-draft2019": ("node", "const isHost = require('ajv-formats-draft2019/formats')['idn-hostname'];",
                              "isHost(text()) ? text() : null", "false"),
    "idn-hostname": ("node", "const { isIdnHostname } = require('idn-hostname');", "isIdnHostname(text()) && text()",
                     "e instanceof SyntaxError"),
}
# The calls for the codec `uts46` of libraries that have another function for it.
UTS46 = {
    "python-idna": TO("idna.encode(text, uts46=True, std3_rules=on('std3'), transitional=on('transitional')).decode()",
                      "idna.decode(text, uts46=True, std3_rules=on('std3'))"),
    "ada-url": "ada_url.URL('http://' + text).hostname",
    "qt": "QUrl.toAce(text, *[QUrl.AceProcessingOption.AceTransitionalProcessing] * on('transitional')).data().decode() or None",
    "node-url": "url[op === 'to-ascii' ? 'domainToASCII' : 'domainToUnicode'](text()) || null",
    "perl-net-idn-encode": "require Net::IDN::UTS46; Net::IDN::UTS46->can('uts46_' . $op =~ s/-/_/r)->($text,"
                           " UseSTD3ASCIIRules => on('std3'), TransitionalProcessing => on('transitional'))",
    "ruby-simpleidn": "SimpleIDN.send(op.tr('-', '_'), text, on['transitional'])",
}
# The calls for the codec `idna2008` of libraries that have another function for it.
IDNA2008 = {"python-idna": TO("idna.encode(text, strict=True).decode()",
                              "idna.encode(text, strict=True) and text if op == 'check' else idna.decode(text, strict=True)")}
# The flags of UTS #46: those that are set by default, those that the URL Standard does not set, and others.
CHECKS, OF_NAMES = ["check-bidi", "check-joiners"], ["check-hyphens", "std3", "verify-dns-length"]
FLAGS = [*CHECKS, *OF_NAMES, "transitional", "ignore-invalid-punycode"]
# The parameters of Bootstring as the package in Python names them.
SETS = {"punycode": {"delimeter": "-", "base_alphabet": "abcdefghijklmnopqrstuvwxyz0123456789"},
        "rust-v0": {"delimeter": "_", "base_alphabet": "abcdefghijklmnopqrstuvwxyz0123456789"},
        "swift": {"delimeter": "_", "base_alphabet": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"}}
NAMES = {"delimiter": "delimeter", "digits": "base_alphabet", "tmin": "tmin", "tmax": "tmax", "skew": "skew",
         "damp": "damp", "initial-bias": "initial_bias", "initial-n": "initial_n"}


class Direct:
    """Calls the libraries. Programs that are compiled are in `place`, and are built when first used."""

    def __init__(self, place):
        self.place, self.built = pathlib.Path(place), set()
        source = lambda name: str(SOURCES / name)
        out = lambda name: str(self.place / name)
        java = ["javac", "-d", place, source("Direct.java")]
        client = "/usr/share/java/httpclient.jar:/usr/share/java/httpcore.jar:/usr/share/java/commons-logging.jar"
        exports = ["--add-exports", "java.base/jdk.internal.icu.impl=ALL-UNNAMED"]
        self.programs = {
            "go-commonmark-puny": (["go", "build", "-o", out("puny"), source("puny.go")], [out("puny")]),
            "go-x-net-idna": (["go", "build", "-o", out("idna"), source("idna.go")], [out("idna")]),
            "go-x-net-idna-lookup": (["go", "build", "-o", out("idna"), source("idna.go")], ["env", "PROFILE=lookup", out("idna")]),
            "haskell-punycode": (["ghc", "-v0", "-outputdir", out("hs"), "-o", out("hs-punycode"),
                                  source("punycode.hs")], [out("hs-punycode")]),
            "crystal-punycode": (["crystal", "build", "--no-color", "-o", out("cr-punycode"), source("punycode.cr")],
                                 [out("cr-punycode")]),
            "dotnet-idnmapping": (["mcs", "-out:" + out("idnmapping.exe"), source("idnmapping.cs")],
                                  ["mono", out("idnmapping.exe")]),
            "httpclient": (java, ["java", "-cp", f"{place}:{client}", "Direct", "org.apache.http.client.utils.Rfc3492Idn"]),
            "java-jdk-punycode": (java, ["java", *exports, "-cp", place, "Direct", "jdk.internal.icu.impl.Punycode"]),
            "java-idn": (java, ["java", "-cp", place, "Direct", "java.net.IDN"]),
            "erlang-idna": (None, ["escript", source("idna.escript")]),
            "pike-idna": (None, ["pike", source("punycode.pike")]),
            "emacs-puny": (None, ["emacs", "-Q", "--batch", "--load", source("puny.el")]),
            "r-urltools": (None, ["Rscript", "--vanilla", source("urltools.R")]),
            "icu4j": (java, ["java", "-cp", f"{place}:/usr/share/java/icu4j.jar", "Direct", "com.ibm.icu.text.IDNA"]),
        }
        icu = ctypes.util.find_library("icuuc") or ""
        release = (re.search(r"\d+$", icu) or [""])[0]
        idn, idn2 = ctypes.util.find_library("idn"), ctypes.util.find_library("idn2")
        # Libraries in C: the file, and the function of each operation.
        self.functions = {
            "icu": (icu, {"encode": f"u_strToPunycode_{release}", "decode": f"u_strFromPunycode_{release}"}),
            "icu-host": (icu, {"to-ascii": f"uidna_nameToASCII_{release}", "to-unicode": f"uidna_nameToUnicode_{release}"}),
            "libidn": (idn, {"encode": "punycode_encode", "decode": "punycode_decode"}),
            "libidn-host": (idn, {"to-ascii": "idna_to_ascii_4z", "to-unicode": "idna_to_unicode_4z4z"}),
            "libidn2": (idn2, {"encode": "_idn2_punycode_encode", "decode": "_idn2_punycode_decode"}),
            "libidn2-host": (idn2, {"to-ascii": "idn2_to_ascii_4z", "to-unicode": "idn2_to_unicode_4z4z"}),
        }

    def library_of(self, name):
        """What the implementation of this name is called by: `python-idna-2.10` by `python-idna`."""
        known = [*CALLS, *self.programs, *self.functions, "rust"]
        return max((one for one in known if name == one or name.startswith(one + "-")), key=len, default=None)

    def command(self, name, event):
        """The command that runs the request of an event against the library of this implementation."""
        library, op = self.library_of(name), event["op"]
        words = [op, *digits(event["input"])]
        if library == "rust":
            return [str(TARGET / "quick/examples/rust_peers"), name.removeprefix("rust-"), "--call", *words]
        if library in self.functions:
            self.build(["cc", "-O1", "-w", "-o", str(self.place / "library"), str(SOURCES / "library.c"), "-ldl"])
            file, functions = self.functions[library]
            return [str(self.place / "library"), file, functions[op], *words]
        if library in self.programs:
            build, command = self.programs[library]
            self.build(build)
            return [*command, *words]
        language, setup, call, refusal = CALLS[library]
        call = {"uts46": UTS46, "idna2008": IDNA2008}.get(event["codec"], {}).get(library, call)
        starter, program = LANGUAGES[language]
        given = event.get("params", {})
        parameters = {**SETS[given.get("set", "punycode")], **{NAMES[key]: it for key, it in given.items() if key in NAMES}}
        call = call.replace("PARAMETERS", repr(parameters))
        return [*starter, program.replace("SETUP", setup).replace("CALL", call).replace("REFUSAL", refusal), *words]

    def build(self, command):
        if command and tuple(command) not in self.built:
            go = {"GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOFLAGS": ""}
            subprocess.run(command, check=True, env={**os.environ, **go})
            self.built.add(tuple(command))


def settings(event, has):
    """The codec, and the flags of UTS #46 that are on: the case's flags, or the library's if it `has` no choice.

    Of the parameters of IDNA 2008 only the mapping is a choice of a library.
    """
    if event["codec"] == "idna2008":
        return f"idna2008 {event.get('params', {}).get('mapping', 'none')}"
    given, has = (event.get("params", {}), has) if event["codec"] == "uts46" else ({}, {})
    has = has if isinstance(has, dict) else dict.fromkeys(has, [])

    def choose(name, wanted, usual):
        values = has.get(name, [usual])
        return wanted if wanted in values or not values else values[0]

    wanted = given.get("profile", "uts46")
    profile = choose("profile", wanted, "uts46")
    on = []
    for name in FLAGS:
        usual = [name in CHECKS or name in OF_NAMES and it == "uts46" for it in (wanted, profile)]
        on += [name] if choose(name, given.get(name, usual[0]), usual[1]) else []
    return " ".join([event["codec"], *["whatwg"] * (profile == "whatwg"), *on])


def digits(value):
    return ["%X" % c for c in code_points(value)]


def observed(event):
    """The outcome of an event in the form of `asked`."""
    seen = event["observed"]
    if "ok" in seen:
        return ("value", digits(seen["ok"]))
    return ("refusal", []) if "error" in seen else (event["verdict"], [])


def asked(command, env):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=env)
    except subprocess.TimeoutExpired:
        return ("timeout", [])
    if done.returncode == 0:
        return ("value", ["%X" % int(word, 16) for word in done.stdout.split()])
    return ("refusal", []) if done.returncode == 1 else ("crash", [])


def shown_again(event, command, env, crashes):
    """How the failure of an event shows when the library is called directly; `None` if it does not.

    `crashes` says whether the library crashes in some check: what it writes past its memory may then also change
    an answer.
    """
    kind, value = asked(command, env)
    if (kind, value) == observed(event):
        return "the same"
    right = [("value", digits(case["ok"])) if "ok" in case else ("refusal", [])
             for case in event["expected"]]
    if (kind, value) not in right:
        return f"another {kind}" if kind == "value" else kind
    if crashes and event["verdict"] in ("crash", "fail"):
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


def environment(name, libraries, flags):
    """The variables with which a library of this name is found, in its own folder or the shared one, and set."""
    place = lambda shared: next((it for it in (os.path.join(libraries, name, shared), os.path.join(libraries, shared))
                                 if os.path.isdir(it)), "")
    return {**os.environ, "PYTHONPATH": place("python"), "NODE_PATH": os.path.join(place("node"), "node_modules"),
            "SETTINGS": flags}


def sentence_for(name, finding, sentences):
    """The sentence of a finding: this implementation's, or the one for every implementation.

    A deviation that explains a finding in part breaks the same rule, so its sentence also applies.
    """
    names = [finding]
    if finding.startswith("in-part/"):
        names.append(finding.replace("in-part/", "deviation/", 1))
    for key in (key for each in names for key in (f"{name}/{each}", each)):
        for pattern, sentence in sentences.items():
            if fnmatch.fnmatchcase(key, pattern):
                return sentence
    return None


def repeat(path, direct, options, sentences):
    """The rows of an implementation, and what is wrong with them."""
    name, events = path.stem, read_events(path)
    cases = {event["name"]: event for event in events_of("case", events)}
    crashes = any(event["verdict"] == "crash" for event in cases.values())
    has = events[0]["codecs"].get("uts46", {}).get("params", {})
    rows, wrong = [], []
    for finding in (finding for finding in events_of("finding", events) if finding["unexpected"]):
        sentence = sentence_for(name, finding["id"], sentences)
        if sentence is None:
            wrong.append(f"{name}: {finding['id']}: no sentence")
        if direct.library_of(name) is None:
            wrong.append(f"{name}: {finding['id']}: no direct call")
            continue
        counting = [check for check in finding["checks"] if cases[check]["unexpected"]]
        chosen = spread(counting, options.each)
        ways = {}
        for check in chosen:
            event = cases[check]
            variables = environment(name, options.libraries, settings(event, has))
            how = shown_again(event, direct.command(name, event), variables, crashes)
            if how is None:
                wrong.append(f"{name}: {check}: does not show again")
            else:
                ways[how] = ways.get(how, 0) + 1
        print(f"{name}: {finding['id']}: {sum(ways.values())} of {len(chosen)}", flush=True)
        rows.append((name, finding, len(counting), len(chosen), ways, sentence))
    return rows, wrong


def page(rows, each):
    """What was reproduced, and why it is a bug."""
    yield from ["# Must findings", "",
                "This page is made by `reports/make/evidence conformance`. The script `reports/make/directly.py` reproduces"
                " every must finding of the matrix by calling the library directly, without adapter and line protocol, on up"
                f" to {each} of its checks at equal distances, including the first and the last. The reasons below are"
                " written by people, in `reports/make/must-findings.toml`.", "", "## Implementations", ""]
    yield from table(["implementation", "finding", "checks", "repeated", "reproduced", "how"], [
        [f"`{name}`", f"`{finding['id']}`", counting, tried, sum(ways.values()),
         ", ".join(f"{way} {count}" for way, count in sorted(ways.items()))]
        for name, finding, counting, tried, ways, _ in rows])
    yield from ["", "## Why no interpretation allows them", ""]
    reasons = {}
    for name, finding, *_, sentence in rows:
        clauses, names = reasons.setdefault((finding["id"], sentence or "No sentence."), (set(), []))
        clauses.update(finding["clauses"])
        names.append(name)
    for (id_, sentence), (clauses, names) in sorted(reasons.items()):
        yield from [f"### `{id_}`", "", sentence, "",
                    f"Clauses: {'; '.join(sorted(clauses))}. Seen in: {', '.join(f'`{name}`' for name in names)}.", ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("reports", nargs="?", type=pathlib.Path)
    parser.add_argument("--withheld", action="store_true")
    parser.add_argument("--libraries", default=TARGET / "libraries")
    parser.add_argument("--each", type=int, default=3)
    parser.add_argument("--out", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    options = parser.parse_intermixed_args()
    people = tomllib.loads((MAKE / "must-findings.toml").read_text())
    if options.withheld:
        print(*people["withheld"], sep="\n")
        return 0
    if not options.reports:
        parser.error("expected the folder of the reports")
    for needed in ("cc", "valgrind"):
        if not shutil.which(needed):
            sys.exit(f"{needed} is needed")
    rows, wrong = [], []
    with tempfile.TemporaryDirectory() as place:
        direct = Direct(place)
        for path in sorted(options.reports.glob("*.ndjson")):
            if not options.names or path.stem in options.names:
                found, bad = repeat(path, direct, options, people["sentences"])
                rows += found
                wrong += bad
    if options.out:
        write(options.out, page(rows, options.each))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
