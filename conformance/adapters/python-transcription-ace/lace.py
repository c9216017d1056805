"""draft-ietf-idn-lace-01, section 2.4."""
import base32
from utf16 import fail

PREFIX = {0: "bq--", 1: "lq--"}


def octets(units):
    out, at = [], 0
    while at < len(units):
        high, count = units[at] >> 8, 0
        while at + count < len(units) and units[at + count] >> 8 == high:
            count += 1
        if count >= 0xFF:  # no count, but the mark of a text that is not compressed
            fail("too-long")
        out += [count, high, *(unit & 0xFF for unit in units[at:at + count])]
        at += count
    plain = base32.split(units)
    return out if len(out) <= len(plain) else [0xFF, *plain]


def compress(units):
    return base32.encode(octets(units))


def decompress(text):
    code = base32.decode(text) or fail("empty")
    if code[0] == 0xFF:
        units = base32.join(code[1:])
    else:
        units, rest = [], code
        while rest:
            count, rest = rest[0], rest[1:]
            if count == 0 or len(rest) < 1 + count:
                fail("bad-count")
            units += [rest[0] * 256 + low for low in rest[1:1 + count]]
            rest = rest[1 + count:]
    if not units:
        fail("empty")
    return units if octets(units) == code else fail("not-canonical")
