"""The host names of Ada, the C++ library, through its Python package: UTS 46 as the WHATWG has it."""
import sys, frame, uts46_frame

try:
    import ada_url
    from importlib.metadata import version
except ImportError as e:
    sys.exit(f"the Python package ada-url is not installed (PyPI: ada-url): {e}")


def host(text):
    return ada_url.URL("http://" + text).hostname


def made(result):
    if not result:
        raise ValueError("an empty result")
    return result


# Its tables stay at old versions, except the table of the mapping.
UNICODE = {"mapping": uts46_frame.newest(host), "nfc": "15.0", "bidi": "13", "joining": "4"}
UTS46 = {"functions": {"to-ascii": host}, "idna": "url", "limits": {"unicode": UNICODE, "url": uts46_frame.edition(host)}, **uts46_frame.WHATWG}
frame.serve("Ada", version("ada-url"), "https://www.ada-url.com",
            {"to-ascii": lambda text: made(ada_url.idna_to_ascii(text).decode("ascii")),
             "to-unicode": lambda text: made(ada_url.idna_to_unicode(text))}, ValueError,
            language="C++", idna="lenient", uts46=UTS46)
