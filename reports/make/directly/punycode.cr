# Calls URI::Punycode on code points.
require "uri/punycode"

text = String.build { |io| ARGV[1..].each { |word| io << word.to_i(16).chr } }
begin
  made = ARGV[0] == "encode" ? URI::Punycode.encode(text) : URI::Punycode.decode(text)
rescue e
  exit({Exception, ArgumentError, OverflowError}.includes?(e.class) ? 1 : 70)
end
puts made.chars.map(&.ord.to_s(16)).join(' ')
