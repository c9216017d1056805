"""RFC 3490, sections 4.1 and 4.2, without Nameprep and with UseSTD3ASCIIRules; the lengths of RFC 1034 and 1035."""
import re
from bootstring import Bootstring, decode, encode

ACE = "xn--"
PUNYCODE = Bootstring()


def to_ascii_label(label):
    if re.search(r"[\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", label):
        PUNYCODE.fail("not-ldh")
    if label.startswith("-") or label.endswith("-"):
        PUNYCODE.fail("hyphen")
    if not label.isascii():
        if label[:4].lower() == ACE:
            PUNYCODE.fail("bad-prefix")
        label = ACE + "".join(map(chr, encode(PUNYCODE, map(ord, label), [None] * len(label))))
    return label if 1 <= len(label) <= 63 else PUNYCODE.fail("too-long" if label else "empty")


def to_unicode_label(label):
    if label[:4].lower() != ACE:  # what this does not change must still be a label
        return label if to_ascii_label(label) else label
    text = "".join(map(chr, decode(PUNYCODE, map(ord, label[4:]))[0]))
    if not text:
        PUNYCODE.fail("empty")
    return text if to_ascii_label(text).lower() == label.lower() else PUNYCODE.fail("not-canonical")


def each_label(convert):
    def name(text):
        labels = text.split(".")
        root = labels.pop() if len(labels) > 1 and not labels[-1] else None
        made = ".".join(map(convert, labels))
        ascii = ".".join(map(to_ascii_label, made.split("."))) if convert is to_unicode_label else made
        if len(text if text.isascii() else ascii) > 253 + (root is not None):
            PUNYCODE.fail("too-long")
        return made + ("." if root is not None else "")
    return name


to_ascii, to_unicode = each_label(to_ascii_label), each_label(to_unicode_label)
