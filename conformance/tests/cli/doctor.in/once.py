"""A command for the Punycode of Python that is called once, with the fault that is named first."""
import sys

fault, op, text = sys.argv[1:4]
try:
    if op == "encode":
        result = text.encode("punycode").decode("ascii")
    else:
        result = text.encode().decode("punycode")
except ValueError as error:
    if fault == "refuses-with-0":
        print(error, file=sys.stderr)
        sys.exit(0)
    if fault == "refuses-with-nothing":
        sys.exit(0)
    if fault == "lenient" and text == "a!":
        print("a")
        sys.exit(0)
    if fault in ("message", "message-twice"):
        print(f"error: {error}")
        if fault == "message-twice":
            print(error, file=sys.stderr)
        sys.exit(0)
    sys.exit(64 if fault == "refuses-with-64" else 1)
if fault == "latin-1":
    print(result.encode().decode("latin-1"))
elif fault == "chatty":
    print("result:", result)
elif fault == "carriage-return":
    print(result, end="\r\n")
elif fault == "no-utf8":
    sys.stdout.buffer.write(result.encode("latin-1", "replace") + b"\n")
elif fault == "ends-with-3":
    sys.exit(3)
elif fault == "wrong":
    print(result[::-1] + "x")
else:
    print(result)
