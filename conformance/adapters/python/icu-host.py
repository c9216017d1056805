"""The host names of ICU, the C++ library: UTS 46 without the deviations of IDNA2003, with all of its checks
unless a request says otherwise."""
import ctypes, ctypes.util, functools, re, sys, frame, uts46_frame
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
STD3, BIDI, CONTEXTJ, NONTRANSITIONAL, LENGTHS, HYPHENS = 2, 4, 8, 0x30, 7, 0x38
openUTS46.restype = c_void_p
version = (ctypes.c_uint8 * 4)()
icu["u_getVersion_" + release](version)


@functools.cache
def opened(options):
    return c_void_p(openUTS46(options, byref(c_int32())))


def converted(name):
    # Hyphens and lengths have no option: callers that allow them leave these errors aside.
    def convert(text, std3=True, check_bidi=True, check_joiners=True, transitional=False, check_hyphens=True, verify_dns_length=True):
        idna = opened(STD3 * std3 | BIDI * check_bidi | CONTEXTJ * check_joiners | NONTRANSITIONAL * (not transitional))
        units, out = text.encode("utf-16-le", "surrogatepass"), ctypes.create_string_buffer(1 << 20)
        info, status = Info(ctypes.sizeof(Info)), c_int32()
        made = icu[f"uidna_{name}_{release}"](idna, units, len(units) // 2, out, len(out) // 2, byref(info), byref(status))
        errors = info.errors & ~(HYPHENS * (not check_hyphens) | LENGTHS * (not verify_dns_length))
        if status.value > 0 or errors:
            raise ValueError(f"errors {errors:#x}, status {status.value}")
        return out.raw[:2 * made].decode("utf-16-le", "surrogatepass")
    return convert


to_ascii, to_unicode = converted("nameToASCII"), converted("nameToUnicode")
# ICU encodes labels of at most 1,000 code points: longer ones are U_INPUT_TOO_LONG_ERROR.
frame.serve("ICU host names", ".".join(map(str, version[:2])), "https://icu.unicode.org",
            {"to-ascii": to_ascii, "to-unicode": to_unicode}, ValueError, language="C++", idna="strict",
            uts46={"limits": {"unicode": uts46_frame.newest(to_ascii), "length": 1000}, "params": {
                "check-hyphens": [True, False], "check-bidi": [True, False], "check-joiners": [True, False],
                "std3": [True, False], "verify-dns-length": [True, False], "transitional": [False, True]}})
