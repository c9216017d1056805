# The Punycode of domain_name.
require_relative 'frame'
load_gem 'domain_name', 'ruby-domain-name'
load_gem 'domain_name/version', 'ruby-domain-name'

punycode = DomainName::Punycode
serve({ name: 'Ruby domain_name', version: DomainName::VERSION, url: 'https://github.com/knu/ruby-domain_name' },
      { 'encode' => ->(text) { punycode.encode(text) }, 'decode' => ->(code) { punycode.decode(code) } },
      [punycode::ArgumentError, RangeError]) # RangeError where pack refuses the integers
