"""UTF-16, and what the drafts require of the characters of a host name."""


class Fail(Exception):
    """Where a step stops with an error; the argument is the kind."""


def fail(kind):
    raise Fail(kind)


def scalar(point):
    if 0xD800 <= point <= 0xDFFF:
        fail("surrogate")
    return point if point <= 0x10FFFF else fail("out-of-range")


def units(points):
    """Characters above FFFF are two units."""
    out = []
    for point in map(scalar, points):
        if point <= 0xFFFF:
            out.append(point)
        else:
            out += [0xD800 + ((point - 0x10000) >> 10), 0xDC00 + ((point - 0x10000) & 0x3FF)]
    return out


def points(units):
    out = []
    for unit in units:
        if out and 0xD800 <= out[-1] <= 0xDBFF and 0xDC00 <= unit <= 0xDFFF:
            out[-1] = 0x10000 + ((out[-1] - 0xD800) << 10) + (unit - 0xDC00)
        else:
            out.append(unit)
    return [scalar(point) for point in out]


def is_ldh(point):
    """STD 13: a letter, a digit, or a hyphen."""
    return point == 45 or 48 <= point <= 57 or 65 <= point <= 90 or 97 <= point <= 122


def lower(points):
    """A to Z are a to z; no other character changes."""
    return [point + 32 if 65 <= point <= 90 else point for point in points]
