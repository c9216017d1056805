"""The test vectors of acegate as tests of pytest. README.md has an example."""
import datetime
import fnmatch
import gzip
import json
from pathlib import Path

import pytest

FILE = Path(__file__).with_name("acegate-vectors.json.gz")
LEVELS = ["must", "should", "may"]


def vectors(codec, functions, refuses, level="must", params=(), limits=(), idna="undeclared", texts=("surrogates",),
            exceptions=None, file=FILE):
    """A test with one case for each check of the codec that the library can run, by these declarations.

    `functions` are from str to str, by operation. An exception that is not of `refuses` fails. `exceptions` is a file.
    """
    own = {"params": dict(params), "limits": dict(limits), "idna": idna, "texts": texts, "level": level}
    octets = Path(file).read_bytes()  # compressed or not
    suite = json.loads(gzip.decompress(octets) if octets[:2] == b"\x1f\x8b" else octets)
    defaults = suite["defaults"][codec]
    chosen = [it for it in suite["cases"] if it["codec"] == codec and it["op"] in functions and applies(it, own, defaults)]
    excepted = json.loads(Path(exceptions).read_text("utf-8"))["exceptions"] if exceptions else []

    @pytest.mark.parametrize("case", chosen, ids=[case["name"] for case in chosen])
    def test(case):
        known = next((it for it in excepted if covers(it, case["name"])), None)
        wrong = check(case, functions[case["op"]], refuses)
        if wrong and known:
            pytest.xfail(known["reason"])
        elif wrong:
            pytest.fail(wrong, pytrace=False)
        elif known and known["id"] in (case["name"], case["name"].split(":")[0]):
            pytest.fail(f"{case['name']} passes: remove it from {exceptions}", pytrace=False)
    return test


def applies(case, own, defaults):
    needs, limits, given = case["needs"], own["limits"], text(case["input"])
    return (given is not None and LEVELS.index(case["level"]) <= LEVELS.index(own["level"])
            and all(own["params"].get(name, defaults.get(name)) == value for name, value in needs["params"].items())
            and own["idna"] in needs.get("idna", [own["idna"]])
            and set(needs.get("text", [])) <= set(own["texts"])
            and number(needs.get("unicode", "0")) <= number(limits.get("unicode", "12.1"))
            and limits.get("url", "undeclared") in needs.get("url", [limits.get("url", "undeclared")])
            and needs.get("width", limits.get("width")) == limits.get("width")
            and needs.get("labels", 1) <= limits.get("labels", 1 << 32) and len(given) <= limits.get("length", 1 << 32))


def covers(exception, name):
    return (exception.get("expires", "9999-12-31") >= datetime.date.today().isoformat()
            and any(fnmatch.fnmatchcase(it, exception["id"]) for it in (name, name.split(":")[0])))


def number(version):
    return [int(part) for part in version.split(".")]


def text(value):
    if not isinstance(value, dict) or "b" in value or "flags" in value:
        return None  # octets, a list, flags of letter case
    return [ord(c) for c in value["t"]] if "t" in value else [int(c) for c in value["u"]]


def check(case, function, refuses):
    """What is wrong, or None."""
    try:
        shown = function("".join(map(chr, text(case["input"]))))
        got, shown = [ord(c) for c in shown], json.dumps(shown)
    except refuses as error:
        got, shown = None, f"a refusal: {error}"
    except Exception as error:
        got, shown = False, f"a crash: {type(error).__name__}: {error}"
    if any(text(it["ok"]) == got if "ok" in it else got is None for it in case["expected"]):
        return None
    expected = " or ".join(json.dumps(it["ok"]) if "ok" in it else f"a refusal: {', '.join(it['error'])}" for it in case["expected"])
    note = f"\n  note      {case['note']}" if case["note"] else ""
    return (f"{case['name']} ({case['level']})\n  input     {json.dumps(case['input'])} {json.dumps(case['params'])}\n  got       {shown}\n"
            f"  expected  {expected}\n  clause    {case['document']}, {case['clause']}{note}")
