"""ENUM from its documents alone, behind acegate's line protocol."""
import json, sys
from number import Fail, domain, number, unique
from rules import uris

OPS = {"to-domain": ["tree"], "to-number": ["tree"], "rewrite": ["service"]}


def text(value):
    points = value["u"] if "u" in value else map(ord, value["t"])
    return "".join(chr(c) if c <= 0x10FFFF and not 0xD800 <= c <= 0xDFFF else "\ufffd" for c in points)


def answer(op, value, params):
    if op == "rewrite":
        first, *records = map(text, value) if value else [""]
        return [{"t": uri} for uri in uris(unique(first), records, params.get("service", ""))]
    return {"t": (domain if op == "to-domain" else number)(text(value), params.get("tree", "e164.arpa"))}


def reply(request):
    op, params = request["op"], request["params"]
    if request["codec"] != "enum" or op not in OPS or not set(params) <= set(OPS[op]):
        return {"skip": "not transcribed"}
    try:
        return {"ok": answer(op, request["in"], params)}
    except Fail as e:
        return {"error": {"kind": str(e)}}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "transcription", "version": "RFC 6116", "language": "Python"},
         "codecs": {"enum": {"ops": [*OPS], "params": ["tree", "service"]}}}
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(HELLO if request.get("type") == "hello" else {"id": request["id"], **reply(request)}), flush=True)
