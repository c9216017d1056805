"""GNU Libidn, the C library, behind acegate's line protocol."""
import ctypes, ctypes.util, json, sys
from ctypes import byref, c_char_p, c_size_t, c_uint32, c_ubyte

try:
    idn = ctypes.CDLL(ctypes.util.find_library("idn") or "libidn.so.12")
except OSError as e:
    sys.exit(f"the library libidn is not installed (Debian: libidn12): {e}")
idn.stringprep_check_version.restype = c_char_p
OVERFLOW = 3


def encode(points, flags):
    room = c_size_t(16 * len(points) + 16)
    out = (ctypes.c_char * room.value)()
    status = idn.punycode_encode(c_size_t(len(points)), (c_uint32 * len(points))(*points),
                                 (c_ubyte * len(points))(*flags) if flags else None, byref(room), out)
    return status, lambda: {"t": out[:room.value].decode("latin-1")}


def decode(points, annotated):
    code = "".join(map(chr, points)).encode("utf-8", "surrogatepass")
    room = c_size_t(len(code))
    out, flags = (c_uint32 * (len(code) + 1))(), (c_ubyte * (len(code) + 1))()
    status = idn.punycode_decode(c_size_t(len(code)), code, byref(room), out, flags if annotated else None)
    flags = {"flags": [bool(f) for f in flags[:room.value]]} if annotated else {}
    return status, lambda: {"u": out[:room.value], **flags}


def answer(op, value, params):
    points = value["u"] if "u" in value else [ord(c) for c in value["t"]]
    if op == "decode" and any(c > 0x10FFFF for c in points):
        return {"skip": "octets are passed, and UTF-8 ends at U+10FFFF"}
    annotated = params.get("annotation")
    status, result = encode(points, value.get("flags")) if op == "encode" else decode(points, annotated)
    refusal = {"message": f"status {status}", **({"kind": "overflow"} if status == OVERFLOW else {})}
    return {"ok": result()} if status == 0 else {"error": refusal}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "GNU Libidn", "version": idn.stringprep_check_version(None).decode(),
                            "language": "C", "url": "https://www.gnu.org/software/libidn/"},
         "codecs": {"punycode": {"ops": ["encode", "decode"], "params": ["annotation"], "limits": {"width": 32}}}}
for line in sys.stdin:
    request = json.loads(line)
    known = request.get("codec") == "punycode" and request["op"] in ("encode", "decode")
    reply = (HELLO if request.get("type") == "hello" else
             {"id": request["id"], **(answer(request["op"], request["in"], request["params"]) if known
                                      else {"skip": "only punycode encode and decode"})})
    print(json.dumps(reply), flush=True)
