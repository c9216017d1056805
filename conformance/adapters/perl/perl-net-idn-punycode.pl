# The Punycode of Perl's Net::IDN::Encode, behind acegate's line protocol.
use strict;
use warnings;
use JSON::PP;

eval { require Net::IDN::Punycode; 1 } or do {
    print STDERR "the Perl module Net::IDN::Punycode is not installed (Debian: libnet-idn-encode-perl)\n";
    exit 2;
};
my $json = JSON::PP->new->canonical;    # no utf8: lines are text here, octets outside
binmode STDIN,  ':encoding(UTF-8)';
binmode STDOUT, ':encoding(UTF-8)';
$| = 1;

sub answer {
    my ($op, $in) = @_;
    no warnings;                        # surrogates and more are wanted
    my @points = exists $in->{u} ? @{ $in->{u} } : map { ord } split //, $in->{t};
    my $text = join '', map { chr } @points;
    my $out = eval { $op eq 'encode' ? Net::IDN::Punycode::encode_punycode($text) : Net::IDN::Punycode::decode_punycode($text) };
    return { error => { message => "$@" } } if $@ || !defined $out;
    my @result = map { ord } split //, $out;
    return { ok => { u => \@result } };
}

my $hello = {
    type => 'hello', protocol => 1, window => 64, values => ['u'],
    implementation => { name => 'Perl Net::IDN::Punycode', version => '' . Net::IDN::Punycode->VERSION, language => 'Perl',
                        url => 'https://metacpan.org/pod/Net::IDN::Punycode' },
    codecs => { punycode => { ops => [ 'encode', 'decode' ] } },
};
while (my $line = <STDIN>) {
    my $request = $json->decode($line);
    my $known = ($request->{codec} // '') eq 'punycode' && $request->{op} =~ /^(en|de)code$/;
    my $reply = ($request->{type} // '') eq 'hello' ? $hello
        : { id => $request->{id},
            %{ $known ? answer($request->{op}, $request->{in}) : { skip => 'only punycode encode and decode' } } };
    print $json->encode($reply), "\n";
}
