"""Sections 8.1 to 8.3: text as symbols of table 1, and back."""
import re
from keypad import DIGIT, address, fail, fold

ESCAPE = re.compile("%u([0-9a-f]{4})|%([0-9a-f]{2})", re.I | re.A)


def escaped(point):
    if point < 0x80:
        return f"%{point:02x}"
    if point <= 0xFFFF:
        return f"%u{point:04x}"
    return escaped(0xD800 + ((point - 0x10000) >> 10)) + escaped(0xDC00 + ((point - 0x10000) & 0x3FF))


def escape(points, mode):
    text, out, at = points, "", 0
    while at < len(text):
        point = text[at]
        c = chr(point) if point < 0x80 else ""
        if 0xD800 <= point <= 0xDFFF or point > 0x10FFFF:
            fail("surrogate" if point <= 0xDFFF else "out-of-range")
        kept = ESCAPE.match("".join(chr(p) if p < 0x80 else "~" for p in text[at:at + 6])) if mode == "uri" and c == "%" else None
        if kept:
            out += fold(kept[0])
            at += len(kept[0]) - 1
        elif mode == "uri" and fold(c) in DIGIT and c != "%" and c:
            out += fold(c)
        elif c in DIGIT and c != "%" and c:
            out += c
        else:
            out += escaped(point)
        at += 1
    return [ord(c) for c in out]


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
