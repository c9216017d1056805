"""The codec idna of Python's standard library, IDNA2003."""
import platform, frame

frame.serve("CPython idna codec", platform.python_version(), "https://docs.python.org/3/library/codecs.html",
            {"to-ascii": lambda text: text.encode("idna").decode("ascii"),
             "to-unicode": lambda text: text.encode("utf-8").decode("idna")}, UnicodeError, idna="lenient")
