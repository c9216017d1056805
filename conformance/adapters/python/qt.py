"""The host names of Qt, the C++ library, through any of its Python packages."""
import importlib, sys, frame, uts46_frame

for package in ("PyQt6", "PySide6", "PyQt5", "PySide2"):
    try:
        core = importlib.import_module(package + ".QtCore")
        break
    except ImportError:
        continue
else:
    sys.exit("no Python package of Qt is installed (PyPI: PyQt6; Debian: python3-pyqt5)")


OPTIONS = getattr(core.QUrl, "AceProcessingOption", None)


def to_ascii(text, transitional=False):
    if text[:1] in ("\ufeff", "\ufffe"):
        raise frame.Skip("the Python packages take it for a byte order mark")
    options = [OPTIONS.AceTransitionalProcessing] if transitional else []
    return made(text, core.QUrl.toAce(text, *options).data().decode("ascii"))


def to_unicode(text):
    if not text.isascii():
        raise frame.Skip("it takes octets of ASCII")
    if OPTIONS is None:
        raise frame.Skip("Qt 5 decodes names under listed domains alone")
    return made(text, core.QUrl.fromAce(text.encode("ascii"), OPTIONS.IgnoreIDNWhitelist))


def made(text, result):
    if text and not result:
        raise ValueError("an empty result")
    return result


def mapped(text, transitional=False):
    return made(True, to_ascii(text, transitional))  # an empty result is its refusal


# Before Qt 6.3 it is IDNA2003. The Bidi rule is not checked, and its decoder does not tell errors.
UTS46 = {"functions": {"to-ascii": mapped}, "limits": {"unicode": uts46_frame.newest(mapped)},
         "params": {"check-bidi": [False], "transitional": [False, True]}}
frame.serve("Qt", core.qVersion(), "https://doc.qt.io/qt-6/qurl.html", {"to-ascii": to_ascii, "to-unicode": to_unicode},
            ValueError, language="C++", idna="lenient", uts46=UTS46 if hasattr(OPTIONS, "AceTransitionalProcessing") else None)
