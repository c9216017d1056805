"""The package idna of PyPI: host names of IDNA2008 without mapping, and after the mapping of UTS 46."""
import re, sys, warnings, frame, uts46_frame

try:
    import idna
except ImportError as e:
    sys.exit(f"the Python package idna is not installed (PyPI: idna): {e}")
HYPHENS, RULES = "hyphens in 3rd and 4th", re.compile("combining character|Normalization Form C")
warnings.simplefilter("ignore")  # of a release that has no transitional processing any more


def is_marked(label):
    """Whether the text of a label has the prefix of codes, which no document allows."""
    label = label.lower()
    try:
        return label[:4] == "xn--" and label[4:].encode("ascii").decode("punycode").startswith("xn--")
    except UnicodeError:
        return not label.isascii()


def unmapped(text, function):
    if function is idna.decode and text != text.lower():
        raise frame.Skip("the names of IDNA2008 are in lower case, and the package makes them so")
    try:
        return function(text, strict=True)
    except idna.IDNAError as e:
        on_characters = isinstance(e, (idna.InvalidCodepoint, idna.InvalidCodepointContext, idna.IDNABidiError))
        named = re.search(r"[\x00-\x2c\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", text)  # refused whatever the characters
        on_characters = (on_characters or RULES.search(str(e))) and not named
        if on_characters or HYPHENS in str(e) and not any(map(is_marked, text.split("."))):
            raise frame.Skip(f"a rule of IDNA2008 on the characters of a label: {e}")
        raise


def to_ascii(text, std3=True, transitional=False):
    return idna.encode(text, uts46=True, std3_rules=std3, transitional=transitional).decode("ascii")


def to_unicode(text, std3=True, transitional=False):
    if transitional: raise frame.Skip("it decodes names without transitional processing")
    return idna.decode(text, uts46=True, std3_rules=std3)


def checked(text):
    idna.encode(text, strict=True)
    return text


# Releases from before Unicode 12.1 are not tested for IDNA 2008 either. The rules for labels are the registration's.
IDNA2008 = {"functions": {"to-ascii": lambda text: idna.encode(text, strict=True).decode("ascii"),
                          "to-unicode": lambda text: idna.decode(text, strict=True), "check": checked},
            "limits": uts46_frame.tables(checked)} if uts46_frame.is_known(idna.uts46_remap) else None
TRANSITIONAL = [False, True] if to_ascii("\xdf", transitional=True) == "ss" else [False]
# Releases from before Unicode 12.1 are not tested for UTS 46, because no declaration can name their tables.
UTS46 = {"functions": {"to-ascii": to_ascii, "to-unicode": to_unicode}, "idna": "2008", "limits": uts46_frame.tables(idna.uts46_remap),
         "params": {"std3": [True, False], "transitional": TRANSITIONAL}} if uts46_frame.is_known(idna.uts46_remap) else None
frame.serve("Python idna", getattr(idna, "__version__", ""), "https://pypi.org/project/idna", {
    "to-ascii": lambda text: unmapped(text, idna.encode).decode("ascii"), "to-unicode": lambda text: unmapped(text, idna.decode),
}, idna.IDNAError, idna="std3", uts46=UTS46, idna2008=IDNA2008)
