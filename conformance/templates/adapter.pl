# An adapter for acegate in Perl. Fill in the two functions; delete what your library does not have.
use strict;
use warnings;
use JSON::PP;

my %operations = (
    encode => sub { my ($text) = @_; die "not filled in\n" },    # the library's calls go here: text in, its code out,
    decode => sub { my ($code) = @_; die "not filled in\n" },    # or a refusal: die, or return undef
);
# What Perl itself dies with is a fault, and what a library dies with is a refusal.
my $faults = qr/^(?:Can't (?:call|use|locate|find|modify|take)|Not an? [A-Z]+ ref|Illegal div|Modification of|Undefined sub|Out of memory|panic:|substr outside).* at \S+ line \d+/s;
my $hello = {
    type => 'hello', protocol => 1, window => 64, values => ['u'],
    implementation => { name => 'mine', version => '0.1', language => 'Perl' },
    codecs => { punycode => { ops => [ sort keys %operations ] } },
};

sub answer {
    my ($operation, $points) = @_;
    no warnings;    # a string of Perl holds surrogates, and integers above 10FFFF
    my $result = eval { $operation->(join '', map { chr } @$points) };
    return { skip => 'not filled in yet' } if $@ eq "not filled in\n";
    return { crash => "$@" } if $@ =~ $faults;
    return { error => { message => "$@" } } if !defined $result;
    my @made = map { ord } split //, $result;
    return { ok => { u => \@made } };
}

my $json = JSON::PP->new->ascii->canonical;
$| = 1;
while (my $line = <STDIN>) {
    my $request = $json->decode($line);
    my $operation = ($request->{codec} // '') eq 'punycode' ? $operations{ $request->{op} } : undef;
    my $reply = ($request->{type} // '') eq 'hello' ? $hello
        : { id => $request->{id}, %{ $operation ? answer($operation, $request->{in}{u}) : { skip => 'only punycode encode and decode' } } };
    print $json->encode($reply), "\n";
}
