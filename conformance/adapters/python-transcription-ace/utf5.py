"""draft-jseng-utf5-01, sections 2.3 to 2.5: the whole text, in capitals, with nothing between."""
from utf16 import fail, scalar

FIRST, NEXT = "GHIJKLMNOPQRSTUV", "0123456789ABCDEF"


def encode(points):
    out = ""
    for point in map(scalar, points):
        digits = f"{point:X}"
        out += FIRST[int(digits[0], 16)] + digits[1:]
    return [ord(c) for c in out]


def decode(code):
    out, at = [], 0
    text = [chr(c) if c < 128 else "?" for c in code]
    while at < len(text):
        value = FIRST.index(text[at]) if text[at] in FIRST else fail("bad-digit")
        at += 1
        if value == 0 and at < len(text) and text[at] in NEXT:  # section 2.5: G stands alone
            fail("not-canonical")
        while at < len(text) and text[at] in NEXT:
            value = value * 16 + NEXT.index(text[at])
            at += 1
        out.append(scalar(value))
    return out
