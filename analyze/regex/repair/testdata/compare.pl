# See compare.py.
use strict;
use warnings;
no warnings;
use MIME::Base64;
$| = 1;

sub text {
	my ($s) = @_;
	utf8::decode($s);
	$s =~ /[^\x00-\x7f]/ ? utf8::upgrade($s) : utf8::downgrade($s);
	return $s;
}

sub results {
	my ($re, $mode, $text, $what) = @_;
	my @found;
	my $put = sub {
		push @found, $what eq 'spans' ? "$-[0]-$+[0]" : join ' ', map { defined $-[$_] ? "$-[$_]-$+[$_]" : '-' } 0 .. $#-;
	};
	if ($mode eq 'all') {
		while ($text =~ /$re/g) { $put->(); last if @found == 50; }
	} elsif ($text =~ $re) {
		$put->();
	}
	return join ', ', map { s/( -)+$//r } @found;
}

while (my $line = <STDIN>) {
	chomp $line;
	my ($mode, $flags, $what, $a, $b, @texts) = map { text(decode_base64($_)) } split /\t/, $line, -1;
	$flags =~ tr/cegro//d;
	my $answer = '';
	my ($x, $y) = (eval "qr/\$a/$flags", eval "qr/\$b/$flags");
	$answer = "refused: $@" if !defined $x || !defined $y;
	if (!$answer) {
		for my $text (@texts) {
			my ($p, $q) = (results($x, $mode, $text, $what), results($y, $mode, $text, $what));
			if ($p ne $q) { $answer = "$text: $p and $q"; last; }
		}
	}
	utf8::encode($answer);
	print encode_base64($answer, ''), "\n";
}
