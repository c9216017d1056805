"""The Punycode of ICU, the C++ library, behind acegate's line protocol."""
import ctypes, ctypes.util, json, re, sys
from ctypes import byref, c_byte, c_int

try:
    name = ctypes.util.find_library("icuuc") or "libicuuc.so"
    icu = ctypes.CDLL(name)
    release = re.search(r"\d+$", name)[0]  # every name that ICU exports ends in its release
    functions = {"encode": icu["u_strToPunycode_" + release], "decode": icu["u_strFromPunycode_" + release]}
except (OSError, TypeError, AttributeError) as e:
    sys.exit(f"the library ICU is not installed, or does not export its Punycode (Debian: libicu72): {e}")
version = (ctypes.c_uint8 * 4)()
icu["u_getVersion_" + release](version)


def answer(op, value, params):
    points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
    if any(c > 0x10FFFF for c in points):
        return {"skip": "UTF-16 holds nothing above U+10FFFF"}
    if any(0xD800 <= a < 0xDC00 <= b < 0xE000 for a, b in zip(points, points[1:])):
        return {"skip": "in UTF-16 a pair of surrogates is one character"}
    units = [chr(c).encode("utf-16-le", "surrogatepass") for c in points]
    annotated, length = params.get("annotation"), len(b"".join(units)) // 2
    flags = None
    if annotated:  # one flag a unit of UTF-16, the second of a pair counting for nothing
        given = value.get("flags") or [False] * len(points)
        flags = (c_byte * 20000)(*(f for f, unit in zip(given, units) for _ in range(len(unit) // 2)))
    out, status = ctypes.create_string_buffer(2 * (16 * length + 16)), c_int(0)
    made = functions[op](b"".join(units) + b"\0\0", length, out, len(out) // 2, flags, byref(status))
    if status.value > 0:
        return {"error": {"message": f"status {status.value}"}}
    text = out.raw[:2 * made].decode("utf-16-le", "surrogatepass")
    result = {"u": [ord(c) for c in text]}
    if annotated and op == "decode":
        starts = [len(text[:i].encode("utf-16-le", "surrogatepass")) // 2 for i in range(len(text))]
        result["flags"] = [bool(flags[at]) for at in starts]
    return {"ok": result}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "ICU", "version": ".".join(map(str, version[:2])), "language": "C++",
                            "url": "https://icu.unicode.org"},
         "codecs": {"punycode": {"ops": ["encode", "decode"], "params": ["annotation"], "limits": {"width": 31, "length": 1000}}}}
for line in sys.stdin:
    request = json.loads(line)
    known = request.get("codec") == "punycode" and request["op"] in ("encode", "decode")
    reply = (HELLO if request.get("type") == "hello" else {"id": request["id"], **(
        answer(request["op"], request["in"], request["params"]) if known else {"skip": "only punycode encode and decode"})})
    print(json.dumps(reply), flush=True)
