"""The Punycode of Libidn2, the C library, behind acegate's line protocol."""
import ctypes, ctypes.util, json, re, sys
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_size_t, c_uint32, c_void_p

try:
    idn2 = ctypes.CDLL(ctypes.util.find_library("idn2") or "libidn2.so.0")
except OSError as e:
    sys.exit(f"the library libidn2 is not installed (Debian: libidn2-0): {e}")
idn2.idn2_check_version.restype = c_char_p
BAD_INPUT, OVERFLOW, NOT_OF_HOSTS = -202, -204, re.compile(rb"|.*-|.*[\0-,./:-@\[-`{-\x7f].*-[^-]*", re.S)
versioned = ctypes.CDLL(None).dlvsym
versioned.restype, versioned.argtypes = c_void_p, [c_void_p, c_char_p, c_char_p]


def function(name):
    """The library exports these under an old version alone, where a plain look-up does not see them."""
    address = versioned(idn2._handle, name, b"IDN2_0.0.0")
    if not address:
        sys.exit(f"this libidn2 does not export {name.decode()}")
    return CFUNCTYPE(c_int, c_size_t, c_void_p, POINTER(c_size_t), c_void_p)(address)


encode, decode = function(b"_idn2_punycode_encode"), function(b"_idn2_punycode_decode")


def answer(op, value):
    points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
    if op == "decode" and any(c > 0x10FFFF for c in points):
        return {"skip": "octets are passed, and UTF-8 ends at U+10FFFF"}
    code = "".join(map(chr, points)).encode("utf-8", "surrogatepass") if op == "decode" else b""
    room = c_size_t(len(code) if op == "decode" else 16 * len(points) + 16)
    out = ((c_uint32 if op == "decode" else ctypes.c_ubyte) * (room.value + 1))()
    status = (decode(len(code), code, byref(room), out) if op == "decode" else
              encode(len(points), (c_uint32 * len(points))(*points), byref(room), out))
    if op == "decode" and status == BAD_INPUT and NOT_OF_HOSTS.fullmatch(code):
        return {"skip": "the decoder is for labels of hosts: none is empty or ASCII alone, or has other literals"}
    refusal = {"message": f"status {status}", **({"kind": "overflow"} if status == OVERFLOW else {})}
    return {"ok": {"u": list(out[:room.value])}} if status == 0 else {"error": refusal}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "Libidn2", "version": idn2.idn2_check_version(None).decode(),
                            "language": "C", "url": "https://www.gnu.org/software/libidn/"},
         "codecs": {"punycode": {"ops": ["encode", "decode"], "limits": {"width": 32}}}}
for line in sys.stdin:
    request = json.loads(line)
    known = request.get("codec") == "punycode" and request["op"] in ("encode", "decode")
    reply = (HELLO if request.get("type") == "hello" else {"id": request["id"], **(
        answer(request["op"], request["in"]) if known else {"skip": "only punycode encode and decode"})})
    print(json.dumps(reply), flush=True)
