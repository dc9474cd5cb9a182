package extract

// scriptSeeds are seeds for the fuzzer in Python, PHP, Ruby and Perl.
var scriptSeeds = []string{
	"import re\nA = 'a'\nre.compile(rf'{A}\\d' 'b' % 'c', re.I).match(x)",
	"import import re, as as x\nfrom import import\nre.compile('a')",
	"class A:\n\tdef f(self): self.p = re.compile(b'''a\\x41''')",
	"<?php $a = \"b{$c['d']}\"; preg_match(<<<E\n  /a$a/i\n  E . sprintf('%s', 1), $x); ?> <?= 1",
	"<?php class A { const B = ['/a/' => 1]; function f() { preg_replace(self::B, '', $x); } }",
	"A = /a#{B}\\/[\"]/mx\nx = <<~E + %r{a{2}#{\"}\"}}\n /b/\nE\ny =~ A ? %w[a b] : ?/",
	"def f(a) a / 2 / %r!a!; Regexp.new(\"a\\u{41}\" 'b', true) end\n__END__\n/a/",
	"my $a = qr{a(?:b)}ix; s{$a}{ /b/ }ge; split /,/ => <<\"E\", q(c) =~ m'd';\n$a\nE\n=pod\n\n=cut\n/\\Qa.\\E$a$/",
	"use constant { A => 'a' }; sub f($$) { tr/a/b/; $_[0]{s} / 2; y => A . \"b\\x{41}@{[1]}\" }",
}

// scriptHeads make sure that a source text is not skipped as one without patterns.
var scriptHeads = map[string]string{".py": "import re\nre.compile(x)\n", ".php": "<?php preg_match($x); ?>", ".rb": "x = /a/\n", ".pl": "/a/;\n"}

// scriptPieces are pieces of source texts that are repeated to see whether the time is linear.
var scriptPieces = map[string][]string{
	".py": {
		"'", "'''", "f'{", "f'{x:{", "re.compile(", "import re\nre.compile('a' + ", "re.compile(P);P=P+P;", "def f(a):\n ",
		"class A:\n\tP='a'\n\tre.match(self.P)\n", "P='a'\nre.match(P)\n", "for a in re.compile(", "re.match('%s' % ", "({[", "re.match(a=1,",
		"re.match(f'{a}{{'); ", "re.match('a' % (b), c)\n", "lambda re.match(",
	},
	".php": {
		"<?php ", "<?php preg_match(", "<?php \"{$a", "<?php <<<A\n", "<?php $p='/a/';preg_match($p);", "<?php function f() { preg_match('/a/' . $x);",
		"<?php class A {", "<?php '", "<?php /*", "<?php preg_replace([", "<?php preg_match(\"/a$b/\");", "<?php [$a]=$b;", "<?php fn($a)=>", "<?php const ",
		"<?php class A { const B = self::B; function f() { preg_match(self::B);}}", "<?php preg_match(implode('', ['a', ",
	},
	".rb": {
		"/a", "x = /#{", "%r{", "%q(", "x = <<A\n", "A = /#{A}/;", "A='a';/#{A}/;", "def f(a)\n", "x = [/a/,", "foo { |a, b| ", "Regexp.new(",
		"a, ", "when /a/, ", "\n=begin\n", "a = b, c, ", "x = <<A + <<B + ",
	},
	".pl": {
		"/a", "s{a}", "q(", "m<", "print <<A;\n", "my $a = qr/$a/;", "$a = 'a'; /$a/;", "{ my $a = 'a'; /$a/; ", "s/a/ s!b! ", "$x{", "\n=a\n",
		"my ($a, ", "tr/a/", "<a", "sub f($", "/$a/; $a =~ s/a/b/;", "join(/a/, ", "s{a}{s{b}{", "format =\n",
	},
}
