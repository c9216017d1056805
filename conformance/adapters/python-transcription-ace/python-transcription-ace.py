"""UTF-5, UTF-6, RACE and LACE, each from its draft alone, behind acegate's line protocol."""
import json, sys
import lace, race, utf5, utf6
from labels import Labels, to_ascii, to_unicode
from utf16 import Fail

LABELS = ["encode", "decode", "to-ascii", "to-unicode"]


def labels(codec, params):
    bare = params.get("layer") == "bare"
    if codec == "lace":
        return Labels(lace, lace.PREFIX[params.get("draft", 1)], bare=bare)
    return Labels({"utf6": utf6, "race": race}[codec], {"utf6": utf6, "race": race}[codec].PREFIX, bare=bare)


def answer(codec, op, points, params):
    if codec == "utf5":
        return {"encode": utf5.encode, "decode": utf5.decode}[op](points)
    its = labels(codec, params)
    if op in ("to-ascii", "to-unicode"):
        return (to_ascii if op == "to-ascii" else to_unicode)(its, points)
    return {"encode": its.encode, "decode": its.decode}[op](points)


def reply(request):
    try:
        value = request["in"]
        points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
        result = answer(request["codec"], request["op"], points, request["params"])
        visible = all(0x20 <= c < 0x7F for c in result)
        return {"ok": {"t": "".join(map(chr, result))} if visible else {"u": result}}
    except Fail as e:
        return {"error": {"kind": str(e)}}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "transcription", "version": "the drafts", "language": "Python"},
         "codecs": {"utf5": {"ops": ["encode", "decode"]},
                    "utf6": {"ops": LABELS, "params": ["layer"]}, "race": {"ops": LABELS, "params": ["layer"]},
                    "lace": {"ops": LABELS, "params": ["layer", "draft"]}}}
for line in sys.stdin:
    request = json.loads(line)
    if request.get("type") == "hello":
        print(json.dumps(HELLO), flush=True)
    else:
        known = request["op"] in HELLO["codecs"].get(request["codec"], {}).get("ops", ())
        print(json.dumps({"id": request["id"], **(reply(request) if known else {"skip": "not of these drafts"})}), flush=True)
