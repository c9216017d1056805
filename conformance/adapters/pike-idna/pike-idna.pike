// The Punycode and the host names of Pike's Standards.IDNA, behind acegate's line protocol: IDNA2003.
mapping functions = ([
  "encode": lambda(string text) { return Standards.IDNA.Punycode->encode(text); },
  "decode": lambda(string code) { return Standards.IDNA.Punycode->decode(code); },
  "to-ascii": lambda(string name) { return Standards.IDNA.zone_to_ascii(name, 0, 1); },
  "to-unicode": lambda(string name) { return Standards.IDNA.zone_to_unicode(name); },
]);

int has_edge_hyphen(string label) { return has_prefix(label, "-") || has_suffix(label, "-"); }

mapping answer(string op, array(int) points) {
  function apply = functions[op];
  if (sizeof(filter(points, lambda(int c) { return c > 0x7fffffff; })))
    return (["skip": "a Pike string holds nothing above 7FFFFFFF"]);
  mixed made;
  mixed why = catch { made = apply((string)points); };
  if (!why && sizeof(made) && min(@(array(int))made) < 0)
    return (["crash": "a negative integer in the result"]);
  if (!why && op == "to-unicode" && made != (string)points && sizeof(filter(made / ".", has_edge_hyphen)))
    return (["skip": "zone_to_unicode has no flag for the rules of STD 3"]);
  return why ? (["error": (["message": describe_error(why)])]) : (["ok": (["u": (array(int))made])]);
}

int main() {
  mapping hello = ([
    "type": "hello", "protocol": 1, "window": 64, "values": ({ "u" }),
    "implementation": (["name": "Pike Standards.IDNA", "version": sprintf("%d.%d.%d", __MAJOR__, __MINOR__, __BUILD__),
                        "language": "Pike", "url": "https://pike.lysator.liu.se"]),
    "codecs": (["punycode": (["ops": sort(indices(functions)), "idna": "strict"])]),
  ]);
  while (string line = Stdio.stdin->gets()) {
    mapping request = Standards.JSON.decode(line);
    int is_known = request->codec == "punycode" && !zero_type(functions[request->op]);
    mapping reply = request->type == "hello" ? hello
      : (["id": request->id]) + (is_known ? answer(request->op, request->in->u) : (["skip": "only of punycode, and not this"]));
    write("%s\n", Standards.JSON.encode(reply, Standards.JSON.ASCII_ONLY));
  }
}
