"""The E.164 domains of dnspython, behind acegate's line protocol."""
import json, os, sys

sys.path[:0] = filter(None, os.environ.get("ACEGATE_LIBRARIES", "").split(":"))  # a version kept elsewhere
try:
    import dns.e164, dns.exception, dns.name, dns.version
except ImportError as e:
    sys.exit(f"the library dnspython is not installed (Debian: python3-dnspython): {e}")

OPS = {"to-domain": lambda text, tree: dns.e164.from_e164(text, tree).to_text(omit_final_dot=True),
       "to-number": lambda text, tree: dns.e164.to_e164(dns.name.from_text(text), tree)}


def answer(op, value, params):
    points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
    if any(c > 0x10FFFF for c in points):
        return {"skip": "a Python string holds nothing above U+10FFFF"}
    try:
        tree = dns.name.from_text(params.get("tree", "e164.arpa"))
        return {"ok": {"t": OPS[op]("".join(map(chr, points)), tree)}}
    except (dns.exception.DNSException, UnicodeError) as e:
        return {"error": {"message": f"{type(e).__name__}: {e}"}}
    except Exception as e:
        return {"crash": f"{type(e).__name__}: {e}"}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "dnspython", "version": dns.version.version, "language": "Python",
                            "url": "https://www.dnspython.org/"},
         "codecs": {"enum": {"ops": [*OPS], "params": ["tree"]}}}
for line in sys.stdin:
    request = json.loads(line)
    if request.get("type") == "hello":
        reply = HELLO
    elif request["codec"] == "enum" and request["op"] in OPS:
        reply = {"id": request["id"], **answer(request["op"], request["in"], request["params"])}
    else:
        reply = {"id": request["id"], "skip": "only to-domain and to-number of enum"}
    print(json.dumps(reply), flush=True)
