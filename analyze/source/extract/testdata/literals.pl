# Prints the regexes that PPI finds in the files named on standard input, one JSON document a line:
# {"file", "literals": [[line, column in characters, the literal], ...]} or {"file", "error"}.
use strict;
use warnings;
use JSON::PP;
use PPI;
my $json = JSON::PP->new->utf8;
while (my $name = <STDIN>) {
    chomp $name;
    next if $name eq '';
    open my $in, '<', $name or next;
    my $src = do { local $/; <$in> };
    my $document = PPI::Document->new(\$src);
    if (!$document) {
        print $json->encode({ file => $name, error => PPI::Document->errstr || 'not parsed' }), "\n";
        next;
    }
    $document->index_locations;
    my @found;
    for my $type (qw(Regexp::Match Regexp::Substitute QuoteLike::Regexp)) {
        for my $token (@{ $document->find("PPI::Token::$type") || [] }) {
            push @found, [ $token->location->[0] + 0, $token->location->[1] + 0, $token->content ];
        }
    }
    print $json->encode({ file => $name, literals => \@found }), "\n";
}
