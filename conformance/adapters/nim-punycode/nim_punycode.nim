## The Punycode of Nim's standard library, behind acegate's line protocol.
import std/[json, punycode, unicode]

proc answer(op: string, input: JsonNode): JsonNode =
  var text = ""
  for point in input["u"]:
    let c = point.getBiggestInt
    if c > 0x10FFFF: return %*{"skip": "UTF-8 holds nothing above U+10FFFF"}
    if c in 0xD800 .. 0xDFFF: return %*{"skip": "UTF-8 holds no surrogates"}
    text.add Rune(c).toUTF8
  try:
    let made = if op == "encode": encode(text) else: decode(text)
    var points = newJArray()
    for rune in made.runes: points.add %int(rune)
    result = %*{"ok": {"u": points}}
  except PunyError as e:
    result = %*{"error": {"message": e.msg}}
  except CatchableError, Defect: # an overflow or an index outside of its bounds
    result = %*{"crash": $getCurrentException().name & ": " & getCurrentExceptionMsg()}

let hello = %*{"type": "hello", "protocol": 1, "window": 64, "values": ["u"],
  "implementation": {"name": "Nim punycode", "version": NimVersion, "language": "Nim", "url": "https://nim-lang.org/docs/punycode.html"},
  "codecs": {"punycode": {"ops": ["encode", "decode"]}}}
for line in stdin.lines:
  let request = parseJson(line)
  var reply = %*{"skip": "only punycode encode and decode"}
  if request{"type"}.getStr == "hello": reply = hello
  elif request{"codec"}.getStr == "punycode" and request{"op"}.getStr in ["encode", "decode"]:
    reply = answer(request["op"].getStr, request["in"])
  if reply != hello: reply["id"] = request["id"]
  stdout.writeLine $reply
  stdout.flushFile
