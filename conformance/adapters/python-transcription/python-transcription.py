"""A transcription of RFC 3492 and of the host names of RFC 3490 behind acegate's line protocol."""
import json, sys
from bootstring import Bootstring, Fail, decode, encode
from host import to_ascii, to_unicode

NUMBERS = ["base", "tmin", "tmax", "skew", "damp", "initial-bias", "initial-n", "delimiter", "digits", "width"]
SETS = {"punycode": {},
        "rust-v0": {"delimiter": "_", "fold": False},
        "swift": {"delimiter": "_", "digits": "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"}}
TRANSFORM = {"encode": encode, "decode": decode}
HOST = {"to-ascii": to_ascii, "to-unicode": to_unicode}


def answer(op, value, params):
    points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
    if op in HOST:
        if any(c > 0x10FFFF for c in points):
            return {"skip": "a Python string holds nothing above U+10FFFF"}
        return {"u": [ord(c) for c in HOST[op]("".join(map(chr, points)))]}
    given = {name.replace("-", "_"): params[name] for name in NUMBERS if name in params}
    fold = {"fold": True} if "digits" in given else {}  # digits say themselves which cases they have
    bootstring = Bootstring(**{**SETS[params.get("set", "punycode")], **given, **fold})
    if op == "encode":
        return {"u": encode(bootstring, points, value.get("flags"))}
    text, flags = decode(bootstring, points)
    return {"u": text, **({"flags": flags} if params.get("annotation") else {})}


def reply(request):
    if request["op"] not in (*TRANSFORM, *(HOST if request["codec"] == "punycode" else ())):
        return {"skip": "not an operation of the RFC"}
    try:
        result = answer(request["op"], request["in"], request["params"])
        return result if "skip" in result else {"ok": result}
    except Fail as e:
        return {"error": {"kind": str(e)}}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "transcription", "version": "RFC 3492", "language": "Python",
                            "url": "https://www.rfc-editor.org/rfc/rfc3492"},
         "codecs": {"punycode": {"ops": [*TRANSFORM, *HOST], "params": ["annotation", "width"], "idna": "std3"},
                    "bootstring": {"ops": [*TRANSFORM], "params": ["set", *NUMBERS]}}}
for line in sys.stdin:
    request = json.loads(line)
    known = request.get("codec") in HELLO["codecs"]
    print(json.dumps(HELLO if request.get("type") == "hello" else {"id": request["id"], **(
        reply(request) if known else {"skip": "only punycode and bootstring"})}), flush=True)
