"""RFC 3402, 3.2, and RFC 6116, 3: rules and their URIs. Expressions are matched by the C library, which is one of POSIX."""
import ctypes, re
from number import Fail
from record import read

C = ctypes.CDLL(None)
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")
OLD = re.compile(r"(?!e2u\+)([a-z0-9-]{1,32}(?::[a-z0-9-]{1,32})*)\+e2u")  # RFC 2916; RFC 6116, 5.2
SERVICES = re.compile(r"e2u(?:\+[a-z0-9-]{1,32}(?::[a-z0-9-]{1,32})*)+")
# A bracket expression, an escape or a character; and what POSIX leaves undefined although the C library reads it.
BRACKET = r"\[\^?\]?(?:\[[.:=][^\]]*\]|[^\]\[]|\[(?![.:=]))*\]"
UNDEFINED = re.compile(r"(?:^|[(|^$])[*+?{]|[*+?}][*+?{]|\(\)|\(\||\|\||\|\)|^\||\|$|\\[A-Za-z0-9<>`']|\{,")


class Place(ctypes.Structure):
    _fields_ = [("start", ctypes.c_int), ("end", ctypes.c_int)]


def groups(expression, text):
    """The number of groups, and their places in the match; None if there is no match."""
    outside = re.sub(BRACKET, "x", re.sub(r"\\[^A-Za-z0-9<>`']", "x", expression))
    if not expression or UNDEFINED.search(outside) or "\0" in expression:
        raise Fail("expression")
    compiled = ctypes.create_string_buffer(1024)
    if C.regcomp(compiled, expression.encode(), 1):  # REG_EXTENDED
        raise Fail("expression")
    try:
        count = ctypes.c_size_t.from_buffer(compiled, 48).value  # re_nsub
        places = (Place * (count + 1))()
        failed = C.regexec(compiled, text.encode(), ctypes.c_size_t(count + 1), places, 0)
        return count, None if failed else [(place.start, place.end) for place in places]
    finally:
        C.regfree(compiled)


def substituted(rule, text):
    """The result of a rule; None if it does not match."""
    delimiter = rule[0]
    if delimiter in "123456789iI\\":
        raise Fail("delimiter")
    part = rf"((?:\\.|(?!\\)(?!{re.escape(delimiter)}).)*)"
    bare = re.escape(delimiter)
    found = re.fullmatch(f"{bare}{part}{bare}{part}{bare}((?!.*{bare}).*)", rule, re.S)
    if not found:
        raise Fail("delimiter")
    expression, replacement, flags = found.groups()
    if not re.fullmatch("[iI]*", flags):
        raise Fail("flag")
    if delimiter not in "^.[]$()|*+?{}":  # an escaped special character is itself
        expression = re.sub(r"\\(.)", lambda pair: pair[1] if pair[1] == delimiter else pair[0], expression, flags=re.S)
    count, places = groups(expression, text)

    def piece(pair):
        if pair[1] == delimiter:
            return pair[1]
        if pair[1] not in "0123456789":
            return pair[0]
        if not 1 <= int(pair[1]) <= count:
            raise Fail("back-reference")
        start, end = places[int(pair[1])] if places else (0, 0)
        return text[start:end] if start >= 0 else ""

    result = re.sub(r"\\(.)", piece, replacement, flags=re.S)
    return result if places else None


def uri(number, record, service):
    """Order, preference and URI of a record; None if it is about something else."""
    order, preference, flags, services, rule, replaced = read(record)
    if not flags:
        raise Fail("not-terminal")
    if flags not in ("u", "U"):
        raise Fail("flag")
    named = OLD.sub(r"e2u+\1", services.lower()) if OLD.fullmatch(services.lower()) else services.lower()
    if not SERVICES.fullmatch(named) or not services.isascii():
        raise Fail("service")
    if not rule or replaced:
        raise Fail("rule")
    result = substituted(rule, number)
    if result is None or service and service.lower() not in named.split("+")[1:]:
        return None
    if not URI.fullmatch(result):
        raise Fail("uri")
    return order, preference, result


def uris(number, records, service):
    found, faults = [], []
    for record in records:
        try:
            found.append(uri(number, record, service))
        except Fail as fault:
            faults.append(fault)
    found = sorted((it for it in found if it), key=lambda it: it[:2])
    if found:
        return [result for order, _, result in found if order == found[0][0]]
    broken = [fault for fault in faults if str(fault) != "not-terminal"]
    raise (broken + faults + [Fail("no-match")])[0]
