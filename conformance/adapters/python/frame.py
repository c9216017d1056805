"""The frame of the adapters in Python: acegate's line protocol around functions from text to text."""
import json, os, sys

sys.path[:0] = filter(None, os.environ.get("ACEGATE_LIBRARIES", "").split(":"))  # a version kept elsewhere


class Skip(Exception):
    """This request is not for the library to answer."""


def answer(function, refusals, request, declared):
    value = request["in"]
    points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
    if any(c > 0x10FFFF for c in points):
        return {"skip": "a Python string holds nothing above U+10FFFF"}
    try:
        settings = settings_of(declared, request.get("params", {}))
        return {"ok": {"u": [ord(c) for c in function("".join(map(chr, points)), **settings)]}}
    except Skip as e:
        return {"skip": str(e)}
    except refusals as e:
        return {"error": {"message": f"{type(e).__name__}: {e}"}}
    except Exception as e:
        return {"crash": f"{type(e).__name__}: {e}"}


def settings_of(declared, given):
    """The parameters of a request that have a choice, by their names in Python."""
    for name, value in given.items():
        if declared is not None and value not in declared.get(name, ()):
            raise Skip(f"no {name}: {value}")
    return {name.replace("-", "_"): value for name, value in given.items() if len((declared or {}).get(name, ())) > 1}


def serve(name, version, url, functions, refusals, language="Python", uts46=None, idna2008=None, **support):
    """Serves the operations of Punycode in `functions`, if there are any, which refuse by raising one of `refusals`.

    `uts46` and `idna2008` are what the codecs of these names declare, if there is one, and its `functions` if they are
    others. They receive the parameters of the request, if the library has a choice.
    """
    made = {"punycode": functions}
    codecs = {"punycode": {"ops": list(functions), **support}} if functions else {}
    for codec, declared in {"idna2008": idna2008, "uts46": uts46}.items():
        if declared:
            made[codec] = declared.pop("functions", functions)
            codecs[codec] = {"ops": list(made[codec]), **declared}
    hello = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"], "codecs": codecs,
             "implementation": {"name": name, "version": version, "language": language, "url": url}}
    for line in sys.stdin:
        request = json.loads(line)
        reply = {"id": request.get("id")}
        if request.get("type") == "hello":
            reply = hello
        elif (function := made.get(request["codec"], {}).get(request["op"])) is None:
            reply["skip"] = "only " + ", ".join(f"{name} {op}" for name in made for op in made[name])
        else:
            reply |= answer(function, refusals, request, codecs[request["codec"]].get("params"))
        print(json.dumps(reply), flush=True)
