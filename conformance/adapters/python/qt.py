"""The host names of Qt, the C++ library, through any of its Python packages."""
import importlib, sys, frame

for package in ("PyQt6", "PySide6", "PyQt5", "PySide2"):
    try:
        core = importlib.import_module(package + ".QtCore")
        break
    except ImportError:
        continue
else:
    sys.exit("no Python package of Qt is installed (PyPI: PyQt6; Debian: python3-pyqt5)")


def to_ascii(text):
    return made(text, core.QUrl.toAce(text).data().decode("ascii"))


def to_unicode(text):
    if not text.isascii():
        raise frame.Skip("it takes octets of ASCII")
    try:
        ignore = core.QUrl.AceProcessingOption.IgnoreIDNWhitelist
    except AttributeError:
        raise frame.Skip("Qt 5 decodes names under listed domains alone")
    return made(text, core.QUrl.fromAce(text.encode("ascii"), ignore))


def made(text, result):
    if text and not result:
        raise ValueError("an empty result")
    return result


frame.serve("Qt", core.qVersion(), "https://doc.qt.io/qt-6/qurl.html", {"to-ascii": to_ascii, "to-unicode": to_unicode},
            ValueError, language="C++", idna="lenient")
