"""Sections 5.8 and 5.9: records."""
from keypad import address, fail, fold, hash_of, invert
from number import MARKERS, encode, read


def write(text, profile, form, packing, record, scope):
    if record == "hash" or text.isdigit():  # a token of digits alone is read as a hash
        return "ics:" + encode(text, profile, form, packing, "spaced", scope)
    token, rest = text, encode(text, profile, "direct", packing, "spaced", scope).split(" ", 1)[1]
    return f"ics:{token} {rest}"


def read_record(line, packing, scope):
    if fold(line[:4]) != "ics:":
        fail("syntax")
    parts = line[4:].split(" ")
    if len(parts) != 3:
        fail("syntax")
    token, mark, rest = parts
    if token == "" or token.isascii() and token.isdigit():
        return read(token, mark, rest, packing, scope)
    token = address(token)
    text = read(hash_of(token), mark, rest, packing, scope)
    said = invert(token) if mark in (MARKERS["shifted"][1], MARKERS["octal"][1]) else token
    return text if text == said else fail("key-mismatch")
