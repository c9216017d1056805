# The Punycode of Perl's Net::IDN::Encode that is written in Perl.
use strict;
use FindBin;
use lib $FindBin::Bin;
use Frame;

Frame::load('Net::IDN::Punycode::PP', 'libnet-idn-encode-perl');
Frame::serve({ name => 'Perl Net::IDN::Punycode::PP', version => '' . Net::IDN::Punycode::PP->VERSION,
               url => 'https://metacpan.org/pod/Net::IDN::Punycode::PP' },
    { encode => \&Net::IDN::Punycode::PP::encode_punycode, decode => \&Net::IDN::Punycode::PP::decode_punycode });
