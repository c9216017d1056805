"""The host names of ICU, the C++ library: UTS 46 without the deviations of IDNA2003, with all of its checks."""
import ctypes, ctypes.util, re, sys, frame
from ctypes import byref, c_int16, c_int32, c_uint32, c_void_p


class Info(ctypes.Structure):
    _fields_ = [("size", c_int16), ("different", ctypes.c_int8), ("reserved", ctypes.c_int8),
                ("errors", c_uint32), ("more", c_int32 * 2)]


try:
    name = ctypes.util.find_library("icuuc") or "libicuuc.so"
    icu = ctypes.CDLL(name)
    release = re.search(r"\d+$", name)[0]  # every name that ICU exports ends in its release
    openUTS46 = icu["uidna_openUTS46_" + release]
except (OSError, TypeError, AttributeError) as e:
    sys.exit(f"the library ICU is not installed, or does not export its IDNA (Debian: libicu72): {e}")
STD3, BIDI, CONTEXTJ, NONTRANSITIONAL = 2, 4, 8, 0x30
openUTS46.restype = c_void_p
idna = c_void_p(openUTS46(STD3 | BIDI | CONTEXTJ | NONTRANSITIONAL, byref(c_int32())))
version = (ctypes.c_uint8 * 4)()
icu["u_getVersion_" + release](version)


def converted(name):
    def convert(text):
        units, out = text.encode("utf-16-le", "surrogatepass"), ctypes.create_string_buffer(1 << 20)
        info, status = Info(ctypes.sizeof(Info)), c_int32()
        made = icu[f"uidna_{name}_{release}"](idna, units, len(units) // 2, out, len(out) // 2, byref(info), byref(status))
        if status.value > 0 or info.errors:
            raise ValueError(f"errors {info.errors:#x}, status {status.value}")
        return out.raw[:2 * made].decode("utf-16-le", "surrogatepass")
    return convert


frame.serve("ICU host names", ".".join(map(str, version[:2])), "https://icu.unicode.org",
            {"to-ascii": converted("nameToASCII"), "to-unicode": converted("nameToUnicode")},
            ValueError, language="C++", idna="strict")
