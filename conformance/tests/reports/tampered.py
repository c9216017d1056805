"""An adapter that encodes Punycode, and does something to a file after its third request."""

import json
import os
import sys

DEED, PATH = sys.argv[1:]


def tamper():
    if DEED == "cut":
        os.truncate(PATH, 10)
    elif DEED == "remove":
        os.remove(PATH)
    elif DEED == "replace":
        text = open(PATH, "rb").read()
        os.remove(PATH)
        open(PATH, "wb").write(text)
    elif DEED == "rewrite":
        with open(PATH, "r+b") as file:
            text = file.read()
            file.seek(0)
            file.write(text.replace(b'"pass"', b'"skip"'))


def answer(request):
    if request.get("type") == "hello":
        codecs = {"punycode": {"ops": ["encode"]}}
        return {"type": "hello", "protocol": 1, "implementation": {"name": "tampers"}, "codecs": codecs}
    text = "".join(map(chr, request["in"]["u"])) if "u" in request["in"] else request["in"]["t"]
    return {"id": request["id"], "ok": {"t": text.encode("punycode").decode()}}


for number, line in enumerate(sys.stdin):
    if number == 3:
        tamper()
    print(json.dumps(answer(json.loads(line))), flush=True)
