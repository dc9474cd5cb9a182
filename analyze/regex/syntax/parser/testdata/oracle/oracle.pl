# Answers what Perl says of patterns: see oracle_test.go.
use strict;
use warnings;
no warnings;

sub ranges {
	my (@out, $start, $last);
	for my $c (@_) {
		if (!defined $last || $c != $last + 1) {
			push @out, sprintf("%x-%x", $start, $last) if defined $start;
			$start = $c;
		}
		$last = $c;
	}
	push @out, sprintf("%x-%x", $start, $last) if defined $start;
	return join(",", @out);
}

my @candidates;
while (my $line = <STDIN>) {
	chomp $line;
	my ($mode, $flags, $text) = split /\t/, $line, 3;
	if ($mode eq "candidates") {
		for (split /,/, $text) {
			my ($lo, $hi) = split /-/;
			push @candidates, hex($lo) .. hex($hi);
		}
		next;
	}
	my $pattern = pack("H*", $text);
	utf8::decode($pattern);
	$flags =~ s/[gceor]//g;
	$pattern = "^(?:$pattern)\\z" if $mode eq "set";
	my $re = eval "qr/\$pattern/$flags";
	if (!defined $re) {
		my $message = $@;
		$message =~ s/[\n\t]/ /g;
		$message =~ s/[^ -~]/?/g;
		print "invalid\t$message\n";
	} elsif ($mode eq "valid") {
		print "valid\t0\n";
	} else {
		my @ok;
		for my $c (@candidates) {
			my $s = chr $c;
			utf8::upgrade($s);
			push @ok, $c if $s =~ $re;
		}
		print ranges(@ok), "\n";
	}
}
