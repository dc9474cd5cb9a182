package extract

import (
	"fmt"
	"strings"
	"testing"
)

// written returns the regex literals of a source text as they are written, in order.
func written(t *testing.T, ending, src string) string {
	t.Helper()
	language, _ := ByPath("x" + ending)
	f := language.Extract([]byte(src))
	var all []string
	for i := range f.Literals {
		all = append(all, src[f.Literals[i].Expr.Start.Offset:f.Literals[i].Expr.End.Offset])
	}
	return strings.Join(all, " ")
}

func TestRubyDivisionOrRegex(t *testing.T) {
	for _, tt := range []position{
		{`x = /a/`, `/a/`},
		{`x = 1; x / 2 / 3; x /2/ 3; y = x /a/ 2`, ``},
		{`foo /a/, 1`, `/a/`},
		{`foo / a / 1; foo.size / 2; a.b /c/i`, `/c/i`},
		{`def f(a, b: 1); a /b/ 2; b /a/ 1; end; [1] /2/ 3; (1) /2/ 3; {} /2/ 3`, ``},
		{`x.each { |a, b| a /b/ 2 }; foo { /c/ }`, `/c/`},
		{`return /a/ if /b/ =~ c and /d/ unless not /e/`, `/a/ /b/ /d/ /e/`},
		{"case x\nwhen /a/, /b/ then /c/\nelse /d/\nend", `/a/ /b/ /c/ /d/`},
		{`a ? /b/ : /c/; {d: /e/, :f => /g/, "h": /i/}; [/j/, *k, &/l/]`, `/b/ /c/ /e/ /g/ /i/ /j/ /l/`},
		{`%r{a{2}/}ix; %r!a/!; %r(a(b)); %r[a[b]]; %r<a>; %r|a|`, `%r{a{2}/}ix %r!a/! %r(a(b)) %r[a[b]] %r<a> %r|a|`},
		{`x = 5; x % r; y = x %w; z %= 3; puts %w(/a/ /b/), %q(/c/), %(/d/), %i[/e/]`, ``},
		{`:/; :"/a/"; :'/b/'; a&./(b); def /(x); /c/ end; ?/; x.y ?/ : 1; $/; $1 / 2 / 1; @a / 2 / 1`, `/c/`},
		{"x = <<A + <<-'B' + <<~C, /z/\n/a/ #{/b/}\nA\n/c/ #{/d/}\n  B\n /e/ #{\"}\" + /f/.source}\n  C\n/g/", `/z/ /b/ /f/ /g/`},
		{"=begin\n/a/\n=end\n/b/\n__END__\n/c/", `/b/`},
		{`# /a/` + "\n" + `"/b/ #{/c/} #{"#{/d/}"}" '/e/ #{/f/}' + ` + "`/g/ #{/h/}`", `/c/ /d/ /h/`},
		{`class A << self; end; a << /b/; x <<y / z`, `/b/`},
		{"a\n  .b(/c/)\n\nx = y /\n z / w", `/c/`},
		{`puts [1] / 2; yield /a/; a.end / 2; self / 2 / 1; a.class / 2 / 1; nil /2/ 1`, `/a/`},
		{`a != /b/; a !~ /c/; a === /d/; a && /e/ || /f/; !/g/; a..b / 2; x = -> { /h/ }`, `/b/ /c/ /d/ /e/ /f/ /g/ /h/`},
		{`/a#{b}c/; /\//; /[\/]/; /#{"}"}/; %r{#{x}}`, `/a#{b}c/ /\// /[\/]/ /#{"}"}/ %r{#{x}}`},
	} {
		if got := written(t, ".rb", tt.src); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestRuby(t *testing.T) {
	testScripts(t, ".rb", "", []scriptCase{
		{`/a\/b/; %r!a\!b!; %r{a\}b\{}; %r|a\|b|; /\cA\C-a/; /a\` + "\n" + `b/mx`, `"a/b"/ ; "a!b"/ ; "a\\}b\\{"/ ; "a\\|b"/ ; "\\x01\\x01"/ ; "ab"/mx`},
		{`/a#{b}/; /a#@b/; /a#$b/; /a#b#/`, "partial/: depends on `b`, which this file does not define ; partial/: depends on `@b/` ; partial/: depends on `$b/` ; \"a#b#\"/"},
		{`A = 'x+'; B = /y/i; /#{A}#{B}/`, `"y"/i ; "x+(?i-mx:y)"/`},
		{`A = "x"; module M; B = "#{A}y"; end; /#{M::B}/; A2 = 'a'; A2 = 'b'; /#{A2}/`, "\"xy\"/ ; partial/: depends on `A2`, whose value is not known here"},
		{`def f(a); b = 'c'; /#{a}#{b}/; /#{b}/; end`, "partial/: depends on `a`, whose value is not known here ; \"c\"/"},
		{`Regexp.new("a\\d\x41\u0042\u{43}#{'d'}"); Regexp.new('a\d\'' 'b', Regexp::IGNORECASE | Regexp::EXTENDED); Regexp.compile(x, true)`,
			"\"a\\\\dABCd\"/ ; \"a\\\\d'b\"/ix ; partial/i: depends on `x`, which this file does not define"},
		{`Regexp.new(/a/i); Regexp.new("\xC3\xA9"); Regexp.new("\xFF"); Regexp.new(%w[a b].join("|")); Regexp.new(["a", "b"].join('|'))`,
			`"a"/i ; "a"/i ; "é"/ ; partial/?: the string has the byte 0xff, which is not text ; "a|b"/ ; "a|b"/`},
		{`Regexp.new("a" + Regexp.escape(x)); Regexp.new(x ? "a" : "b"); Regexp.union(/a/, "b")`, "partial/?: depends on `Regexp.escape(x)` ; partial/?: depends on `x`, which this file does not define ; \"a\"/"},
		{`x =~ /a/; /b/ =~ x; x.match(/c/); /d/.match?(x); x.gsub(/e/, ''); x.split /f/; x[/g/]; x.scan(/h/) { }; x.start_with?(/i/)`,
			`"a"/ (exec) ; "b"/ (exec) ; "c"/ (exec) ; "d"/ (test) ; "e"/ (replace) ; "f"/ (split) ; "g"/ (exec) ; "h"/ (every match) ; "i"/ (match at start)`},
		{`A = /a/.freeze; x =~ A; x.gsub(A, ''); B::A.match(y); @c = /c/; @c.match?(x); validates :e, format: { with: /\A.+\z/ }`,
			`"a"/ (exec,replace) ; "c"/ (test) ; "\\A.+\\z"/ (test)`},
	})
}

func TestRubyPositions(t *testing.T) {
	testSource(t, ".rb", []sourceCase{
		{`/a\/\cAé/`, []string{"a", `\/`, `\cA`, `\cA`, `\cA`, `\cA`, "é"}},
		{`Regexp.new("a\x41\u{42}\\d" 'b')`, []string{"a", `\x41`, `\u{42}`, `\\`, "d", "b"}},
		{`Regexp.new("#{'b'}c")`, []string{"b", "c"}},
	})
}

func TestRubyEncode(t *testing.T) {
	testEncode(t, []encodeCase{
		{".rb", `x = /a\/b/`, `c/b#{`, `x = /c\/b\#{/`},
		{".rb", `x = %r{a}`, `a{2}/`, `x = %r{a{2}/}`},
		{".rb", `x = %r{a}`, `a}`, `error: the pattern needs the delimiter '}' itself`},
		{".rb", `Regexp.new('a\d')`, `a\d'\\`, `Regexp.new('a\d\'\\\\')`},
		{".rb", `Regexp.new("a\x41")`, `aA#{"`, `Regexp.new("a\x41\#{\"")`},
		{".rb", `x = /a#{1}b/`, `a1c`, `x = /a#{1}c/`},
	})
}

func TestRubyEncodeRandom(t *testing.T) {
	testEncodeRandom(t, ".rb", []string{
		`x = /a\/b/i`, `x = %r{a{2}}x, /b/`, `x = %r!a!`, `x = %r(a(b))`, `x = %r[a]`, `x = %r|a|`, `Regexp.new('a\d\'')`, `Regexp.new("a\x41#")`,
		`Regexp.new(%q(a\d), Regexp::MULTILINE)`, `Regexp.new(%(a))`, `Regexp.new(%q!a!)`, `x = /a#{1}b/`, "A = 'b'\nRegexp.new(A)",
	})
}

func TestRubySuppressions(t *testing.T) {
	language, _ := ByPath("x.rb")
	f := language.Extract([]byte("# snag-ignore: why\nx = /a/ # snag-ignore[x]: y\n=begin\nsnag-ignore: no\n=end\n"))
	if got := fmt.Sprint(f.Suppressions); got != "[{[] why 1 2} {[x] y 2 2}]" {
		t.Errorf("got %s", got)
	}
}
