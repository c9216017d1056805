# The Punycode of Perl's URI, behind acegate's line protocol.
use strict;
use warnings;
use JSON::PP;

eval { require URI::_punycode; 1 } or do {
    print STDERR "the Perl module URI::_punycode is not installed (Debian: liburi-perl)\n";
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
    my $out = eval { $op eq 'encode' ? URI::_punycode::encode_punycode($text) : URI::_punycode::decode_punycode($text) };
    return { error => { message => $@ =~ s/ at \S+ line \d+\.\n//r } } if $@ || !defined $out;
    my @result = map { ord } split //, $out;
    return { ok => { u => \@result } };
}

my $hello = {
    type => 'hello', protocol => 1, window => 64, values => ['u'],
    implementation => { name => 'Perl URI::_punycode', version => '' . URI::_punycode->VERSION, language => 'Perl',
                        url => 'https://metacpan.org/pod/URI::_punycode' },
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
