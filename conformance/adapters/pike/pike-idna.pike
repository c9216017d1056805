// The Punycode and the host names of Pike's Standards.IDNA, behind acegate's line protocol: IDNA2003.
mapping functions = ([
  "encode": lambda(string text) { return Standards.IDNA.Punycode->encode(text); },
  "decode": lambda(string code) { return Standards.IDNA.Punycode->decode(code); },
  "to-ascii": lambda(string name) { return Standards.IDNA.zone_to_ascii(name, 0, 1); },
  "to-unicode": lambda(string name) { return Standards.IDNA.zone_to_unicode(name); },
]);

mapping answer(function apply, array(int) points) {
  if (sizeof(filter(points, lambda(int c) { return c > 0x7fffffff; })))
    return (["skip": "a Pike string holds nothing above 7FFFFFFF"]);
  mixed made;
  mixed why = catch { made = apply((string)points); };
  if (!why && sizeof(made) && min(@(array(int))made) < 0)
    return (["crash": "a negative integer in the result"]);
  return why ? (["error": (["message": describe_error(why)])]) : (["ok": (["u": (array(int))made])]);
}

int main() {
  mapping hello = ([
    "type": "hello", "protocol": 1, "values": ({ "u" }),
    "implementation": (["name": "Pike Standards.IDNA", "version": sprintf("%d.%d.%d", __MAJOR__, __MINOR__, __BUILD__),
                        "language": "Pike", "url": "https://pike.lysator.liu.se"]),
    "codecs": (["punycode": (["ops": sort(indices(functions)), "idna": "strict"])]),
  ]);
  while (string line = Stdio.stdin->gets()) {
    mapping request = Standards.JSON.decode(line);
    function apply = request->codec == "punycode" && functions[request->op];
    mapping reply = request->type == "hello" ? hello
      : (["id": request->id]) + (apply ? answer(apply, request->in->u) : (["skip": "only of punycode, and not this"]));
    write("%s\n", Standards.JSON.encode(reply, Standards.JSON.ASCII_ONLY));
  }
}
