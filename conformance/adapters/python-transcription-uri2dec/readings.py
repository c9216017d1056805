"""Section 7: numbers, with spaces and dialled."""
from keypad import Fail, fail
from number import read


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
