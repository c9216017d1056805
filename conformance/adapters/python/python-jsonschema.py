"""The format idn-hostname of the package jsonschema of PyPI, a validator of JSON Schema that calls the package idna."""
import re, sys, frame, uts46_frame
from importlib import metadata

try:
    import idna, jsonschema
except ImportError as e:
    sys.exit(f"the Python packages jsonschema and idna are not installed (PyPI: jsonschema, idna): {e}")
DRAFT = jsonschema.Draft202012Validator
validator = DRAFT({"format": "idn-hostname"}, format_checker=DRAFT.FORMAT_CHECKER)


def check(text):
    if re.search("[\u3002\uff0e\uff61]", text):
        raise frame.Skip("it separates labels at three other dots, too, as the tests of JSON Schema require")
    validator.validate(text)
    return text


version = f"{metadata.version('jsonschema')} with idna {idna.__version__}"
frame.serve("Python jsonschema", version, "https://pypi.org/project/jsonschema", {}, jsonschema.ValidationError, idna2008={
    "functions": {"check": check}, "params": {"process": ["registration"], "mapping": ["none"]}, "limits": uts46_frame.tables(check)})
