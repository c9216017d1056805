"""The package uts46 of PyPI: UTS 46, with all of its checks unless a request says otherwise."""
import sys, frame, uts46_frame

try:
    import uts46
    from uts46 import whatwg
except ImportError as e:
    sys.exit(f"the Python package uts46 is not installed (PyPI: uts46): {e}")
NAMES = {"std3": "use_std3_ascii_rules", "transitional": "transitional_processing"}


def convert(text, function, of_url, profile="uts46", **flags):
    if profile == "whatwg":
        if flags:
            raise frame.Skip("its functions of the URL Standard have no other settings")
        return of_url(text, be_strict=False)
    return function(text, **{NAMES.get(name, name): value for name, value in flags.items()})[0]


frame.serve("Python uts46", uts46.__version__, "https://pypi.org/project/uts46", {
    "to-ascii": lambda text, **settings: convert(text, uts46.to_ascii, whatwg.domain_to_ascii, **settings),
    "to-unicode": lambda text, **settings: convert(text, uts46.to_unicode, whatwg.domain_to_unicode, **settings),
}, uts46.Uts46Error, idna="strict", uts46={"limits": uts46_frame.tables(uts46.encode), "params": {
    "profile": ["uts46", "whatwg"], "check-hyphens": [True, False], "check-bidi": [True, False],
    "check-joiners": [True, False], "std3": [True, False], "verify-dns-length": [True, False],
    "transitional": [False, True], "ignore-invalid-punycode": [False, True]}})
