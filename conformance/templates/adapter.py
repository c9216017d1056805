"""An adapter for acegate in Python. Fill in the two functions; delete what your library does not have."""
import json, sys


def encode(text):  # the library's calls go here: text in, its code out, or an exception of REFUSALS
    raise NotImplementedError


def decode(code):
    raise NotImplementedError


OPERATIONS = {"encode": encode, "decode": decode}
REFUSALS = (ValueError, OverflowError)  # which exceptions are refusals, and not faults; UnicodeError is a ValueError
HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "mine", "version": "0.1", "language": "Python"},
         "codecs": {"punycode": {"ops": list(OPERATIONS)}}}


def answer(operation, points):
    if any(c > 0x10FFFF for c in points):
        return {"skip": "a Python string holds nothing above U+10FFFF"}
    try:  # surrogates are in the text as they are: a codec may refuse them, or take them
        return {"ok": {"u": [ord(c) for c in operation("".join(map(chr, points)))]}}
    except NotImplementedError:
        return {"skip": "not filled in yet"}
    except REFUSALS as e:
        return {"error": {"message": str(e)}}
    except Exception as e:
        return {"crash": f"{type(e).__name__}: {e}"}


for line in sys.stdin:
    request = json.loads(line)
    if request.get("type") == "hello":
        reply = HELLO
    elif request["codec"] == "punycode" and request["op"] in OPERATIONS:
        reply = {"id": request["id"], **answer(OPERATIONS[request["op"]], request["in"]["u"])}
    else:
        reply = {"id": request["id"], "skip": "only punycode " + ", ".join(OPERATIONS)}
    print(json.dumps(reply), flush=True)
