"""draft-ietf-idn-utf6-00, sections 2.4 and 2.5: one label behind its prefix."""
from utf16 import fail

PREFIX = "wq--"
FIRST, NEXT, HYPHEN = "ghijklmnopqrstuv", "0123456789abcdef", ord("-")


def number(value):  # 2.4.1
    digits = f"{value:x}"
    return FIRST[int(digits[0], 16)] + digits[1:]


def compress(units):  # 2.4.2
    mask, out = 0xFFFF, ""
    others = [unit for unit in units if unit != HYPHEN]
    if len(others) >= 2 and len({unit >> 8 for unit in others}) == 1:
        mask, out = 0x00FF, "y" + number(others[0] >> 8)
    elif len(others) >= 2 and len({unit >> 12 for unit in others}) == 1:
        mask, out = 0x0FFF, "z" + number(others[0] >> 12)
    return out + "".join("-" if unit == HYPHEN else number(unit & mask) for unit in units)


def read(text, limit):  # 2.5.1, with the rest of the text
    value = FIRST.index(text[0]) if text and text[0] in FIRST else fail("bad-digit")
    text = text[1:]
    while text and text[0] in NEXT:
        value, text = value * 16 + NEXT.index(text[0]), text[1:]
    return (value, text) if value <= limit else fail("value-too-large")


def decompress(text):  # 2.5.2
    cpart, vmax, out = 0, 0xFFFF, []
    if not text:
        fail("empty")
    if text[0] == "y":
        m, text = read(text[1:], 0xFF)
        cpart, vmax = m * 0x100, 0xFF
    elif text[0] == "z":
        m, text = read(text[1:], 0xF)
        cpart, vmax = m * 0x1000, 0xFFF
    while text:
        if text[0] == "-":
            out, text = out + [HYPHEN], text[1:]
        else:
            vpart, text = read(text, vmax)
            out.append(cpart + vpart)
    return out
