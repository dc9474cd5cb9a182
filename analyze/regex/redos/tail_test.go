package redos

import (
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
)

// An attack ends in what trim leaves where that costs as much, and as it did where nothing else does.
func TestUntrimmed(t *testing.T) {
	for _, c := range []struct {
		pattern string
		dialect syntax.Dialect
		mode    syntax.Mode
		trimmed bool // every attack ends in what trim takes
	}{
		{`^(.+)+$`, syntax.JavaScript, syntax.Search, false},
		{`^([^=;]+)\s*=`, syntax.JavaScript, syntax.Search, false},
		{`(\s*)*x`, syntax.JavaScript, syntax.Search, false},
		{`(\n+)+x`, syntax.Python, syntax.Search, false},
		{`^(?:[^\n]+)+$`, syntax.PCRE, syntax.Search, false},
		{`\s+$`, syntax.JavaScript, syntax.Search, false},
		{`(a|[^x])+\s+\z`, syntax.Ruby, syntax.Search, false},
		{`^(\w+\s?)*$`, syntax.JavaScript, syntax.Search, false},
		{`[\w-]+: .+`, syntax.PCRE, syntax.Search, false},
		{`(?s)^(?:.+)+(?<=\S)$`, syntax.Python, syntax.Search, true},
		{`^(?:[\s\S]+)+(?<!\s)$`, syntax.JavaScript, syntax.Search, true},
	} {
		p := Pattern{Text: c.pattern, Dialect: c.dialect, Mode: c.mode}
		v, err := Analyze(t.Context(), p, DefaultLimits)
		if err != nil {
			t.Fatalf("%s: %v", c.pattern, err)
		}
		if v.Attack == nil {
			t.Errorf("%s: got %v and no attack", c.pattern, v.Class)
			continue
		}
		text := v.Attack.Build(9)
		if got := strings.TrimRightFunc(text, isTrimmed) != text; got != c.trimmed {
			t.Errorf("%s: the attack %q ends in what trim takes: got %t, want %t", c.pattern, text, got, c.trimmed)
		}
		tree, _ := p.Parse()
		d := &decision{ctx: t.Context(), tree: tree, mode: tree.Applied(c.mode), limits: DefaultLimits}
		d.prover = newProver(tree, d.mode, DefaultLimits.Steps)
		first := d.worst(d.require(d.backtracking()))
		if got, want := d.lacks(*v.Attack), d.lacks(*first.Attack); len(got) > len(want) {
			t.Errorf("%s: the attack %q lacks %q of what every match holds, want %q", c.pattern, text, got, want)
		}
		if v.Class != first.Class || v.Degree != first.Degree || v.Cost.SafeLength != first.Cost.SafeLength || v.Cost.LengthForBudget > first.Cost.LengthForBudget+1 {
			t.Errorf("%s: got %v %d from %d characters, safe below %d; want %v %d from %d, safe below %d", c.pattern, v.Class, v.Degree, v.Cost.LengthForBudget, v.Cost.SafeLength,
				first.Class, first.Degree, first.Cost.LengthForBudget, first.Cost.SafeLength)
		}
	}
}
