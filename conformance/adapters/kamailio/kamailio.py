"""Kamailio's module enum: each request of a list of records becomes a name server's answer and a SIP request on loopback.

The program starts itself again in a separate network and file system, where 127.0.0.1 has a name server that knows
the records of the request, and Kamailio. Nothing of that is seen from outside.
"""
import json, os, pathlib, re, shutil, socket, subprocess, sys, tempfile, threading, time

FOLDER = pathlib.Path(__file__).resolve().parent
if "ACEGATE_INSIDE" not in os.environ:
    if not (program := shutil.which("kamailio", path="/usr/sbin:/usr/local/sbin:" + os.environ.get("PATH", ""))):
        sys.exit("kamailio is not installed (Debian: kamailio)")
    os.execvpe("unshare", ["unshare", "--user", "--map-root-user", "--net", "--mount", "sh", "-c",
                           'ip link set lo up && echo nameserver 127.0.0.1 > "$2/resolv.conf" && mount --bind "$2/resolv.conf" '
                           '/etc/resolv.conf && exec python3 "$1"', "sh", __file__, tempfile.mkdtemp()],
               {**os.environ, "ACEGATE_INSIDE": program})
sys.path[:0] = filter(None, os.environ.get("ACEGATE_LIBRARIES", "").split(":"))  # dnspython of PyPI
import dns.flags, dns.message, dns.rdata, dns.rdataclass, dns.rdatatype, dns.rrset

RECORDS = []


def serve_names(server):
    """Answers every question with the records of the request."""
    while True:
        octets, peer = server.recvfrom(4096)
        query = dns.message.from_wire(octets)
        reply = dns.message.make_response(query)
        reply.flags |= dns.flags.AA | dns.flags.RA
        if RECORDS and query.question[0].rdtype == dns.rdatatype.NAPTR:
            reply.answer.append(dns.rrset.from_rdata_list(query.question[0].name, 60, RECORDS))
        server.sendto(reply.to_wire(max_size=65000), peer)


def ask(client, number, count, head="X-Ask: 1\r\n"):
    """The reply of Kamailio to a call of the number."""
    client.send((f"OPTIONS sip:{number}@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:{client.getsockname()[1]};branch=z9hG4bK{count}\r\n"
                 f"From: <sip:a@127.0.0.1>;tag=1\r\nTo: <sip:b@127.0.0.1>\r\nCall-ID: {count}\r\nCSeq: 1 OPTIONS\r\n{head}"
                 "Content-Length: 0\r\n\r\n").encode())
    while True:
        reply = client.recv(65536).decode("utf-8", "replace")
        if f"Call-ID: {count}\r\n" in reply:
            return reply


def start():
    """Kamailio, when it replies."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind(("127.0.0.1", 53))
    threading.Thread(target=serve_names, args=[server], daemon=True).start()
    kamailio = subprocess.Popen([os.environ["ACEGATE_INSIDE"], "-DD", "-E", "-w", "/tmp", "-Y", tempfile.mkdtemp(), "-f", FOLDER / "kamailio.cfg"],
                                stdin=subprocess.DEVNULL, stdout=sys.stderr, stderr=sys.stderr)
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    client.connect(("127.0.0.1", 5060))
    client.settimeout(0.3)
    for count in range(50):
        if kamailio.poll() is not None:
            sys.exit(f"kamailio ended with status {kamailio.returncode}")
        try:
            ask(client, "+1", f"start-{count}", "")
            client.settimeout(5)
            return kamailio, client
        except OSError:
            time.sleep(0.1)
    sys.exit("kamailio does not reply")


def answer(client, values, service, count):
    texts = [value["u"] for value in values] if isinstance(values, list) else []
    if not texts or any(c > 0x10FFFF for text in texts for c in text):
        return {"skip": "not a number and records of characters"}
    number, *records = ("".join(map(chr, text)) for text in texts)
    try:
        RECORDS[:] = [dns.rdata.from_text(dns.rdataclass.IN, dns.rdatatype.NAPTR, record) for record in records]
    except Exception as e:
        return {"skip": f"dnspython cannot write this record on the wire: {e}"}
    if not re.fullmatch(r"\+[0-9]+", number):
        return {"skip": "the number is not the user of a SIP request as it is"}
    named = {word for record in RECORDS for word in re.split("[+:]", record.service.decode("latin-1").lower())}
    if service.lower() not in ("", "sip") or not named <= {"", "e2u", "sip"}:
        return {"skip": "Kamailio is asked for the Enumservice sip alone here"}
    reply = ask(client, number, f"ask-{count}")
    uris = re.findall(r"^X-Uri: (.*?)\r$", reply, re.M)
    if "<null>" in uris:
        return {"skip": "Kamailio shows no other URI than those of SIP and tel"}
    return {"ok": [{"t": uri} for uri in uris]} if uris else {"error": {"message": reply.split("\r\n")[0]}}


kamailio, client = start()
version = subprocess.run([os.environ["ACEGATE_INSIDE"], "-v"], capture_output=True, text=True).stdout.split()[2]
HELLO = {"type": "hello", "protocol": 1, "values": ["u"],
         "implementation": {"name": "Kamailio enum", "version": version, "language": "C", "url": "https://www.kamailio.org/"},
         "codecs": {"enum": {"ops": ["rewrite"], "params": ["service"]}}}
try:
    for count, line in enumerate(sys.stdin):
        request = json.loads(line)
        if request.get("type") == "hello":
            reply = HELLO
        elif request["codec"] == "enum" and request["op"] == "rewrite":
            reply = {"id": request["id"], **answer(client, request["in"], request["params"].get("service", ""), count)}
        else:
            reply = {"id": request["id"], "skip": "only rewrite of enum"}
        print(json.dumps(reply), flush=True)
finally:
    kamailio.terminate()
    kamailio.wait()
