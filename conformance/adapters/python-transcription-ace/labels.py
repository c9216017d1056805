"""One label: what the drafts of UTF-6, RACE and LACE say in their sections 2, 2.1, 2.2 and 2.3. Host names: label by
label, and the rules of STD 13 for labels that pass unchanged."""
from utf16 import fail, is_ldh, lower, points, units

DOT, HYPHEN = ord("."), ord("-")


def text(codes):
    """In small letters, as far as it is ASCII."""
    return "".join(chr(c) if c < 128 else "?" for c in lower(codes))


class Labels:
    """The labels of a draft. Bare ones need not be valid in a host name."""

    def __init__(self, codec, prefix, bare=False):
        self.codec, self.prefix, self.bare = codec, prefix, bare

    def has_prefix(self, label):
        return text(label[:4]) == self.prefix

    def encode(self, label):
        if not self.bare:
            if DOT in label:
                fail("dot")
            if self.has_prefix(label):
                fail("bad-prefix")
            if label and all(map(is_ldh, label)):
                fail("ldh-only")
        code = self.prefix + self.codec.compress(units(label) or fail("empty"))
        return [ord(c) for c in code] if self.bare else self.legal([ord(c) for c in code])

    def decode(self, label):
        if not self.has_prefix(label):
            fail("bad-prefix")
        if not all(map(is_ldh, label)):
            fail("not-ldh")
        made = points(self.codec.decompress(text(label if self.bare else self.legal(label))[4:]))
        return made if self.encode(made) == lower(label) else fail("not-canonical")

    def legal(self, label):
        return fail("too-long") if len(label) > 63 else fail("hyphen") if label[-1] == HYPHEN else label


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
