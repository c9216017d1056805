"""The package bootstring of PyPI, any parameters, behind acegate's line protocol."""
import json, os, sys
from importlib import metadata

sys.path[:0] = filter(None, os.environ.get("ACEGATE_LIBRARIES", "").split(":"))  # a version kept elsewhere
try:
    import bootstring
except ImportError as e:
    sys.exit(f"the Python package bootstring is not installed (PyPI: bootstring): {e}")
PUNYCODE = {"delimiter": "-", "digits": "abcdefghijklmnopqrstuvwxyz0123456789"}
SETS = {"punycode": PUNYCODE, "rust-v0": {**PUNYCODE, "delimiter": "_"},
        "swift": {"delimiter": "_", "digits": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"}}
# The package spells one name differently, and takes the base from the digits.
NAMES = {"delimiter": "delimeter", "digits": "base_alphabet", "tmin": "tmin", "tmax": "tmax", "skew": "skew",
         "damp": "damp", "initial-bias": "initial_bias", "initial-n": "initial_n"}


def answer(op, value, params):
    given = {**SETS[params.get("set", "punycode")], **params}
    if given.get("base", len(given["digits"])) != len(given["digits"]):
        return {"skip": "the package takes the base from the digits"}
    if any(c > 0x10FFFF for c in value.get("u", ())):
        return {"skip": "a Python string holds nothing above U+10FFFF"}
    text = "".join(map(chr, value["u"])) if "u" in value else value["t"]
    keywords = {name: given[key] for key, name in NAMES.items() if key in given}
    try:
        result = (bootstring.encode if op == "encode" else bootstring.decode)(text, **keywords)
        return {"ok": {"u": [ord(c) for c in result]}}
    except ValueError as e:  # what the package documents; any other exception is a crash
        return {"error": {"message": str(e)}}
    except Exception as e:
        return {"crash": f"{type(e).__name__}: {e}"}


BOTH = ["encode", "decode"]
HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "Python bootstring", "version": metadata.version("bootstring"),
                            "language": "Python", "url": "https://pypi.org/project/bootstring"},
         "codecs": {"punycode": {"ops": BOTH}, "bootstring": {"ops": BOTH, "params": ["set", "base", *NAMES]}}}
for line in sys.stdin:
    request = json.loads(line)
    known = request.get("codec") in HELLO["codecs"] and request["op"] in BOTH
    print(json.dumps(HELLO if request.get("type") == "hello" else {"id": request["id"], **(
        answer(request["op"], request["in"], request["params"]) if known
        else {"skip": "only encode and decode of punycode and bootstring"})}), flush=True)
