"""The frame of the adapters in Python: acegate's line protocol around functions from text to text."""
import json, os, sys

sys.path[:0] = filter(None, os.environ.get("ACEGATE_LIBRARIES", "").split(":"))  # a version kept elsewhere


class Skip(Exception):
    """This request is not for the library to answer."""


def answer(function, refusals, value):
    points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
    if any(c > 0x10FFFF for c in points):
        return {"skip": "a Python string holds nothing above U+10FFFF"}
    try:
        return {"ok": {"u": [ord(c) for c in function("".join(map(chr, points)))]}}
    except Skip as e:
        return {"skip": str(e)}
    except refusals as e:
        return {"error": {"message": f"{type(e).__name__}: {e}"}}
    except Exception as e:
        return {"crash": f"{type(e).__name__}: {e}"}


def serve(name, version, url, functions, refusals, language="Python", **support):
    """Serves the operations of Punycode in `functions`, which refuse by raising one of `refusals`."""
    hello = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
             "implementation": {"name": name, "version": version, "language": language, "url": url},
             "codecs": {"punycode": {"ops": list(functions), **support}}}
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request.get("id")}
        if request.get("type") == "hello":
            reply = hello
        elif request["codec"] != "punycode" or request["op"] not in functions:
            reply["skip"] = "only punycode " + ", ".join(functions)
        else:
            reply |= answer(functions[request["op"]], refusals, request["in"])
        print(json.dumps(reply), flush=True)
