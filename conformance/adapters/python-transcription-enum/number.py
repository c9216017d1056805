"""RFC 6116, 3.1 and 3.4: numbers and domains."""
import re


class Fail(Exception):
    """A refusal; the argument is the kind."""


def unique(text):
    """3.1: the plus sign and the digits, without what separates them."""
    if not text:
        raise Fail("empty")
    if text[0] != "+":
        raise Fail("bad-prefix")
    kept = re.sub(r"[ ().-]", "", text[1:])
    for place, c in enumerate(kept):
        if c not in "0123456789":
            raise Fail("bad-digit")
        if place == 15:
            raise Fail("too-long")
    if not kept:
        raise Fail("empty")
    return "+" + kept


def domain(text, tree):
    """3.4: without the plus sign, in reverse order, with dots between, and the tree after them."""
    return ".".join([*unique(text)[:0:-1], tree.removesuffix(".")])


def number(name, tree):
    """3.4, backwards."""
    tree = "." + tree.removesuffix(".").lower()
    name = "." + name.removesuffix(".")
    if name[-len(tree):].lower() != tree:
        raise Fail("tree")
    labels = name[:-len(tree)].split(".")[1:]
    for place, label in enumerate(labels):
        if not label:
            raise Fail("empty")
        if label[0] not in "0123456789":
            raise Fail("bad-digit")
        if len(label) > 1:
            raise Fail("bad-length")
        if place == 15:
            raise Fail("too-long")
    if not labels:
        raise Fail("empty")
    return "+" + "".join(reversed(labels))
