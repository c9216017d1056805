# The Punycode of Addressable that is written in Ruby.
require_relative 'frame'
load_gem 'addressable/version', 'ruby-addressable'
load_gem 'addressable/idna/pure', 'ruby-addressable'

idna = Addressable::IDNA
refusals = [idna::PunycodeBadInput, idna::PunycodeBigOutput, idna::PunycodeOverflow, RangeError] # RangeError where pack refuses the integers
serve({ name: 'Ruby Addressable', version: Addressable::VERSION::STRING, url: 'https://github.com/sporkmonger/addressable' },
      { 'encode' => ->(text) { idna.send(:punycode_encode, text) },
        'decode' => ->(code) { idna.send(:punycode_decode, code) } }, refusals, limits: { length: 256 })
