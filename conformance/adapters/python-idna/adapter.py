"""The package idna of PyPI behind acegate's line protocol: host names of IDNA2008 without mapping."""
import json, os, re, sys
sys.path[:0] = filter(None, os.environ.get("ACEGATE_LIBRARIES", "").split(":"))  # a version kept elsewhere
try:
    import idna
except ImportError as e:
    sys.exit(f"the Python package idna is not installed (PyPI: idna): {e}")
HYPHENS, RULES = "hyphens in 3rd and 4th", re.compile("combining character|Normalization Form C")


def is_marked(label):
    """Whether the text of a label has the prefix of codes, which no document allows."""
    label = label.lower()
    try:
        return label[:4] == "xn--" and label[4:].encode("ascii").decode("punycode").startswith("xn--")
    except UnicodeError:
        return not label.isascii()


def answer(op, value):
    if any(c > 0x10FFFF for c in value.get("u", ())):
        return {"skip": "a Python string holds nothing above U+10FFFF"}
    text = "".join(map(chr, value["u"])) if "u" in value else value["t"]
    if op == "to-unicode" and text != text.lower():
        return {"skip": "the names of IDNA2008 are in lower case, and the package makes them so"}
    try:
        if op == "to-ascii":
            return {"ok": {"t": idna.encode(text, strict=True).decode("ascii")}}
        return {"ok": {"u": [ord(c) for c in idna.decode(text, strict=True)]}}
    except idna.IDNAError as e:
        on_characters = isinstance(e, (idna.InvalidCodepoint, idna.InvalidCodepointContext, idna.IDNABidiError))
        named = re.search(r"[\x00-\x2c\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", text)  # refused whatever the characters
        on_characters = (on_characters or RULES.search(str(e))) and not named
        if on_characters or HYPHENS in str(e) and not any(map(is_marked, text.split("."))):
            return {"skip": f"a rule of IDNA2008 on the characters of a label: {e}"}
        return {"error": {"message": str(e)}}
    except Exception as e:
        return {"crash": f"{type(e).__name__}: {e}"}


HELLO = {"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
         "implementation": {"name": "Python idna", "version": getattr(idna, "__version__", ""), "language": "Python",
                            "url": "https://pypi.org/project/idna"},
         "codecs": {"punycode": {"ops": ["to-ascii", "to-unicode"], "idna": "std3"}}}
for line in sys.stdin:
    request = json.loads(line)
    known = request.get("codec") == "punycode" and request["op"] in ("to-ascii", "to-unicode")
    print(json.dumps(HELLO if request.get("type") == "hello" else {"id": request["id"], **(
        answer(request["op"], request["in"]) if known
        else {"skip": "only punycode to-ascii and to-unicode"})}), flush=True)
