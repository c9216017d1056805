# The host names of Perl's Net::IDN::Encode, UTS 46.
use strict;
use FindBin;
use lib $FindBin::Bin;
use Frame;

Frame::load('Net::IDN::Encode', 'libnet-idn-encode-perl');
# Without STD 3 for labels of ASCII, which it passes through.
my %options = (UseSTD3ASCIIRules => 1);
Frame::serve({ name => 'Perl Net::IDN::Encode', version => '' . Net::IDN::Encode->VERSION,
               url => 'https://metacpan.org/pod/Net::IDN::Encode' },
    { 'to-ascii'   => sub { Net::IDN::Encode::domain_to_ascii($_[0], %options) },
      'to-unicode' => sub { Net::IDN::Encode::domain_to_unicode($_[0], %options) } }, idna => 'lenient');
