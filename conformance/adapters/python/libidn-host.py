"""The host names of GNU Libidn, the C library, behind acegate's line protocol: IDNA2003, where it maps nothing."""
import ctypes, ctypes.util, json, sys
from ctypes import POINTER, byref, c_char_p, c_size_t, c_uint32

try:
    idn = ctypes.CDLL(ctypes.util.find_library("idn") or "libidn.so.12")
except OSError as e:
    sys.exit(f"the library libidn is not installed (Debian: libidn12): {e}")
idn.stringprep_check_version.restype = c_char_p
NAMEPREP = ctypes.byref(ctypes.c_char.in_dll(idn, "stringprep_nameprep"))
FLAGS, DOTS = 1 | 2, {0x3002, 0xFF0E, 0xFF61}  # unassigned code points allowed, STD3 rules


def unmapped(points):
    """Whether Nameprep leaves a label as it is. It is not applied to ASCII."""
    text, length = (c_uint32 * (4 * len(points) + 16))(*points), c_size_t(len(points))
    status = idn.stringprep_4i(text, byref(length), c_size_t(len(text)), 0, NAMEPREP)
    return all(c < 0x80 for c in points) or status == 0 and text[:length.value] == points


def hidden(label):  # Nameprep changes the text that the label is the code of
    code, room, out = label[4:].encode(), c_size_t(len(label)), (c_uint32 * (len(label) + 1))()
    made = label[:4].lower() == "xn--" and not idn.punycode_decode(c_size_t(len(code)), code, byref(room), out, None)
    return made and not unmapped(out[:room.value])


def answer(op, value):
    points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
    if any(c > 0x10FFFF or c == 0 for c in points):
        return {"skip": "names end at U+0000, and code points at U+10FFFF"}
    labels = "".join(map(chr, points)).split(".")
    if DOTS & {*points} or not all(unmapped([*map(ord, label)]) for label in labels) or any(map(hidden, labels)):
        return {"skip": "Nameprep changes or refuses these characters, or takes them for dots"}
    ascii, given = op == "to-ascii", (c_uint32 * (len(points) + 1))(*points, 0)
    out = c_char_p() if ascii else POINTER(c_uint32)()
    status = (idn.idna_to_ascii_4z if ascii else idn.idna_to_unicode_4z4z)(given, byref(out), FLAGS)
    if status:
        return {"error": {"message": f"status {status}"}}
    return {"ok": {"u": list(out.value if ascii else iter(iter(out).__next__, 0))}}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"], "implementation": {
             "name": "GNU Libidn host names", "version": idn.stringprep_check_version(None).decode(),
             "language": "C", "url": "https://www.gnu.org/software/libidn/"},
         "codecs": {"punycode": {"ops": ["to-ascii", "to-unicode"], "idna": "std3"}}}
for line in sys.stdin:
    request = json.loads(line)
    known = request.get("codec") == "punycode" and request["op"] in ("to-ascii", "to-unicode")
    print(json.dumps(HELLO if request.get("type") == "hello" else {"id": request["id"], **(answer(
        request["op"], request["in"]) if known else {"skip": "only punycode to-ascii and to-unicode"})}), flush=True)
