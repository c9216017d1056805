"""draft-ietf-idn-race-03 and draft-ietf-idn-lace-01, section 2.5."""
from utf16 import fail

DIGITS = "abcdefghijklmnopqrstuvwxyz234567"


def encode(octets):
    bits = "".join(f"{octet:08b}" for octet in octets)
    bits += "0" * (-len(bits) % 5)
    return "".join(DIGITS[int(bits[at:at + 5], 2)] for at in range(0, len(bits), 5))


def decode(text):
    bits = "".join(f"{DIGITS.index(digit):05b}" if digit in DIGITS else fail("bad-digit") for digit in text)
    if len(text) % 8 in (1, 3, 6):
        fail("bad-length")
    whole = len(bits) // 8 * 8
    if "1" in bits[whole:]:
        fail("bad-padding")
    return [int(bits[at:at + 8], 2) for at in range(0, whole, 8)]


def split(units):
    """Big-endian UTF-16."""
    return [octet for unit in units for octet in (unit >> 8, unit & 0xFF)]


def join(octets):
    if len(octets) % 2:
        fail("odd")
    return [high * 256 + low for high, low in zip(octets[::2], octets[1::2])]
