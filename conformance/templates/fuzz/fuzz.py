# A target for Atheris that compares your codec with the judgement of acegate, which acegate.h describes.
import ctypes
import os
import sys
import atheris

with atheris.instrument_imports():
    pass  # import yours here

CODEC, OPERATION, SETTINGS = b"punycode", b"decode", b""  # SETTINGS is what yours declares, such as b"unicode=15.0"
acegate = ctypes.CDLL(os.environ.get("ACEGATE_C", "libacegate_c.so"))


def mine(text):  # Yours: returns the result, or raises ValueError if it rejects the input.
    raise NotImplementedError


class Value(ctypes.Structure):
    _fields_ = [("form", ctypes.c_int32), ("data", ctypes.c_char_p), ("length", ctypes.c_size_t)]


def value(text):
    data = text.encode("utf-32-le" if sys.byteorder == "little" else "utf-32-be", "surrogatepass")
    return Value(1, data, len(data) // 4)  # ACEGATE_CODE_POINTS


def target(data):
    text, answer, reason = data.decode(errors="ignore"), None, ctypes.create_string_buffer(2048)
    try:
        answer = ctypes.byref(value(mine(text)))
    except NotImplementedError:
        return
    except ValueError:
        pass
    if acegate.acegate_judge(CODEC, OPERATION, SETTINGS, ctypes.byref(value(text)), answer, reason) == 4:  # ACEGATE_WRONG_MUST
        raise AssertionError(reason.raw[32:].split(b"\0")[0].decode())  # the text after the requirement


atheris.Setup(sys.argv, target)
atheris.Fuzz()
