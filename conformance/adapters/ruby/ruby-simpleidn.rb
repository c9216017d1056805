# The Punycode of SimpleIDN, and its host names: the mapping of UTS 46 without a check.
require_relative 'frame'
load_gem 'simpleidn', 'ruby-simpleidn'

# It maps by Unicode 9, which no declaration can name, so a name with a newer character is skipped.
NEWER = /[\p{Age=12.1}&&[^\p{Age=9.0}]]/
known = ->(text) { text.match?(NEWER) ? raise(Skip, 'its tables are older than a character') : text }
off = %i[check-hyphens check-bidi check-joiners std3 verify-dns-length].to_h { |name| [name, [false]] }
serve({ name: 'Ruby SimpleIDN', version: SimpleIDN::VERSION, url: 'https://github.com/mmriis/simpleidn' },
      { 'encode' => ->(text) { SimpleIDN::Punycode.encode(text) },
        'decode' => ->(code) { SimpleIDN::Punycode.decode(code) } },
      [SimpleIDN::ConversionError, RangeError], { limits: { width: 31 } },
      { functions: { 'to-ascii' => ->(text, params) { SimpleIDN.to_ascii(known[text], params['transitional']) },
                     'to-unicode' => ->(text, params) { SimpleIDN.to_unicode(known[text], params['transitional']) } },
        limits: { unicode: '12.1' }, params: { **off, transitional: [false, true] } })
