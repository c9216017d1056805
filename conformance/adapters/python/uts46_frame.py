"""The versions of the tables of UTS 46, and its settings in the URL Standard, for the adapters in Python."""
import contextlib, unicodedata

# The settings that the URL Standard has for all hosts.
WHATWG = {"params": {"profile": ["whatwg"], "check-hyphens": [False], "std3": [False], "verify-dns-length": [False]}}

# The sign of the era Reiwa, which is mapped since 12.1.
OLDEST = "\u32ff"
LETTERS = {"18": 0x11B0A, "17": 0xC5C, "16": 0x1C8A, "15.1": 0x2EBF0, "15.0": 0x11F02, "14": 0xC5D, "13": 0xD04}


def newest(takes):
    """The newest version of Unicode whose new letters are taken."""
    for version, letter in LETTERS.items():
        with contextlib.suppress(Exception):
            if takes(chr(letter)):
                return version
    return "12.1"


def edition(takes):
    """The edition of the URL Standard: since June 2026 a host of ASCII is kept whatever its labels hold."""
    with contextlib.suppress(Exception):
        if takes("xn--9") == "xn--9":
            return "2026-06"
    return "2025-12"


def is_known(maps):
    """Whether the tables of a package are at least of Unicode 12.1."""
    with contextlib.suppress(Exception):
        return maps(OLDEST) != OLDEST
    return False


def tables(takes):
    """The versions of a package that has its own tables of mapping and joining, and Python's otherwise."""
    own, python = newest(takes), newest(lambda letter: unicodedata.category(letter) != "Cn")
    return {"unicode": {"mapping": own, "joining": own, "nfc": python, "bidi": python}}
