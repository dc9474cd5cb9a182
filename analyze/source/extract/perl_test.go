package extract

import (
	"fmt"
	"testing"
)

func TestPerlDivisionOrRegex(t *testing.T) {
	for _, tt := range []position{
		{`$x =~ /a/; $x / 2 / 1; $h{a} / 2 / 1; $a[0] /2/ 1; f() / 2 / 1; 5 / 2 / 1`, `/a/`},
		{`if (/a/) { } /b/ && /c/ or not /d/; return /e/ unless /f/; push @x, /g/`, `/a/ /b/ /c/ /d/ /e/ /f/ /g/`},
		{`split /,/, $x; split(/;/); split //, $x; grep /a/, @x; grep { /b/ } @x; join "/", map { s/c/d/; $_ } @x`, `/,/ /;/ // /a/ /b/ s/c/d/`},
		{`$x // 2 // 3; shift // 1; $x //= 4; time / 2 / 1; $#x / 2 / 1; $#{$x} / 2 / 1; @{$x} / 2 / 1; $$x{a} / 2 / 1`, ``},
		{`m{a{2}/}x; m!a!; qr<a>i; qr(a(b)); qr'a$b'; m#a#; m,a,; s{a} {b}g; s(a)/b/e; s/a/b/; m  /x/`, `m{a{2}/}x m!a! qr<a>i qr(a(b)) qr'a$b' m#a# m,a, s{a} {b}g s(a)/b/e s/a/b/ m  /x/`},
		{`tr/a-z//d; y/a/b/; q/a/; qq{/b/}; qw(/c/ /d/); qx/e/; "/f/"; '/g/'; ` + "`/h/`", ``},
		{`(s => 1, m => 2, y => 3); $h{s}; $h{y}; $x->m(1); sub s { 1 } %s = (); -s $x; &m; $s / 2; @y; x::s(1)`, ``},
		{"print <<A, <<'B' . <<~C, /z/;\n/a/\nA\n/b/\nB\n  /c/\n  C\n/d/", `/z/ /d/`},
		{"push @x, << 'A';\n/a/\nA\nprint $f <<\"B\";\n/b/\nB\nuse A 2.06 qw/ a b /; printf $f qq[/c/]", ``},
		{"$x = 1;\n=pod\n\n/a/\n\n=cut\n\n/b/;\n__END__\n/c/", `/b/`},
		{`# /a/` + "\n" + `while (<$f>) { next if /^#/; chomp; } <STDIN> =~ /b/; $a < 5 / 2; $y <=> 1 / 2; foo($x) / 2; $x x /a/`, `/^#/ /b/ /a/`},
		{`sub f($$;$) { /a/ } sub ($) { /b/ } $; / 2; $/ = 1; $x = $1 / 2 / 1; $& / 2; local $, = "/"; ${^WARNING_BITS} / 2`, `/a/ /b/`},
		{`s/a/ $x =~ m!b! ? 1 : "}" /e; s{c}{ f(/d/) }gex; /e/`, `s/a/ $x =~ m!b! ? 1 : "}" /e m!b! s{c}{ f(/d/) }gex /d/ /e/`},
		{`$x = { a => /b/, y => 2 } ; @x = (/c/g); $x ? /d/ : /e/; { no strict; } /f/; ! /g/; $x == 1 && /h/`, `/b/ /c/g /d/ /e/ /f/ /g/ /h/`},
		{"s{a}\n # why\n {b}x; /c/", "s{a}\n # why\n {b}x /c/"},
	} {
		if got := written(t, ".pl", tt.src); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestPerl(t *testing.T) {
	testScripts(t, ".pl", "", []scriptCase{
		{`/a\/b/; m!a\!b!x; m{a\}b}; m|a\|b|; qr'a$b\'@c'i`, `"a/b"/ (exec) ; "a!b"/x (exec) ; "a\\}b"/ (exec) ; "a|b"/ (exec) ; "a$b'@c"/i`},
		{`/a$/; /a$|b$)/; /a\$b\@c/; /\Qa.b\E+/; /a{2}@/`, `"a$"/ (exec) ; "a$|b$)"/ (exec) ; "a\\$b\\@c"/ (exec) ; "a\\.b+"/ (exec) ; "a{2}@"/ (exec)`},
		{"/a # $x [\n[#]b$/x; /(?#$x)a/; /a(??{ $x })(?{ {@y} })/; /#$x/", "\"a # $x [\\n[#]b$\"/x (exec) ; \"(?#$x)a\"/ (exec) ; \"a(??{ $x })(?{ {@y} })\"/ (exec) ; partial/ (exec): depends on `$x`, which this file does not define"},
		{`/a$x/; /@x/; /$x[1]/; /a\U$x/`, "partial/ (exec): depends on `$x`, which this file does not define ; partial/ (exec): depends on `@x/` ; partial/ (exec): depends on `$x[1]/` ; partial/ (exec): the case of a part is changed by \\U"},
		{`my $a = qr/x/i; my $b = 'y+'; my $c = "$b\tz"; /$a$b/; /${c}w{2}/; /$a/`, "\"x\"/i (exec) ; \"(?^i:x)y+\"/ (exec) ; \"y+\\tzw{2}\"/ (exec) ; \"(?^i:x)\"/ (exec)"},
		{`my $a = 'x'; $a .= 'y'; /$a/; my $b = 'x'; { my $b = 'z'; /$b/ } /$b/; my $c = shift; /$c/; our $d = join '|', qw(a b); /^(?:$d)$/`,
			"partial/ (exec): depends on `$a`, whose value is not known here ; \"z\"/ (exec) ; \"x\"/ (exec) ; partial/ (exec): depends on `shift`, which this file does not define ; \"^(?:a|b)$\"/ (exec)"},
		{`s/a/b/gr; split /c/; /d/g; my $e = qr/e/; $x =~ $e; split $e, $x; my $f = qr/f/; $x =~ s/$f//`,
			`"a"/gr (replace) ; "c"/ (split) ; "d"/g (every match) ; "e"/ (exec,split) ; "f"/ (replace) ; "(?^:f)"/ (replace)`},
		{`split ',', $x; split(' ', $x); split("\\|", $x); $x =~ "a+"`, `","/ (split) ; "\\|"/ (split) ; "a+"/ (exec)`},
		{`use constant A => 'a'; use constant { B => 'b', C => 1 }; my $x = A . B; /$x/`, `"ab"/ (exec)`},
		{`Readonly my $X => qr/a/; /$X+b/`, `"a"/ ; "(?^:a)+b"/ (exec)`},
	})
}

func TestPerlPositions(t *testing.T) {
	testSource(t, ".pl", []sourceCase{
		{`/a\/\$é/`, []string{"a", `\/`, `\`, `$`, "é"}},
		{`$x =~ "a\x41\\"`, []string{"a", `\x41`, `\\`}},
		{`/\Qa.\Eb/`, []string{"a", ".", ".", "b"}},
	})
}

func TestPerlEncode(t *testing.T) {
	testEncode(t, []encodeCase{
		{".pl", `s/a\/b/x/g`, `c/b@d`, `s/c\/b\@d/x/g`},
		{".pl", `m{a}x`, `a{2}/`, `m{a{2}/}x`},
		{".pl", `m{a}x`, `a}`, `error: the pattern needs the delimiter '}' itself`},
		{".pl", `m'a'`, `$a@b'`, `m'$a@b\''`},
		{".pl", `/a/`, `a$b$`, `/a$(?:)b$/`},
		{".pl", `/a/`, `[$b]`, `/[\$b]/`},
		{".pl", `split 'a\d', $x`, `\d'`, `split '\d\'', $x`},
		{".pl", `split "a", $x`, "\\d$\n", `split "\\d\$\n", $x`},
	})
}

func TestPerlEncodeRandom(t *testing.T) {
	testEncodeRandom(t, ".pl", []string{
		`$x =~ /a\/b/i;`, `$x =~ m{a{2}}x; /b/;`, `m!a!;`, `qr(a(b));`, `m[a];`, `m'a$b';`, `s/a/b/g;`, `s{a}{b};`, `split 'a\d', $x;`, `split "a\x41", $x;`, `m#a#;`, `$x =~ q(a);`,
	})
}

func TestPerlSuppressions(t *testing.T) {
	language, _ := ByPath("x.pl")
	f := language.Extract([]byte("# snag-ignore: why\n/a/; # snag-ignore[x]: y\n\n=pod\n\nsnag-ignore: no\n\n=cut\n"))
	if got := fmt.Sprint(f.Suppressions); got != "[{[] why 1 2} {[x] y 2 2}]" {
		t.Errorf("got %s", got)
	}
}
