package validate_test

import (
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestRefused reads patterns of which one character more or less is what a compiler refuses.
func TestRefused(t *testing.T) {
	const fixed, bounded = "a lookbehind must have a fixed width", "a lookbehind must have a bounded width"
	tests := []struct {
		dialect       syntax.Dialect
		pattern, want string
		at            int
	}{
		{syntax.Python, `x(?<=ab|cd)`, "", 0},
		{syntax.Python, `x(?<=ab|c)`, fixed, 1},
		{syntax.Python, `(ab)(?<=\1)`, "", 0},
		{syntax.Python, `(ab?)(?<=\1)`, fixed, 5},
		{syntax.PCRE, `(?<=ab|c)`, "", 0},
		{syntax.PCRE, `(?<=(?:ab|c))`, fixed, 0},
		{syntax.Ruby, `(?<=ab|c)`, "", 0},
		{syntax.Ruby, `(?<=a(?:b|cd))`, fixed, 0},
		{syntax.Ruby, `(?<!(a))`, "a capture in a negative lookbehind", 0},
		{syntax.Java, `(?<=(?:ab){1,9})`, "", 0},
		{syntax.Java, `(?<=(?:ab)*)`, bounded, 0},
		{syntax.Java, `(?<=(?:a|b1){1,5})`, bounded, 0},
		{syntax.Java, `(?<!(a?b){2})`, bounded, 0},
		{syntax.Java, `(?<=(?:(?:ab){1,2}c){1,2})`, bounded, 0},
		{syntax.Java, `(?<=(?:a|b1)?)`, "", 0},
		{syntax.Java, `(?<=(?:a|b1){1})`, bounded, 0},
		{syntax.Java, `(?<=(?:a|b1){1,5}+)`, "", 0},
		{syntax.Java, `(?<=(?>a|b){1,5})`, "", 0},
		{syntax.Java, `(?<=(?:[ab]{2}){1,3})`, "", 0},
		{syntax.Perl, `(?<=a{1,255})`, "", 0},
		{syntax.Perl, `(?<=a{1,256})`, "a lookbehind is at most 255 characters wide", 0},
		{syntax.DotNet, `(?<=(?:ab|c)*)`, "", 0},
		{syntax.Ruby, `(?<n>a\g<n>?)`, "", 0},
		{syntax.Ruby, `(?<n>a\g<n>)`, "recursion without end", 6},
		{syntax.Ruby, `(?<n>\g<n>?a)`, "", 0},
		{syntax.Ruby, `(?<n>a|\g<n>)`, "recursion without end", 7},
		{syntax.PCRE, `(?<n>a\g<n>)`, "", 0},
		{syntax.Go, `(a{500}){2}`, "", 0},
		{syntax.Go, `(a{500}){3}`, "invalid repeat count", 8},
	}
	for _, test := range tests {
		_, err := parser.Parse(test.dialect, test.pattern, "")
		got, at := "", 0
		if e, ok := err.(*syntax.Error); ok {
			got, at = e.Msg, e.Pos
		}
		if got != test.want || at != test.at {
			t.Errorf("%s %s: %q at %d, want %q at %d", test.dialect, test.pattern, got, at, test.want, test.at)
		}
	}
}
