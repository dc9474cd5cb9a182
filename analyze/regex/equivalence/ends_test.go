package equivalence_test

import (
	"testing"

	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func TestOneEnd(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		want    bool
	}{
		{`abc`, true},
		{`ab?`, false},
		{`a|ab`, false},
		{`a|ba`, true},
		{`a*`, false},
		{`a*(?!a)`, true},
		{`a*b`, true},
		{`[^b]a*?b`, true},
		{`a*b*`, false},
		{`(?!<a)[\s\S]|<a[^>]*(?!>|[^>])`, true},
		{`<a?[^>]*(?![^>])`, true},
		{`<(?:a>)?a*(?![^>])`, false},
		{`(?<=x)a|(?<!x)ab`, true},
		{`(?<=x)a|ab`, false},
	} {
		tree, err := parser.Parse(syntax.JavaScript, tt.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := equivalence.OneEnd(tree, equivalence.Limits{Program: 1000, States: 2000, Work: 200_000})
		if err != nil || got != tt.want {
			t.Errorf("OneEnd(/%s/) = %t, %v, want %t", tt.pattern, got, err, tt.want)
		}
	}
}
