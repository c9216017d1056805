"""The format idn-hostname of the package jsonschema-rs of PyPI, a validator of JSON Schema in Rust that maps by UTS 46."""
import sys, unicodedata, frame, uts46_frame
from importlib import metadata

try:
    import idna, jsonschema_rs
except ImportError as e:
    sys.exit(f"the Python packages jsonschema-rs and idna are not installed (PyPI: jsonschema-rs, idna): {e}")
validator = jsonschema_rs.Draft202012Validator({"format": "idn-hostname"}, validate_formats=True)


def narrow(c):
    is_form = unicodedata.decomposition(c).startswith(("<wide>", "<narrow>"))
    return unicodedata.normalize("NFKC", c) if is_form else c


def is_mapped_otherwise(text):
    """Whether UTS 46 maps a name to another one than RFC 5895 does."""
    mapped = unicodedata.normalize("NFC", "".join(map(narrow, "".join(map(str.lower, text))))).replace("\u3002", ".")
    try:
        return idna.uts46_remap(text, std3_rules=False) != mapped
    except idna.IDNAError:
        return False  # it is refused


def check(text):
    if is_mapped_otherwise(text):
        raise frame.Skip("UTS 46 maps this name to another one than RFC 5895 does")
    validator.validate(text)
    return text


frame.serve("Python jsonschema-rs", metadata.version("jsonschema-rs"), "https://pypi.org/project/jsonschema-rs", {},
            (jsonschema_rs.ValidationError, UnicodeEncodeError), language="Rust", idna2008={
                "functions": {"check": check}, "limits": {"unicode": uts46_frame.newest(check)},
                "params": {"process": ["registration"], "mapping": ["rfc5895"], "root": [False]}})
