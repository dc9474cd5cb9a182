package redos

import (
	"testing"

	"snag/analyze/regex/syntax"
)

// TestLookbehindsThatHoldLookarounds checks that what lookbehinds see through lookarounds of their own, and what these read,
// is known, each time beside a pattern that is not linear because little is different.
func TestLookbehindsThatHoldLookarounds(t *testing.T) {
	for _, test := range []struct {
		pattern string
		class   Class
		degree  int
	}{
		// A lookahead decides where a match may begin.
		{`(?<=(?=ab*c))[ab]*$`, Linear, 0},
		{`(?<=(?=b*c))[ab]*$`, Polynomial, 2},
		{`(?<=(?=ab*))[ab]*$`, Polynomial, 2},
		{`c+(?<=(?![bc]{1,3}b+))`, Linear, 0},
		{`c+(?<=(?![bc]{1,3}b+c)x)`, Polynomial, 2},
		{`^(?:a(?<=^(?=a*$)a*)|a)*b`, Exponential, 0},
		// So does a lookbehind.
		{`[ac]*(?<!^(?<!b{2,}))`, Linear, 0},
		{`a(?<!$(?<=[ac]+[ac]))`, Linear, 0},
		{`a(?<=x(?<=[ac]+[ac]))`, Polynomial, 2},
		{`(?<!(?<![bc]*(?!b+?[^a])))[bc]`, Linear, 0},
		{`^(?:a(?<=(?<!ba)a)|a(?<=(?<=ba)a)|b)*$`, Linear, 0},
		{`^(?:a(?<=(?<!ba)a)|a(?<=(?<=b.)a)|b)*$`, Exponential, 0},
		// What lookarounds in lookarounds read is counted.
		{`(?<=(?<=(?!(?<=a)ba{1,3})[ab]*)[ac])`, Linear, 0},
		{`(?<=(?<=(?!(?<=a)ba{1,3})[ab]*)[ac])x`, Polynomial, 2},
		{`[ab](?<=(?<!(?<=b*?(?<=\w+?.*[^a]?)b)a))`, Linear, 0},
		{`[ac]*(?<!(?<!(?!(?<=\w?))(?:a{2,}|[^a]+?)*))a`, Exponential, 0},
		// Behind two characters the loop is read again and again.
		{`c+(?<=(?!c{2,})(?!(?:b*b)+d)(?<=[ac][^a]+))$`, Exponential, 0},
		{`c+(?<=(?!c{2,})(?!(?:b*b)+d?)(?<=[ac][^a]+))$`, Polynomial, 3},
		{`c+(?<=(?!c{2,})(?!b+d)(?<=[ac][^a]+))$`, Polynomial, 3},
		// One that depends on what comes next is asked only where that comes.
		{`(?<=[ac]?(?<=.{2,}[ac]\b).(?=.b?b)b?)x`, Polynomial, 2},
		{`(?<=[ac]?(?<=.{2,}[ac]\b)\w(?=.b?b)b?)x`, Linear, 0},
		// A body that has succeeded reads no more.
		{`a(?<=[ac]\w[ab]{1,3}[ab]*?[ab])$`, Linear, 0},
		{`a(?<=[ac]\w[ab]{1,3}[ab]*[ab])$`, Polynomial, 2},
		{`^a{250}(?<!a{410})(?:b|b)*$`, Exponential, 0}, // a counter that is taken for a loop does not tell
		{`a(?<!(?:c+?\w?|.+)+(?![^a]*?.))a`, Linear, 0},
		{`a(?<!x(?:c+?\w?|.+)+(?![^a]*?x))a`, Exponential, 0},
	} {
		v, err := Analyze(t.Context(), Pattern{Text: test.pattern, Dialect: syntax.JavaScript}, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if v.Class != test.class || v.Degree != test.degree {
			t.Errorf("%s is %v of degree %d (%s), want %v of degree %d", test.pattern, v.Class, v.Degree, v.Reason, test.class, test.degree)
		}
	}
}
