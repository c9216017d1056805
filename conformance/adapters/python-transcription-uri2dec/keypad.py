"""Sections 5.1 and 5.3: hashes and inversion; tables 1 and 2."""

# Table 2: the symbols of each key by their position codes.
KEYS = {"1": "1", "2": "cab2", "3": "def3", "4": "ghi4", "5": "jkl5", "6": "omn6",
        "7": "pqrs-7/:", "8": "tuv8", "9": "wxyz_9?&", "0": ".@%0"}
BITS = {key: {1: 0, 4: 2, 8: 3}[len(symbols)] for key, symbols in KEYS.items()}
DIGIT = {symbol: key for key, symbols in KEYS.items() for symbol in symbols}


class Fail(Exception):
    """A refusal; the argument is the kind."""


def fail(kind):
    raise Fail(kind)


def fold(text):
    """8.1: A to Z count as a to z, and nothing else changes."""
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in text)


def address(text):
    text = fold(text)
    if not text:
        fail("address-empty")
    return text if all(c in DIGIT for c in text) else fail("symbol-not-in-table")


def hash_of(text):
    return "".join(DIGIT[c] for c in text)


def invert(text):
    """5.3: every symbol on key 0 is a separate word, and the words change their order."""
    words, word = [], ""
    for c in text:
        if DIGIT[c] == "0":
            words, word = [*words, word, c], ""
        else:
            word += c
    return "".join(reversed([*words, word]))
