# The frame of the adapters in Ruby: acegate's line protocol around functions from text to text.
require 'json'

$LOAD_PATH.unshift(*ENV.fetch('ACEGATE_LIBRARIES', '').split(':')) # a version kept elsewhere
Encoding.default_external = Encoding.default_internal = Encoding::UTF_8
$stdout.sync = true

# This request is not for the library to answer.
class Skip < StandardError; end

def load_gem(feature, package)
  require feature
rescue LoadError => e
  abort "the Ruby library #{feature} is not installed (Debian: #{package}): #{e.message}"
end

def answer(function, refusals, request, has)
  value, params = request.values_at('in', 'params')
  return { skip: 'it has no such setting' } if has && params.any? { |name, asked| !has[name.to_sym]&.include?(asked) }

  points = value['u'] || value['t'].codepoints
  return { skip: 'UTF-8 holds nothing above U+10FFFF' } if points.any? { |c| c > 0x10FFFF }
  return { skip: 'a Ruby string in UTF-8 holds no surrogates' } if points.any? { |c| (0xD800..0xDFFF).cover?(c) }

  result = function.call(points.pack('U*'), *(has ? [params] : []))
  return { error: {} } if result.nil?

  # Surrogates in a result are in no valid UTF-8; unpack reads them all the same.
  { ok: { u: result.unpack('U*') } }
rescue Skip => e
  { skip: e.message }
rescue *refusals => e
  { error: { message: "#{e.class}: #{e.message}".scrub } }
rescue StandardError => e
  { crash: "#{e.class}: #{e.message}".scrub }
end

# The functions refuse by nil, or by an exception of `refusals`. `uts46` is what the codec of this name declares, with
# its functions of a text and the parameters.
def serve(implementation, functions, refusals, support = {}, uts46 = nil)
  functions = { 'punycode' => functions, 'uts46' => uts46&.delete(:functions) || {} }
  codecs = { punycode: support, uts46: uts46 }.compact
  codecs.each { |name, declared| declared[:ops] = functions[name.to_s].keys }
  hello = { type: 'hello', protocol: 1, window: 64, values: ['u'], implementation: { language: 'Ruby', **implementation }, codecs: codecs }
  $stdin.each_line do |line|
    request = JSON.parse(line)
    codec = request['codec']
    function = functions[codec]&.fetch(request['op'], nil)
    reply = function ? answer(function, refusals, request, codecs[codec.to_sym][:params]) : { skip: "it has only #{codecs.keys}" }
    puts JSON.generate(request['type'] == 'hello' ? hello : { id: request['id'], **reply })
  end
end
