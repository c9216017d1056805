"""Section 7.1: the protocol of an address, and the forms in which the section prints the four of them."""
import re

PRINTED = {"sip": "sip:bob@commandus.com", "mailto": "mailto:bob@commandus.com",
           "http": "http://bob@commandus.com/", "ftp": "ftp://bob@commandus.com/"}
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:")  # RFC 2396, 3.1


def assign(address, protocol):
    if SCHEME.match(address):
        return address
    before, after = PRINTED[protocol].split("bob@commandus.com")
    host, rest = re.fullmatch(r"([^/?]*)(.*)", address).groups() if after else (address, "")
    return before + host + (rest if rest.startswith("/") else after + rest)


def choices(address):
    return list(dict.fromkeys(assign(address, protocol) for protocol in PRINTED))
