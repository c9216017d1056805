"""The host names of Ada, the C++ library, through its Python package: UTS 46 as the WHATWG has it."""
import sys, frame

try:
    import ada_url
    from importlib.metadata import version
except ImportError as e:
    sys.exit(f"the Python package ada-url is not installed (PyPI: ada-url): {e}")


def refused(function):
    def checked(text):
        result = function(text)
        if text and not result:
            raise ValueError("an empty result")
        return result
    return checked


frame.serve("Ada", version("ada-url"), "https://www.ada-url.com",
            {"to-ascii": refused(lambda text: ada_url.idna_to_ascii(text).decode("ascii")),
             "to-unicode": refused(ada_url.idna_to_unicode)}, ValueError, language="C++", idna="lenient")
