"""The host names of Libidn2, the C library: IDNA2008 without mapping, and after the mapping of UTS 46."""
import ctypes, ctypes.util, re, sys, frame, uts46_frame
from ctypes import POINTER, byref, c_char_p, c_uint32

try:
    idn2 = ctypes.CDLL(ctypes.util.find_library("idn2") or "libidn2.so.0")
except OSError as e:
    sys.exit(f"the library libidn2 is not installed (Debian: libidn2-0): {e}")
idn2.idn2_check_version.restype = c_char_p
NFC_INPUT, TRANSITIONAL, NONTRANSITIONAL, STD3, NO_TR46 = 1, 4, 8, 32, 64
HYPHENS, RULES = -301, {-300, *range(-310, -302), -312, -313}  # what IDNA2008 requires of the characters of a label


def called(op, text, flags):
    if "\0" in text:
        raise frame.Skip("names end at U+0000")
    out = c_char_p() if op == "to-ascii" else POINTER(c_uint32)()
    call = idn2.idn2_to_ascii_4z if op == "to-ascii" else idn2.idn2_to_unicode_4z4z
    status = call((c_uint32 * (len(text) + 1))(*map(ord, text), 0), byref(out), flags)
    if status:
        raise ValueError(status)
    return "".join(map(chr, out.value if op == "to-ascii" else iter(iter(out).__next__, 0)))


def unmapped(op):
    def convert(text):
        named = re.search(r"[\x01-\x2c\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", text)  # refused whatever the characters
        try:
            result = called(op, text, NO_TR46)
        except ValueError as e:
            status = e.args[0]
            if status in RULES and not named or status == HYPHENS and "xn--" not in text.lower():
                raise frame.Skip(f"a rule of IDNA2008 on the characters of a label (status {status})")
            raise
        if named or re.search(r"(^|\.)-|-(\.|$)", text if op == "to-ascii" else result):
            raise frame.Skip("the lookup of IDNA2008 has no STD 3 rules (RFC 5891, section 5.4)")
        return result
    return convert


def mapped(text, std3=True, transitional=False):
    return called("to-ascii", text, STD3 * std3 | (TRANSITIONAL if transitional else NONTRANSITIONAL))


def looked_up(op):
    def convert(text, mapping="none"):
        return called(op, text, NO_TR46 | (NFC_INPUT if mapping == "nfc" else 0))
    return convert


# The lookup of RFC 5891. It knows the code points of its version only, and checks no ASCII label.
IDNA2008 = {"functions": {op: looked_up(op) for op in ("to-ascii", "to-unicode")},
            "params": {"process": ["lookup"], "mapping": ["none", "nfc"], "ldh": [False], "check-contexto": [False]},
            "limits": {"unicode": uts46_frame.newest(looked_up("to-ascii"))}}
# Its decoder of names maps nothing.
UTS46 = {"functions": {"to-ascii": mapped}, "idna": "2008", "limits": {"unicode": uts46_frame.newest(mapped)},
         "params": {"std3": [True, False], "transitional": [False, True]}}
frame.serve("Libidn2 host names", idn2.idn2_check_version(None).decode(), "https://www.gnu.org/software/libidn/",
            {op: unmapped(op) for op in ("to-ascii", "to-unicode")}, ValueError, language="C", idna="std3", uts46=UTS46, idna2008=IDNA2008)
