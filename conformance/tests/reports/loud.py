"""Answers wrongly, with 84,000 octets of hostile text in every place that takes any."""
import json, sys

LONG = "\x1b]0;owned\x07\x9b31m\u202e\u2028" * 4000

for line in sys.stdin:
    request = json.loads(line)
    if request.get("type") == "hello":
        reply = {"type": "hello", "protocol": 1,
                 "implementation": {"name": LONG, "version": LONG, "language": LONG, "url": LONG},
                 "codecs": {"punycode": {"ops": ["decode"]}}, "values": ["t"]}
    elif request["in"]["t"] == "tda":
        reply = {"id": request["id"], "skip": LONG}
    elif request["in"]["t"] == "tda!":
        reply = {"id": request["id"], "crash": LONG}
        print(LONG, file=sys.stderr, flush=True)
    elif request["in"]["t"] == "-9uc":
        reply = {"id": request["id"], "ok": {"u": [0x202E] * 100000}}
    else:
        reply = {"id": request["id"], "error": {"kind": LONG, "message": LONG}}
    print(json.dumps(reply, ensure_ascii=False), flush=True)
print(LONG, flush=True)
