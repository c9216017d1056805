"""The format idn-hostname of the package jsonschema-rs of PyPI, a validator of JSON Schema in Rust that maps by UTS 46."""
import contextlib, sys, unicodedata, frame, uts46_frame
from importlib import metadata

try:
    import idna, jsonschema_rs
except ImportError as e:
    sys.exit(f"the Python packages jsonschema-rs and idna are not installed (PyPI: jsonschema-rs, idna): {e}")
validator = jsonschema_rs.Draft202012Validator({"format": "idn-hostname"}, validate_formats=True)


def narrowed(c):
    kind, *points = unicodedata.decomposition(c).split() or [""]
    return "".join(chr(int(point, 16)) for point in points) if kind in ("<wide>", "<narrow>") else c


def rfc5895(text):
    lower = "".join(map(str.lower, text))
    return unicodedata.normalize("NFC", "".join(map(narrowed, lower))).replace("\u3002", ".")


def is_mapped_otherwise(text, mapped):
    """Whether a name is mapped to another one than by RFC 5895: by UTS 46, or by the older UTS 46 of the package."""
    with contextlib.suppress(idna.IDNAError):  # such a name is refused
        if idna.uts46_remap(text, std3_rules=False) != mapped:
            return True
    return validator.is_valid(text) != validator.is_valid(mapped)


def check(text):
    if is_mapped_otherwise(text, rfc5895(text)):
        raise frame.Skip("UTS 46 maps this name to another one than RFC 5895 does")
    validator.validate(text)
    return text


frame.serve("Python jsonschema-rs", metadata.version("jsonschema-rs"), "https://pypi.org/project/jsonschema-rs", {},
            (jsonschema_rs.ValidationError, UnicodeEncodeError), language="Rust", idna2008={
                "functions": {"check": check}, "limits": {"unicode": uts46_frame.newest(check)},
                "params": {"process": ["registration"], "mapping": ["rfc5895"], "root": [False]}})
