"""Sections 5.2, 5.7, 6 and 7: numbers, with spaces and dialled."""
from key import key_of, symbols
from keypad import Fail, fail, hash_of, invert

# The markers before direct and pre-inverted numbers, and the first digit of a key.
MARKERS = {"shifted": "10", "octal": "89"}
FIRST = {"shifted": 1, "octal": 0}


def marker_and_key(text, profile, form, packing):
    digits = "".join(str(int(d) + FIRST[profile]) for d in key_of(text, packing))
    return MARKERS[profile][form == "pre-inverted"], digits


def encode(text, profile, form, packing, style, scope):
    mark, digits = marker_and_key(text, profile, form, packing)
    hash = hash_of(invert(text) if form == "pre-inverted" else text)
    if scope == "service":  # 5.7
        digits += "9" * (16 - len(hash) - 1 - len(digits))
    return hash + mark + digits if style == "dialled" else f"{hash} {mark} {digits}"


def read(hash, mark, rest, packing, scope):
    """The address of the parts of a number."""
    if hash == "" or not hash.isascii() or not hash.isdigit():
        fail("hash-empty" if hash == "" else "hash-digit")
    profile = next((name for name, marks in MARKERS.items() if mark in [*marks]), None) or fail("marker")
    digits = rest.rstrip("9")  # 7.2
    nines, total = len(rest) - len(digits), len(hash) + 1 + len(rest)
    last = FIRST[profile] + 7
    if any(not c.isascii() or not c.isdigit() or not FIRST[profile] <= int(c) <= last for c in digits):
        fail("key-digit")
    if mark == MARKERS[profile][1]:
        hash = invert(hash)
    text = symbols(hash, "".join(str(int(c) - FIRST[profile]) for c in digits), packing)
    if nines and total > 16 or scope == "service" and (total < 16 or nines and total != 16):
        fail("extension-length")
    return text


def readings(digits, profile, packing, scope):
    """All addresses of a dialled number, the one with the longest key first."""
    if not digits or any(not c.isascii() or not c.isdigit() for c in digits):
        fail("hash-digit" if digits else "hash-empty")
    bare = digits.rstrip("9")
    if profile == "octal":  # 7.3: the last 8 or 9
        places = [max(bare.rfind("8"), bare.rfind("9"))]
    else:  # a key has no 0, so the marker is the last 0 or a 1 behind it
        last = bare.rfind("0")
        places = [at for at in range(max(last, 0), len(bare)) if bare[at] in "01"]
    found, why = [], "marker"
    for at in places:
        try:
            if at >= 0:
                found.append(read(digits[:at], digits[at], digits[at + 1:], packing, scope))
        except Fail as e:
            why = str(e)
    return found or fail(why)


def decode(number, profile, packing, style, scope):
    if style == "dialled":
        return readings(number, profile, packing, scope)[0]
    parts = number.split(" ")
    return read(*parts, packing, scope) if len(parts) == 3 else fail("marker")
