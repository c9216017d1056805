"""The punycode codec of Python's standard library, behind acegate's line protocol."""
import json, platform, sys


def text(value):
    return "".join(map(chr, value["u"])) if "u" in value else value["t"]


def answer(op, value):
    if any(c > 0x10FFFF for c in value.get("u", ())):
        return {"skip": "a Python string holds nothing above U+10FFFF"}
    try:
        if op == "encode":
            return {"ok": {"t": text(value).encode("punycode").decode("ascii")}}
        # The codec reads octets; text outside ASCII reaches it as UTF-8.
        decoded = text(value).encode("utf-8", "surrogatepass").decode("punycode")
        return {"ok": {"u": [ord(c) for c in decoded]}}
    except UnicodeError as e:
        at = getattr(e, "start", None)
        return {"error": {"message": str(e), **({} if at is None else {"at": at})}}
    except Exception as e:
        return {"crash": f"{type(e).__name__}: {e}"}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "CPython punycode codec", "version": platform.python_version(),
                            "language": "Python", "url": "https://docs.python.org/3/library/codecs.html"},
         "codecs": {"punycode": {"ops": ["encode", "decode"]}}}
for line in sys.stdin:
    request = json.loads(line)
    if request.get("type") == "hello":
        reply = HELLO
    elif request["op"] in ("encode", "decode") and request["codec"] == "punycode":
        reply = {"id": request["id"], **answer(request["op"], request["in"])}
    else:
        reply = {"id": request["id"], "skip": "only punycode encode and decode"}
    print(json.dumps(reply), flush=True)
