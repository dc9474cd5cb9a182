package audit

import (
	"testing"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/regex/syntax"
	"snag/analyze/source/extract"
	"snag/analyze/source/literal"
)

func TestUseMode(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		uses    literal.Use
		want    syntax.Mode
	}{
		{syntax.Java, 0, syntax.Search},
		{syntax.Java, literal.Test, syntax.Search},
		{syntax.Java, literal.Whole, syntax.Full},
		{syntax.Java, literal.Whole | literal.Test, syntax.Search},
		{syntax.Python, literal.AtStart, syntax.Prefix},
		{syntax.Python, literal.AtStart | literal.Whole, syntax.Search},
		{syntax.Python, literal.Replace, syntax.All},
		{syntax.JavaScript, literal.Replace, syntax.Search}, // the g flag tells
		{syntax.JavaScript, literal.Split, syntax.All},
		{syntax.DotNet, literal.Every | literal.Whole, syntax.All},
	} {
		l := literal.Literal{Dialect: tt.dialect, Uses: tt.uses}
		if got := OfLiteral(nil, &l).Mode; got != tt.want {
			t.Errorf("%v used for %v: mode %v, want %v", tt.dialect, tt.uses, got, tt.want)
		}
	}
}

func TestAppliedInAnotherWayAsWell(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		pattern string
		uses    literal.Use
		want    string
		mode    syntax.Mode
	}{
		{syntax.Java, `(\w+ ?)+`, 0, "vulnerable", syntax.Full}, // another file may ask with matches()
		{syntax.Java, `(\w+ ?)+`, literal.Whole | literal.Test, "vulnerable", syntax.Full},
		{syntax.Python, `(\w+ ?)+`, literal.Whole | literal.AtStart, "vulnerable", syntax.Full},
		{syntax.Java, `(\w+ ?)+`, literal.Test, "safe", syntax.Search},
		{syntax.Python, `(\w+ ?)+`, 0, "safe", syntax.Search},
		{syntax.Java, `\w+ `, 0, "vulnerable", syntax.Search}, // the square, where it may begin anywhere
		{syntax.Java, `\w+ (\w+ ?)+`, 0, "vulnerable", syntax.Full},
		{syntax.Java, `\w`, 0, "safe", syntax.Search},
	} {
		l := literal.Literal{Dialect: tt.dialect, Uses: tt.uses, Pattern: tt.pattern, FlagsKnown: true}
		r, err := OfLiteral(NewComments(&extract.File{}), &l).Audit(t.Context(), redos.Analyze, redos.DefaultLimits, repair.Propose)
		if err != nil || r.Outcome() != tt.want || r.Mode != tt.mode || r.isWhole() && len(r.Fixes) > 0 {
			t.Errorf("%v %s used for %v: %s in mode %v with %d fixes, want %s in %v (%v)", tt.dialect, tt.pattern, tt.uses, r.Outcome(), r.Mode, len(r.Fixes), tt.want, tt.mode, err)
		}
	}
}
