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
    my ($function, $in) = @_;
    no warnings;    # surrogates and more are wanted
    my $text = join '', map { chr } exists $in->{u} ? @{ $in->{u} } : map { ord } split //, $in->{t};
    my $out = eval { $function->($text) };
    return { error => { message => $@ =~ s/ at \S+ line \d+\.\n//r } } if !defined $out;
    my @points = map { ord } split //, $out;
    return { ok => { u => \@points } };
}

# The functions refuse by dying or by an undefined result.
sub serve {
    my ($implementation, $functions, %support) = @_;
    my $hello = {
        type => 'hello', protocol => 1, window => 64, values => ['u'], implementation => { language => 'Perl', %$implementation },
        codecs => { punycode => { ops => [ sort keys %$functions ], %support } },
    };
    my $json = JSON::PP->new->canonical;    # no utf8: lines are text here, octets outside
    binmode STDIN,  ':encoding(UTF-8)';
    binmode STDOUT, ':encoding(UTF-8)';
    $| = 1;
    while (my $line = <STDIN>) {
        my $request = $json->decode($line);
        my $function = ($request->{codec} // '') eq 'punycode' ? $functions->{ $request->{op} } : undef;
        my $reply = ($request->{type} // '') eq 'hello' ? $hello
            : { id => $request->{id}, %{ $function ? answer($function, $request->{in}) : { skip => 'only of punycode, and not this' } } };
        print $json->encode($reply), "\n";
    }
}

1;
