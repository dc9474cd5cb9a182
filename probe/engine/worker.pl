# The worker that measures matches in Perl. The protocol is described in protocol.go.
use strict;
use warnings;
use JSON::PP;
use Time::HiRes qw(clock_gettime CLOCK_PROCESS_CPUTIME_ID);

my $json = JSON::PP->new->utf8;
my ($match, @pumps, $suffix, $limit);

# Perl gives up with no more than a warning when a group has been repeated too often.
$SIG{__WARN__} = sub { $limit = $1 if $_[0] =~ /^(.*?recursion limit.*?exceeded)/ };

# Text of ASCII characters alone is kept as bytes, as literals are; other text has Perl's Unicode rules.
sub text {
	my ($s) = @_;
	$s =~ /[^\x00-\x7f]/ ? utf8::upgrade($s) : utf8::downgrade($s);
	return $s;
}

sub load {
	my ($q) = @_;
	(my $flags = $q->{flags}) =~ tr/cegr//d; # which belong to the operator
	die "no flag $1\n" if $flags =~ /([^adilmnopsux])/;
	my $pattern = text($q->{pattern});
	my $re = eval "qr/\$pattern/$flags";
	die $@ unless defined $re;
	my $mode = $q->{mode};
	$re = qr/\G(?:$re)/ if $mode eq 'prefix';
	$re = qr/\A(?:$re)\z/ if $mode eq 'full';
	$match = $mode eq 'all'
		? sub { my $n = 0; $n++ while $_[0] =~ /$re/g; $n }
		: sub { $_[0] =~ $re };
	@pumps = map { [text($_->[0]), text($_->[1]), $_->[2]] } @{$q->{pumps}};
	$suffix = text($q->{suffix});
}

sub repeated {
	my ($pump, $last, $n) = @_;
	return $pump x $n unless $last;
	my ($first, $rest) = (ord $pump, substr $pump, 1);
	return join '', map { chr($first + $_ % ($last - $first + 1)) . $rest } 0 .. $n - 1;
}

sub run {
	my ($n) = @_;
	my $text = join '', (map { $_->[0] . repeated(@$_[1, 2], $n) } @pumps), $suffix;
	my ($best, $total, $matched) = (0, 0, 0);
	undef $limit;
	# A cheap match is run again, and the smallest time counts.
	for my $i (1 .. 5) {
		pos($text) = undef;
		my $start = clock_gettime(CLOCK_PROCESS_CPUTIME_ID);
		$matched = $match->($text);
		my $took = (clock_gettime(CLOCK_PROCESS_CPUTIME_ID) - $start) * 1e3;
		$best = $took if $i == 1 || $took < $best;
		$total += $took;
		last if $total >= 6;
	}
	my %answer = (length => length $text, ms => 0 + sprintf('%.6f', $best), matched => $matched ? JSON::PP::true : JSON::PP::false);
	$answer{limit} = $limit if defined $limit;
	return %answer;
}

sub reply { print $json->encode({@_}), "\n" }

$| = 1;
reply(id => 0, version => sprintf '%vd', $^V);
while (my $line = <STDIN>) {
	my $q = $json->decode($line);
	my $stage = exists $q->{n} ? 'run' : 'compile';
	my %answer = eval { $stage eq 'run' ? run($q->{n}) : do { load($q); () } };
	if ($@) {
		%answer = (stage => $stage, error => substr $@ =~ s/ at \(eval.*|\n.*//sr, 0, 300);
	}
	reply(id => $q->{id}, %answer);
}
