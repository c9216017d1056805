"""Host names: label by label, and the rules of STD 13 for those that pass as they stand."""
from labels import DOT, HYPHEN
from utf16 import fail, is_ldh


def plain(label):
    """A label that passes: letters, digits and hyphens, none of them first or last, 63 octets."""
    if not label:
        fail("empty")
    if not all(map(is_ldh, label)):
        fail("not-ldh")
    if HYPHEN in (label[0], label[-1]):
        fail("hyphen")
    return label if len(label) <= 63 else fail("too-long")


def each(convert, name):
    parts = [[]]
    for point in name:
        if point == DOT:
            parts.append([])
        else:
            parts[-1].append(point)
    root = [[]] if len(parts) > 1 and not parts[-1] else []
    made = [convert(label) for label in (parts[:-1] if root else parts)] + root
    return [point for label in made for point in (DOT, *label)][1:]


def short(name):
    """253 characters without the dot of the root."""
    return name if len(name) - (name[-1:] == [DOT]) <= 253 else fail("too-long")


def to_ascii(labels, name):
    def convert(label):
        if labels.has_prefix(label):
            fail("bad-prefix")
        return plain(label) if all(map(is_ldh, label)) else labels.encode(label)
    return short(each(convert, name))


def to_unicode(labels, name):
    return each(lambda label: labels.decode(label) if labels.has_prefix(label) else plain(label), short(name))
