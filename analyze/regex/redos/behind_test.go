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
		// There is worse than what the automaton tells, which does not know what lookbehinds hold.
		{`\w+(?<=(?=b*?(?<!\w*(?!cb*)(?![ac]))))x`, Polynomial, 4},
		{`c+(?<=(?<!(?![^a]))(?:c*?[ab]{2,}|a*?[ac]?)*[ac]+?(?!\w{2,}))$`, Exponential, 0},
	} {
		expectGrowth(t, test.pattern, "", test.class, test.degree)
	}
}

// TestLookbehindsThatConclude checks that a search that ends where the last lookbehind is as it should be pays for that once, each time
// beside a pattern that goes on.
func TestLookbehindsThatConclude(t *testing.T) {
	for _, test := range []struct {
		pattern, flags string
		class          Class
		degree         int
	}{
		{`c+(?<!a*?(?<!c+c))`, "", Linear, 0},
		{`c+(?<!a*?(?<!c+c))y*`, "", Linear, 0},
		{`x|c+(?<!a*?(?<!c+c))`, "", Linear, 0},
		{`c+(?<!a*?(?<!c+b))`, "", Polynomial, 2}, // it is not as it should be anywhere
		{`c+(?<!a*?(?<!c+c))x`, "", Polynomial, 3},
		{`c+(?<!a*?(?<!c+c))$`, "", Polynomial, 3},
		{`c+(?<!a*?(?<!c+c))`, "g", Unknown, 0}, // the search for all matches goes on
		{`\w+(?<=(?<=.+?(?=.*[bc]*)))`, "", Linear, 0},
		{`\w+(?<=(?<=.+?(?=.*d)))`, "", Polynomial, 3},
		{`c+(?<![ab]+?(?<=[ab]+[^a]+?))`, "", Linear, 0},
		{`\w+(?<=(?<=.*)(?<!$^))`, "", Linear, 0},
		{`c+(?<![bc]+?(?<=[ab]+[^a]+?))`, "", Polynomial, 3},
		{`(?<=(?<!c?\w+?b+)[bc]*b(?!b+?))`, "", Linear, 0},
		{`(?<=(?<!c?\w+?b+)[bc]*b(?!b+?))$`, "", Polynomial, 2},
		// Reading once costs the square, here of what stands behind.
		{`a(?<!ca+(?<=\w+?a{2,})(?![bc]{2,}[^a]+?b))`, "", Polynomial, 2},
		{`a(?<=(?:ca+|a(?=b*[bc]+[^a]+?b))(?<!c+b))`, "", Polynomial, 2},
		{`a(?<=(?<!a(?=[bc]+[^a]+?b))(?<!c+b))`, "", Polynomial, 2},
		{`a(?<=(?:x.*.*|a)(?<!c+b))`, "", Polynomial, 2},
	} {
		expectGrowth(t, test.pattern, test.flags, test.class, test.degree)
	}
}

// expectGrowth checks what is told of a pattern of JavaScript.
func expectGrowth(t *testing.T, pattern, flags string, class Class, degree int) {
	t.Helper()
	v, err := Analyze(t.Context(), Pattern{Text: pattern, Flags: flags, Dialect: syntax.JavaScript}, DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	if v.Class != class || v.Degree != degree {
		t.Errorf("/%s/%s is %v of degree %d (%s), want %v of degree %d", pattern, flags, v.Class, v.Degree, v.Reason, class, degree)
	}
}
