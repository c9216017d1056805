"""One label: what the drafts of UTF-6, RACE and LACE say in their sections 2, 2.1, 2.2 and 2.3."""
from utf16 import fail, is_ldh, lower, points, units

DOT, HYPHEN = ord("."), ord("-")


def text(codes):
    """In small letters, as far as it is ASCII."""
    return "".join(chr(c) if c < 128 else "?" for c in lower(codes))


class Labels:
    """The labels of a draft; bare ones are not asked whether they can stand in a host name."""

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
