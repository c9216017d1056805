"""uri2dec from its document alone, behind acegate's line protocol. Address books are left out."""
import json, sys
from escape import escape, unescape
from keypad import Fail, address, hash_of, invert
from assign import assign, choices
from number import decode, encode, marker_and_key, readings
from record import read_record, write

OPS = "hash invert key encode decode parses write-record read-record escape unescape assign choices".split()
DEFAULTS = {"profile": "shifted", "form": "direct", "packing": "natural-lsb", "style": "spaced", "scope": "service",
            "mode": "text", "record": "address", "strictness": "strict", "protocol": "sip"}


def answer(op, points, p):
    text = "".join(chr(c) if c <= 0x10FFFF else "\ufffd" for c in points)
    profile, form, packing, style, scope = (p[name] for name in ("profile", "form", "packing", "style", "scope"))
    return {"escape": lambda: escape(points, p["mode"]),
            "unescape": lambda: unescape(text, p["mode"], p["strictness"] == "lenient"),
            "hash": lambda: hash_of(invert(address(text)) if form == "pre-inverted" else address(text)),
            "invert": lambda: invert(address(text)),
            "key": lambda: " ".join(marker_and_key(address(text), profile, form, packing)),
            "encode": lambda: encode(address(text), profile, form, packing, style, scope),
            "decode": lambda: decode(text, profile, packing, style, scope),
            "parses": lambda: readings(text, profile, packing, scope),
            "write-record": lambda: write(address(text), profile, form, packing, p["record"], scope),
            "read-record": lambda: read_record(text, packing, scope),
            "assign": lambda: assign(address(text), p["protocol"]),
            "choices": lambda: choices(address(text))}[op]()


def reply(request):
    op, params = request["op"], request["params"]
    lenient = "strictness" in params and op != "unescape"
    if request["codec"] != "uri2dec" or op not in OPS or lenient or not set(params) <= set(DEFAULTS):
        return {"skip": "not transcribed"}
    try:
        value = request["in"]
        points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
        result = answer(op, points, {**DEFAULTS, **params})
        return {"ok": [{"t": text} for text in result] if op in ("parses", "choices") else {"u": [ord(c) if isinstance(c, str) else c for c in result]}}
    except Fail as e:
        return {"error": {"kind": str(e)}}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "transcription", "version": "the document of 2007", "language": "Python"},
         "codecs": {"uri2dec": {"ops": OPS, "params": [*DEFAULTS]}}}
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(HELLO if request.get("type") == "hello" else {"id": request["id"], **reply(request)}), flush=True)
