# The Punycode of SimpleIDN.
require_relative 'frame'
load_gem 'simpleidn', 'ruby-simpleidn'

serve({ name: 'Ruby SimpleIDN', version: SimpleIDN::VERSION, url: 'https://github.com/mmriis/simpleidn' },
      { 'encode' => ->(text) { SimpleIDN::Punycode.encode(text) },
        'decode' => ->(code) { SimpleIDN::Punycode.decode(code) } },
      [SimpleIDN::ConversionError, RangeError], limits: { width: 31 })
