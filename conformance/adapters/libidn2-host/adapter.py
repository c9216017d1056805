"""The host names of Libidn2, the C library, behind acegate's line protocol: IDNA2008 without mapping."""
import ctypes, ctypes.util, json, re, sys
from ctypes import POINTER, byref, c_char_p, c_uint32

try:
    idn2 = ctypes.CDLL(ctypes.util.find_library("idn2") or "libidn2.so.0")
except OSError as e:
    sys.exit(f"the library libidn2 is not installed (Debian: libidn2-0): {e}")
idn2.idn2_check_version.restype = c_char_p
NO_TR46 = 64
HYPHENS, RULES = -301, {-300, *range(-310, -302), -312, -313}  # what IDNA2008 asks of the characters of a label


def to_ascii(text):
    out = c_char_p()
    status = idn2.idn2_to_ascii_4z((c_uint32 * (len(text) + 1))(*map(ord, text), 0), byref(out), NO_TR46)
    return status, out.value


def to_unicode(text):
    out = POINTER(c_uint32)()
    status = idn2.idn2_to_unicode_4z4z((c_uint32 * (len(text) + 1))(*map(ord, text), 0), byref(out), NO_TR46)
    return status, list(iter(iter(out).__next__, 0)) if status == 0 else None


def answer(op, value):
    if any(c > 0x10FFFF or c == 0 for c in value.get("u", ())):
        return {"skip": "names end at U+0000, and code points at U+10FFFF"}
    text = "".join(map(chr, value["u"])) if "u" in value else value["t"]
    status, result = (to_ascii if op == "to-ascii" else to_unicode)(text)
    named = re.search(r"[\x01-\x2c\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", text)  # refused whatever the characters
    if status in RULES and not named or status == HYPHENS and "xn--" not in text.lower():
        return {"skip": f"a rule of IDNA2008 on the characters of a label (status {status})"}
    unicode = text if op == "to-ascii" else "".join(map(chr, result or ()))
    edges = any(label[:1] == "-" or label[-1:] == "-" for label in unicode.split("."))
    if status == 0 and (edges or named):
        return {"skip": "the lookup of IDNA2008 has no STD 3 rules (RFC 5891, section 5.4)"}
    return {"ok": {"u": list(result)}} if status == 0 else {"error": {"message": f"status {status}"}}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "Libidn2 host names", "version": idn2.idn2_check_version(None).decode(),
                            "language": "C", "url": "https://www.gnu.org/software/libidn/"},
         "codecs": {"punycode": {"ops": ["to-ascii", "to-unicode"], "idna": "std3"}}}
for line in sys.stdin:
    request = json.loads(line)
    known = request.get("codec") == "punycode" and request["op"] in ("to-ascii", "to-unicode")
    reply = (HELLO if request.get("type") == "hello" else {"id": request["id"], **(
        answer(request["op"], request["in"]) if known else {"skip": "only punycode to-ascii and to-unicode"})})
    print(json.dumps(reply), flush=True)
