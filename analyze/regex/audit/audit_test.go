package audit

import (
	"testing"

	"snag/analyze/regex/syntax"
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
