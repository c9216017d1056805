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

def answer(function, refusals, value)
  points = value['u'] || value['t'].codepoints
  return { skip: 'UTF-8 holds nothing above U+10FFFF' } if points.any? { |c| c > 0x10FFFF }
  return { skip: 'a Ruby string in UTF-8 holds no surrogates' } if points.any? { |c| (0xD800..0xDFFF).cover?(c) }

  result = function.call(points.pack('U*'))
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

# The functions refuse by nil, or by an exception of `refusals`.
def serve(implementation, functions, refusals, support = {})
  hello = { type: 'hello', protocol: 1, window: 64, values: ['u'], implementation: { language: 'Ruby', **implementation },
            codecs: { punycode: { ops: functions.keys, **support } } }
  $stdin.each_line do |line|
    request = JSON.parse(line)
    function = request['codec'] == 'punycode' ? functions[request['op']] : nil
    reply = function ? answer(function, refusals, request['in']) : { skip: "only punycode #{functions.keys.join(', ')}" }
    puts JSON.generate(request['type'] == 'hello' ? hello : { id: request['id'], **reply })
  end
end
