package extract

import (
	"fmt"
	"strings"
	"testing"
)

func TestSketches(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`new RegExp("^" + name + "$", "i")`, `^x$/i [1 name]`},
		{"new RegExp(`^${_.escapeRegExp(name)}(a+)+$`)", `^x(a+)+$/ [1 literal _.escapeRegExp(name)]`},
		{`const p = escapeRegExp(f(a, /[)]/)); RegExp("(" + p + ")|" + p)`, `(x)|x/ [1 literal escapeRegExp(f(a, /[)]/))] [4 literal escapeRegExp(f(a, /[)]/))]`},
		{`RegExp(escapeRegExp(c ? a : b) + "+", flags)`, `x+/? [0 literal escapeRegExp(c ? a : b)]`},
		{`RegExp("(" + (c ? "a" : "b") + ")+" + o?.p[")"].q(` + "`${'`'}(`" + `)! + "y")`, "(x)+xy/ [1 (c ? \"a\" : \"b\")] [4 o?.p[\")\"].q(`${'`'}(`)!]"},
		{`RegExp("^(?:" + ["a+", b].join("|") + ")")`, `^(?:a+|x)/ [7 b]`},
		{`RegExp(["a", ...b].join("|") + "c")`, `xc/ [0 ["a", ...b].join("|")]`},
		{`RegExp("a".repeat(n) + "b")`, `xb/ [0 "a".repeat(n)]`},
		{`let a = "x"; a += "y"; RegExp(a + "b")`, `xb/ [0 a]`},
		{`RegExp("a" + "-b".replace("-", c))`, `ax/ [1 "-b".replace("-", c)]`},
		{`RegExp(["b", c].map(escapeRegExp).join("|"))`, `b|x/ [2 literal escapeRegExp]`},
		{`RegExp("^" + (0, _e.escapeStringRegexp)(a))`, `^x/ [1 literal (0, _e.escapeStringRegexp)(a)]`},
		{`RegExp("^" + (0, (0, escapeRegExp))(a))`, `^x/ [1 (0, (0, escapeRegExp))(a)]`},
		{`const escapeRegExp = require("escape-string-regexp"); RegExp("^" + escapeRegExp(a))`, `^x/ [1 literal escapeRegExp(a)]`},
		{`const escapeRegExp = (x) => x; RegExp("^" + escapeRegExp(a))`, `^x/ [1 escapeRegExp(a)]`},
		{`RegExp("^" + a.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))`, `^x/ [1 literal a.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")]`},
		{`RegExp("^" + a.replace(/([.*+?^${}()|[\]\\])/g, '\\$1'))`, `^x/ [1 literal a.replace(/([.*+?^${}()|[\]\\])/g, '\\$1')]`},
		{`RegExp("^" + a.replace(/\W/g, "\\$&"))`, `^x/ [1 literal a.replace(/\W/g, "\\$&")]`},
		{`RegExp("^" + a.replace(/[.+?^${}()|[\]\\]/g, "\\$&"))`, `^x/ [1 a.replace(/[.+?^${}()|[\]\\]/g, "\\$&")]`},
		{`RegExp("^" + a.replace(/[^.*+?^${}()|[\]\\]/g, "\\$&"))`, `^x/ [1 a.replace(/[^.*+?^${}()|[\]\\]/g, "\\$&")]`},
		{`RegExp("^" + a.replace(/[.*+?^${}()|[\]\\]/, "\\$&"))`, `^x/ [1 a.replace(/[.*+?^${}()|[\]\\]/, "\\$&")]`},
		{`RegExp(a)`, ``},
		{`RegExp(a + b)`, ``},
		{`RegExp(escapeRegExp(a))`, `x/ [0 literal escapeRegExp(a)]`},
		{`RegExp("a" + (x => x))`, `ax/ [1 (x => x)]`},
		{`RegExp("a" + x => x)`, ``},
		{`RegExp("a" + b ? c : d)`, ``},
		{`RegExp("a" + b - c)`, ``},
		{`RegExp("a" + (b`, ``},
		{`RegExp("a" + b(/[`, ``},
		{`RegExp("a"` + strings.Repeat(" + b", 101) + `)`, ``},
	} {
		if got := sketches("x.js", tt.src); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

// sketches returns the patterns of a file that have holes, each with its flags and these.
func sketches(name, src string) string {
	language, _ := ByPath(name)
	var got []string
	for _, l := range language.Extract([]byte(src)).Literals {
		if l.Sketch == nil {
			continue
		}
		flags := l.Sketch.Flags
		if !l.Sketch.FlagsKnown {
			flags = "?"
		}
		got = append(got, l.Sketch.Text+"/"+flags)
		for _, h := range l.Sketch.Holes {
			kind := ""
			if h.Literal {
				kind = "literal "
			}
			got = append(got, fmt.Sprintf("[%d %s%s]", h.At, kind, h.Expression))
		}
	}
	return strings.Join(got, " ")
}

func TestSketchesOfScripts(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"x.py", `re.compile("^" + name + "$", re.I)`, `^x$/i [1 name]`},
		{"x.py", `re.compile(f"^{re.escape(name)}(a+)+$")`, `^x(a+)+$/ [1 literal re.escape(name)]`},
		{"x.py", `re.search(f"^{name!r}(a+)+$", s)`, ``},
		{"x.py", `re.search(f"^{name:>{width}}a+", s)`, ``},
		{"x.py", `re.search("^%s(a+)+%s$" % (a, re.escape(b.c(d)[0])), s)`, `^x(a+)+x$/ [1 a] [7 literal re.escape(b.c(d)[0])]`},
		{"x.py", `re.search("^%s+$" % a.b, s)`, `^x+$/ [1 a.b]`},
		{"x.py", `re.search("^{}(a+){n}$".format(a, n=f(x)), s)`, `^x(a+)x$/ [1 a] [6 f(x)]`},
		{"x.py", `re.search("|".join(names) + "(a+)+", s)`, `x(a+)+/ [0 "|".join(names)]`},
		{"x.py", `re.search("a" + b if c else d, s)`, ``},
		{"x.py", `re.search("a" + b * 2, s)`, ``},
		{"x.py", `re.search("a" + (lambda: b), s)`, `ax/ [1 (lambda: b)]`},
		{"x.py", `re.search(name, s)`, ``},
		{"x.py", `re.search(re.escape(name), s)`, `x/ [0 literal re.escape(name)]`},
		{"x.py", `re.search("a+" + escape(name), s)`, `a+x/ [2 escape(name)]`},
		{"x.rb", `/^#{name}(a+)+$/i`, `^x(a+)+$/i [1 name]`},
		{"x.rb", `/^#{Regexp.escape(name)}(a+)+$/`, `^x(a+)+$/ [1 literal Regexp.escape(name)]`},
		{"x.rb", `/^#{a ? b : c}#@d#$e+/`, ``},
		{"x.rb", `/a#{b.map { |c| d }}e+/`, `axe+/ [1 #{b.map { |c| d }}]`},
		{"x.rb", `Regexp.new("^" + Regexp.quote(a.b(c)) + "+")`, `^x+/ [1 literal Regexp.quote(a.b(c))]`},
		{"x.rb", `Regexp.new("a" + b.map { |c| d }, i)`, ``},
		{"x.rb", `s =~ %r{a#{"b" + c}d+}x`, `abxd+/x [2 c]`},
		{"x.php", `<?php preg_match('/^' . $a . '(b+)+$/i', $s);`, `^x(b+)+$/i [1 $a]`},
		{"x.php", `<?php preg_match("/^$a{$b->c}(d+)+$e[0]/", $s);`, `^xx(d+)+x/ [1 $a] [2 $b->c] [8 $e[0]]`},
		{"x.php", `<?php preg_match('~' . preg_quote($a, '~') . '+~' . $flags, $s);`, ``},
		{"x.php", `<?php preg_match('~' . preg_quote($a, '~') . '+~u', $s);`, `x+/u [0 literal preg_quote($a, '~')]`},
		{"x.php", `<?php preg_match($a . 'b/', $s);`, ``},
		{"x.php", `<?php preg_match('/a' . ($b ? 'c' : 'd') . '/', $s);`, ``},
		{"x.php", `<?php preg_match(sprintf('/^%s+$/', A::b($c)), $s);`, `^x+$/ [1 A::b($c)]`},
		{"x.pl", `$s =~ /^$a(b+)+$/x;`, `^x(b+)+$/x [1 $a]`},
		{"x.pl", `$s =~ /^\Q$a\E(b+)+$c$/;`, `^x(b+)+x$/ [1 literal $a] [7 $c]`},
		{"x.pl", `$s =~ m{^\Q$a $b\E+};`, `^x x+/ [1 literal $a] [3 literal $b]`},
		{"x.pl", `$s =~ /^$a->{b}(c+)+/;`, `^x(c+)+/ [1 $a->{b}]`},
		{"x.pl", `my $p = quotemeta($a) . "+"; $s =~ /^$p$/;`, `^x+$/ [1 literal quotemeta($a)]`},
		{"x.pl", `$s =~ s/@{[f()]}a+//;`, ``},
	} {
		if got := sketches(tt.name, tt.src); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}
