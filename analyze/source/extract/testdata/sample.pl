#!/usr/bin/perl
use strict;
use warnings;
use constant WIDTH => 40;

# Sorts the words of letters that were typed from scans.

my $word   = qr/[[:alpha:]]+(?:'[[:alpha:]]+)?/;
my $number = '\d+(?:[.,]\d+)*';
my $line   = qr{ ^ \s* ( $word (?: \s+ (?: $word | $number ) )* ) \s* [.!?]? $ }x;
my %seen   = (s => 0, y => 1, m => 2);

sub read_letter {
    my ($name, $strict) = @_;
    open my $in, '<', $name or die "$name: $!";
    my (@found, $count);
    while (<$in>) {
        chomp;
        next if /^#/ || !length;
        s/\r$//;
        s{\b(l1|1l)\b}{ $1 eq 'l1' ? "li" : 'il' }ge;    # what the scanner mistakes
        tr/\x{2018}\x{2019}/''/;
        if ($_ =~ $line) {
            push @found, split /\s+/, $1;
            $count++ while /$word/g;
        }
        elsif ($strict) {
            print STDERR <<"EOT";
$name:$.: cannot read this line / nobody can:
    $_
EOT
        }
    }
    close $in;
    return { words => \@found, rate => @found / ($count || 1) / 2, name => $name };
}

sub shorten {
    my ($text) = @_;
    return length $text > WIDTH ? substr($text, 0, WIDTH - 3) . '...' : $text;
}

for my $name (@ARGV) {
    my $letter = read_letter($name, $ENV{STRICT} // 0);
    $seen{ lc $_ }++ for grep { !/^\d/ } @{ $letter->{words} };
    printf "%-40s %5d %.2f\n", shorten($name), scalar @{ $letter->{words} }, $letter->{rate};
}

my @rare = sort { $seen{$a} <=> $seen{$b} || $a cmp $b } grep { m!^[a-z]{3,}$! and $seen{$_} < 3 } keys %seen;
print join(', ', map { ucfirst } @rare), "\n" if @rare;

=head1 NAME

letters - this is documentation: m/never/

=cut

__END__
s/nothing/here/
