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
		language, _ := ByPath("x.js")
		var got []string
		for _, l := range language.Extract([]byte(tt.src)).Literals {
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
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}
