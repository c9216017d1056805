"""draft-ietf-idn-race-03, section 2.4."""
import base32
from utf16 import fail

PREFIX = "bq--"


def one_octet_row(units):
    """U1 where all upper octets are one, or 0 and one other; nothing otherwise."""
    rows = {unit >> 8 for unit in units}
    return max(rows) if len(rows) == 1 or (len(rows) == 2 and 0 in rows) else None


def octets(units):
    u1 = one_octet_row(units)
    if u1 is None:
        return [0xD8, *base32.split(units)]
    if 0xD8 <= u1 <= 0xDF:
        fail("surrogate")
    out = [u1]
    for unit in units:
        u2, n1 = unit >> 8, unit & 0xFF
        if u2 == 0 and n1 == 0x99:
            fail("u0099")
        if u2 == u1:
            out += [0xFF, 0x99] if n1 == 0xFF else [n1]
        else:
            out += [0xFF, n1]
    return out


def compress(units):
    return base32.encode(octets(units))


def decompress(text):
    u1, *rest = base32.decode(text) or fail("empty")
    if not rest:
        fail("empty")
    if u1 == 0xD8:
        units = base32.join(rest)
        return units if one_octet_row(units) is None else fail("not-canonical")
    out, escaped = [], False
    for n1 in rest:
        if escaped:
            out.append(u1 * 256 + 0xFF if n1 == 0x99 else n1)
        elif n1 != 0xFF:
            out.append(u1 * 256 + n1 if u1 or n1 != 0x99 else fail("u0099"))
        escaped = n1 == 0xFF and not escaped
    return fail("truncated") if escaped else out
