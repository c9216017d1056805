"""Sections 8.1 to 8.3: symbols of table 1 back to text."""
from escape import ESCAPE, escape
from keypad import address, fail


def unescape(text, mode, lenient):
    text, units, at = address(text) if text else "", [], 0
    while at < len(text):
        if text[at] != "%":
            units.append(ord(text[at]))
            at += 1
            continue
        found = ESCAPE.match(text, at) or fail("escape")
        units.append(int(found[1] or found[2], 16))
        if found[2] and units[-1] >= 0x80:  # octets, not characters
            fail("escape")
        at = found.end()
    points = []
    for unit in units:
        if points and 0xD800 <= points[-1] <= 0xDBFF and 0xDC00 <= unit <= 0xDFFF:
            points[-1] = 0x10000 + ((points[-1] - 0xD800) << 10) + unit - 0xDC00
        else:
            points.append(unit)
    if any(0xD800 <= point <= 0xDFFF for point in points):
        fail("escape")
    if not lenient and mode == "text" and "".join(map(chr, escape(points, "text"))) != text:
        fail("not-canonical")
    return points
