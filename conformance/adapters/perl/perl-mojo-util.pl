# The Punycode of Mojolicious.
use strict;
use FindBin;
use lib $FindBin::Bin;
use Frame;

Frame::load($_, 'libmojolicious-perl') for 'Mojo::Util', 'Mojolicious';
Frame::serve({ name => 'Perl Mojo::Util', version => '' . Mojolicious->VERSION, url => 'https://metacpan.org/pod/Mojo::Util' },
    { encode => \&Mojo::Util::punycode_encode, decode => \&Mojo::Util::punycode_decode });
