# The host names of Perl's Net::IDN::Encode, and its UTS 46.
use strict;
use FindBin;
use lib $FindBin::Bin;
use Frame;
use JSON::PP;

Frame::load($_, 'libnet-idn-encode-perl') for 'Net::IDN::Encode', 'Net::IDN::UTS46';
# Without STD 3 for labels of ASCII, which it passes through.
my %options = (UseSTD3ASCIIRules => 1);
my ($yes, $no) = (JSON::PP::true, JSON::PP::false);

sub asked {
    my ($params) = @_;
    return (UseSTD3ASCIIRules => $params->{std3} // 1, TransitionalProcessing => $params->{transitional} // 0);
}

# It maps by Unicode 10, which no declaration can name, so a name with a newer character is skipped.
sub known {
    my ($convert, @arguments) = @_;
    my $made = eval { $convert->(@arguments) };
    return $made if !$@;
    my $error = $@;
    die { skip => 'its tables are older than the character' }
        if $error =~ /disallowed character U\+([0-9A-F]+)/ && chr(hex $1) !~ /\p{In=10.0}/ && chr(hex $1) =~ /\p{In=12.1}/;
    die $error;
}

sub to_ascii {
    my ($text, $params) = @_;
    return known(\&Net::IDN::UTS46::uts46_to_ascii, $text, asked($params));
}

sub to_unicode {
    my ($text, $params) = @_;
    die { skip => 'it decodes names without transitional processing' } if $params->{transitional};
    return known(\&Net::IDN::UTS46::uts46_to_unicode, $text, asked($params));
}

Frame::serve({ name => 'Perl Net::IDN::Encode', version => '' . Net::IDN::Encode->VERSION,
               url => 'https://metacpan.org/pod/Net::IDN::Encode' },
    { 'to-ascii'   => sub { Net::IDN::Encode::domain_to_ascii($_[0], %options) },
      'to-unicode' => sub { Net::IDN::Encode::domain_to_unicode($_[0], %options) } }, idna => 'lenient',
    uts46 => { functions => { 'to-ascii' => \&to_ascii, 'to-unicode' => \&to_unicode },
               params => { std3 => [$yes, $no], transitional => [$no, $yes] },
               limits => { unicode => '12.1' } });
