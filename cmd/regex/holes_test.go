package regex

import (
	"strings"
	"testing"

	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
	"snag/cmd/regex/pattern"
)

func TestComputedPatterns(t *testing.T) {
	read := func(src string) (*extract.File, *literal.Literal) {
		l, _ := extract.ByPath("x.js")
		f := l.Extract([]byte(src))
		return f, &f.Literals[0]
	}
	f, l := read(`RegExp("^(a+)+$|" + name)`)
	r, err := audit.OfLiteral(audit.NewComments(f), l).Audit(t.Context(), redos.Analyze, redos.DefaultLimits, repair.Propose)
	if err != nil {
		t.Fatal(err)
	}
	a := &pattern.Audited{Result: r, File: "x.js"}
	shown := ""
	for _, d := range a.Details() {
		if d.Short {
			shown += d.Label + " " + d.Text + "\n"
		}
	}
	if want := "but part of the pattern is computed: holds whatever stands in place of `name`, which the attack does not get to"; !strings.Contains(shown, want) {
		t.Errorf("shows %q, want %q", shown, want)
	}
	for _, tt := range []struct {
		src  string
		want bool
	}{
		{`f(); RegExp("^(a+)+$|" + name)`, true},
		{`RegExp("^(a+)+$|" + other)`, true},
		{`RegExp("^(a+)+$|x")`, false},
		{`RegExp("^(b+)+$|" + name)`, false},
		{`RegExp(name)`, false},
	} {
		if _, l := read(tt.src); holdsPattern(l, a) != tt.want {
			t.Errorf("%s holds %s: %v, want %v", tt.src, a.Text, !tt.want, tt.want)
		}
	}
}
