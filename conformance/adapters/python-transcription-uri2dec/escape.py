"""Sections 8.1 to 8.3: text as symbols of table 1."""
import re
from keypad import DIGIT, fail, fold

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
