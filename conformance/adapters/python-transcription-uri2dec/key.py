"""Sections 5.4 to 5.6: keys. A key is its octal digits here, 0 to 7 in either profile."""
from keypad import BITS, DIGIT, KEYS, fail, hash_of, invert

WIDTH = "natural-lsb"


def vector(text, packing):
    """The position codes as one number: the first symbol lowest, or (first revision) highest."""
    if packing != WIDTH:
        text = invert(text)[::-1]
    value, shift = 0, 0
    for c in text:
        value |= KEYS[DIGIT[c]].index(c) << shift
        shift += BITS[DIGIT[c]]
    return value


def key_of(text, packing=WIDTH):
    value = vector(text, packing)
    if value == 0:
        return "0"
    extra = -(value.bit_length() + 2) % 3
    return f"{(value << (2 + extra)) + extra:o}"


def symbols(hash, digits, packing=WIDTH):
    """The address of a hash that is not inverted, and a key: 7.3, with what 5.4 and 5.6 allow."""
    if digits == "":
        fail("key-empty")
    if digits[0] == "0" and digits != "0":
        fail("key-leading-zero")
    number = int(digits, 8)
    extra = number % 4
    if extra == 3:
        fail("key-ll-reserved")
    value = number >> (2 + extra)
    if number and (number >> 2) % (1 << extra):
        fail("key-spare-bits")
    if digits != "0" and digits[0] < "4":
        fail("key-misaligned")
    if value == 0 and digits != "0":
        fail("key-misaligned")
    if value.bit_length() > sum(BITS[c] for c in hash):
        fail("key-too-long")
    out = []
    for c in hash if packing == WIDTH else invert(hash)[::-1]:
        out.append(KEYS[c][value & ((1 << BITS[c]) - 1)])
        value >>= BITS[c]
    text = "".join(out)
    return text if packing == WIDTH else invert(text[::-1])
