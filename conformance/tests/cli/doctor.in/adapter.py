"""Speaks the line protocol as the README shows, but for the fault that the first argument names."""
import json, sys, time

FAULT = sys.argv[1] if len(sys.argv) > 1 else ""
HELLO = {"type": "hello", "protocol": 1, "values": ["u"],
         "implementation": {"name": "adapter", "version": "1.0", "language": "Python"},
         "codecs": {"punycode": {"ops": ["encode", "decode"]}}}
if FAULT == "typo":
    HELLO["window-size"] = 1
elif FAULT == "many-codecs":
    HELLO["codecs"].update({f"codec-{n}": {"ops": ["encode"], "x": 1} for n in range(10000)})
elif FAULT in ("many-operations", "many-and-slow"):
    HELLO["codecs"]["punycode"]["ops"] += [f"op-{n}" for n in range(10000)] + ["decode"] * 10000
elif FAULT == "lists":
    HELLO["codecs"] = {"uri2dec": {"ops": ["book"]}}
elif FAULT == "long-but-limited":
    HELLO["codecs"]["punycode"]["limits"] = {"length": 1000}
elif FAULT == "no-start":
    sys.exit("no module")
asked = 0
for line in sys.stdin:
    request = json.loads(line)
    if request.get("type") == "hello":
        print(json.dumps(HELLO), flush=True)
        continue
    asked += 1
    if FAULT == "lists" and request["codec"] == "uri2dec":
        if request["op"] == "book" and not isinstance(request["in"], list):
            sys.exit("not a list")
        request["in"] = {"u": []}
    units = request["in"]["u"]
    if FAULT == "records":
        with open(sys.argv[2], "a") as file:
            print(json.dumps([request["op"], units]), file=file)
    if FAULT in ("second", "fifth") and asked == {"second": 2, "fifth": 5}[FAULT]:
        sys.exit(f"fault {FAULT}")
    if (FAULT == "surrogates" and any(0xD800 <= c < 0xE000 for c in units)
            or FAULT == "large" and any(c > 0x10FFFF for c in units)
            or FAULT == "empty" and not units
            or FAULT in ("long", "long-but-limited") and len(units) > 1000
            or FAULT == "refused" and 33 in units
            or FAULT == "operation" and request["op"] not in ("encode", "decode")
            or FAULT == "codec-name" and request["codec"] != "punycode"):
        sys.exit(f"Traceback:\nfault {FAULT}")
    if FAULT == "crash" and any(c > 0x10FFFF for c in units):
        reply = {"id": request["id"], "crash": "chr() arg not in range(0x110000)"}
    elif FAULT == "slow" and len(units) > 1000:
        time.sleep(60)
    elif (request["codec"] not in ("punycode", "uri2dec") and FAULT != "any"
          or request["op"] not in ("encode", "decode", "book")):
        reply = {"id": request["id"], "skip": "only punycode"}
    else:
        reply = {"id": request["id"], "error": {"message": "\ud800 is refused"}}
    if FAULT == "many-and-slow":
        time.sleep(1.2)
    print(json.dumps(reply).replace("\\ud800", "it"), flush=True)
