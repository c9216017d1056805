# The Punycode of Crystal's standard library, behind acegate's line protocol.
require "json"
require "uri/punycode"

def answer(op : String, points : Array(Int64)) : JSON::Any | Hash(String, String) | Hash(String, Hash(String, Array(Int32))) | Hash(String, Hash(String, String))
  if points.any? { |c| c > 0x10FFFF || (0xD800..0xDFFF).includes?(c) }
    return {"skip" => "UTF-8 holds no surrogates, and nothing above U+10FFFF"}
  end
  text = String.build { |io| points.each { |c| io << c.to_i.chr } }
  made = op == "encode" ? URI::Punycode.encode(text) : URI::Punycode.decode(text)
  {"ok" => {"u" => made.chars.map(&.ord)}}
rescue e # it refuses by exceptions of no class of their own
  refuses = {Exception, ArgumentError, OverflowError}.includes?(e.class)
  refuses ? {"error" => {"message" => e.message || ""}} : {"crash" => "#{e.class}: #{e.message}"}
end

hello = {type: "hello", protocol: 1, window: 64, values: ["u"],
         implementation: {name: "Crystal URI::Punycode", version: Crystal::VERSION, language: "Crystal", url: "https://crystal-lang.org/api/URI/Punycode.html"},
         codecs: {punycode: {ops: ["encode", "decode"]}}}
STDIN.each_line do |line|
  request = JSON.parse(line)
  if request["type"]? == "hello"
    puts hello.to_json
  else
    op = request["op"].as_s
    known = request["codec"] == "punycode" && {"encode", "decode"}.includes?(op)
    rest = known ? answer(op, request["in"]["u"].as_a.map(&.as_i64)) : {"skip" => "only punycode encode and decode"}
    puts %({"id":#{request["id"]},#{rest.to_json[1..]})
  end
  STDOUT.flush
end
