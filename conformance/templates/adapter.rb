# An adapter for acegate in Ruby. Fill in the two functions; delete what your library does not have.
require 'json'

OPERATIONS = {
  'encode' => ->(text) { raise NotImplementedError }, # the library's calls go here: text in, its code out
  'decode' => ->(code) { raise NotImplementedError }
}.freeze
REFUSALS = [ArgumentError, RangeError].freeze # which exceptions are refusals, and not faults

HELLO = { type: 'hello', protocol: 1, window: 64, values: ['u'],
          implementation: { name: 'mine', version: '0.1', language: 'Ruby' },
          codecs: { punycode: { ops: OPERATIONS.keys } } }.freeze

def answer(operation, points)
  return { skip: 'UTF-8 holds nothing above U+10FFFF' } if points.any? { |c| c > 0x10FFFF }
  return { skip: 'UTF-8 holds no surrogates' } if points.any? { |c| (0xD800..0xDFFF).cover?(c) }

  { ok: { u: operation.call(points.pack('U*')).unpack('U*') } } # unpack reads surrogates, too
rescue NotImplementedError
  { skip: 'not filled in yet' }
rescue *REFUSALS => e
  { error: { message: e.message.scrub } }
rescue StandardError => e
  { crash: "#{e.class}: #{e.message}".scrub }
end

$stdout.sync = true
$stdin.each_line do |line|
  request = JSON.parse(line)
  operation = request['codec'] == 'punycode' ? OPERATIONS[request['op']] : nil
  if request['type'] == 'hello'
    puts JSON.generate(HELLO)
  else
    reply = operation ? answer(operation, request['in']['u']) : { skip: 'only punycode encode and decode' }
    puts JSON.generate({ id: request['id'], **reply })
  end
end
