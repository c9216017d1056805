"""The host names of GLib, the C library: IDNA2003, and nothing is refused for STD 3 or its length."""
import ctypes, ctypes.util, sys, frame

try:
    glib = ctypes.CDLL(ctypes.util.find_library("glib-2.0") or "libglib-2.0.so.0")
except OSError as e:
    sys.exit(f"the library GLib is not installed (Debian: libglib2.0-0): {e}")
glib.g_free.argtypes, glib.g_free.restype = [ctypes.c_void_p], None


def converted(function):
    function.argtypes, function.restype = [ctypes.c_char_p], ctypes.c_void_p

    def convert(text):
        if "\0" in text:
            raise frame.Skip("names end at U+0000")
        if text.endswith("."):
            raise frame.Skip("its canonical form, as documented, has no dot at the end")
        made = function(text.encode("utf-8", "surrogatepass"))
        if not made:
            raise ValueError("NULL")
        try:
            return ctypes.string_at(made).decode("utf-8")
        finally:
            glib.g_free(made)
    return convert


version = ".".join(str(ctypes.c_uint.in_dll(glib, f"glib_{part}_version").value) for part in ("major", "minor", "micro"))
frame.serve("GLib", version, "https://docs.gtk.org/glib/", {"to-ascii": converted(glib.g_hostname_to_ascii),
            "to-unicode": converted(glib.g_hostname_to_unicode)}, ValueError, language="C", idna="lenient")
