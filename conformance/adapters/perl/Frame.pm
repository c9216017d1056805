# The frame of the adapters in Perl: acegate's line protocol around functions from text to text.
package Frame;
use strict;
use warnings;
use JSON::PP;

# A module comes from the folders in ACEGATE_LIBRARIES, if it is there.
unshift @INC, split /:/, $ENV{ACEGATE_LIBRARIES} // '';

sub load {
    my ($module, $package) = @_;
    return if eval "require $module; 1";
    print STDERR "the Perl module $module is not installed (Debian: $package): $@";
    exit 2;
}

sub answer {
    my ($function, $in, $params, $has) = @_;
    for my $name (keys %$params) {
        my $is = grep { $_ eq $params->{$name} } @{ $has->{$name} // [] };
        return { skip => "it has no such $name" } if $has && !$is;
    }
    no warnings;    # surrogates and more are wanted
    my $text = join '', map { chr } exists $in->{u} ? @{ $in->{u} } : map { ord } split //, $in->{t};
    my $out = eval { $function->($text, $params) };
    return $@ if ref $@ eq 'HASH';    # a skip
    return { error => { message => $@ =~ s/ at \S+ line \d+\.\n//r } } if !defined $out;
    my @points = map { ord } split //, $out;
    return { ok => { u => \@points } };
}

# The functions refuse by dying or by an undefined result. `uts46` in the support is what the codec of this name
# declares, with its `functions` of a text and the parameters.
sub serve {
    my ($implementation, $functions, %support) = @_;
    my $uts46 = delete $support{uts46};
    my %functions = (punycode => $functions, $uts46 ? (uts46 => delete $uts46->{functions}) : ());
    my %codecs = (punycode => \%support, $uts46 ? (uts46 => $uts46) : ());
    $codecs{$_}{ops} = [ sort keys %{ $functions{$_} } ] for keys %codecs;
    my $hello = {
        type => 'hello', protocol => 1, window => 64, values => ['u'], implementation => { language => 'Perl', %$implementation },
        codecs => \%codecs,
    };
    my $json = JSON::PP->new->canonical;    # no utf8: lines are text here, octets outside
    binmode STDIN,  ':encoding(UTF-8)';
    binmode STDOUT, ':encoding(UTF-8)';
    $| = 1;
    while (my $line = <STDIN>) {
        my $request = $json->decode($line);
        my $codec = $request->{codec} // '';
        my $function = $functions{$codec} && $functions{$codec}{ $request->{op} };
        my $reply = ($request->{type} // '') eq 'hello' ? $hello
            : { id => $request->{id}, %{ $function ? answer($function, @$request{qw(in params)}, $codecs{$codec}{params}) : { skip => 'not this' } } };
        print $json->encode($reply), "\n";
    }
}

1;
