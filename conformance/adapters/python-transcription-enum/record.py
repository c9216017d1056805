"""RFC 3403, 4, in the form of RFC 1035, 5.1: printed records."""
import re
from number import Fail

# A field: a string in quotes, or characters without spaces, quotes and the signs of master files.
ESCAPE = r"\\[0-9]{3}|\\[^0-9]"
FIELD = re.compile(rf'[ \t\n\f\r]*("(?:{ESCAPE}|[^"\\])*"|(?:{ESCAPE}|[^\\"();\s])+)(?=[ \t\n\f\r]|$)', re.S | re.A)


def octets(field):
    """The octets of a field, each with whether it was escaped."""
    found = []
    for piece in re.findall(rf"{ESCAPE}|[^\\]", field, re.S | re.A):
        if piece[0] != "\\":
            found += [(octet, False) for octet in piece.encode()]
        elif len(piece) == 4:
            if int(piece[1:]) > 255:
                raise Fail("syntax")
            found.append((int(piece[1:]), True))
        else:
            found += [(octet, True) for octet in piece[1].encode()]
    return found


def number(field):
    if not re.fullmatch("[0-9]+", field, re.A):
        raise Fail("syntax")
    if int(field) > 65535:
        raise Fail("value-too-large")
    return int(field)


def string(field):
    found = octets(field[1:-1] if field[0] == '"' else field)
    if len(found) > 255:
        raise Fail("too-long")
    return bytes(octet for octet, _ in found).decode("utf-8", "replace")


def replaces(field):
    """Whether there is a replacement: a name other than the root."""
    found = octets(field)
    if field[0] == '"':
        raise Fail("syntax")
    if found == [(46, False)]:
        return False
    name = found[:-1] if found[-1] == (46, False) else found
    labels = [[]]
    for octet in name:
        if octet == (46, False):
            labels.append([])
        else:
            labels[-1].append(octet)
    if not all(1 <= len(label) <= 63 for label in labels) or 1 + sum(len(label) + 1 for label in labels) > 255:
        raise Fail("syntax")
    return True


def read(text):
    fields, at = [], 0
    for read_field in (number, number, string, string, string, replaces):
        found = FIELD.match(text, at)
        if not found:
            raise Fail("syntax")
        fields.append(read_field(found[1]))
        at = found.end()
    if text[at:].strip(" \t\n\f\r"):
        raise Fail("syntax")
    return fields
