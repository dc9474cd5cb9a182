package redos

import (
	"testing"

	"snag/analyze/regex/syntax"
)

// TestWhatIsSureToSucceed checks that no growth is told where a match that has come somewhere is sure to succeed, each time beside
// patterns in which it is not, or in which what was tried before costs more.
func TestWhatIsSureToSucceed(t *testing.T) {
	t.Parallel()
	limits := DefaultLimits
	limits.ClassOnly = true
	for _, test := range []struct {
		dialect        syntax.Dialect
		pattern, flags string
		want           Class
		degree         int
	}{
		// A loop that stands for a counter may end after each iteration, if as many are asked for as it has.
		{syntax.JavaScript, `^([^a]{0,4}){0,1000}`, "", Linear, 0},
		{syntax.JavaScript, `^([^a]{0,4}){0,1000}x`, "", Exponential, 0},
		{syntax.JavaScript, `^(?:a|b|ab){0,1000}`, "", Linear, 0},
		{syntax.JavaScript, `^(?:a|b|ab){0,1000}$`, "", Exponential, 0},
		{syntax.JavaScript, `^(?:a|b|ab){500,1000}`, "", Exponential, 0},
		{syntax.JavaScript, `(?:a?|(?:a?b{1,3}(?:ab){0,63}?|b+?.?)*){0,1000}`, "", Linear, 0},
		{syntax.JavaScript, `(?:a?|(?:a?b{1,3}(?:ab){0,63}?|b+?.?)*){0,1000}$`, "", Exponential, 0},
		{syntax.JavaScript, `(?:ſ*K{0,1000}ſ*?){0,63}(é??){2,}`, "i", Linear, 0},
		// A counter over one that is a loop is none itself.
		{syntax.JavaScript, `^(?:(?:(?:a+b{0,1000}c){2})*){0,4}`, "", Linear, 0},
		{syntax.JavaScript, `^(?:(?:(?:a+b{0,1000}c){2})*){0,4}$`, "", Polynomial, 4},
		// What a lookahead reads on the way of a match that succeeds counts all the same.
		{syntax.JavaScript, `^(?:(?=.*b)a)*`, "", Polynomial, 2},
		{syntax.JavaScript, `^(?:(?=.*b)[ab]|a)*`, "", Polynomial, 2},
		{syntax.Python, `^(?:a|ab|b)*(?:x|(?=[ab]*c))`, "", Exponential, 0},
		{syntax.Python, long(`.k+(?=.*(?:[^k]?)?K?(?!k{2,}?.|(?=K{0,4}[ks]{1,200})\w(?s:.{1,3}+éé{1,20}?|K)))`), "i", Linear, 0},
		// There are more states of the rest of a text than are looked at for others.
		{syntax.Python, `ab(?!(?>b?abc*|\d{1,3}\w{0,4}[a-c]a).+?[a-c]{0,4}?\w{2}?).(?:(?:\dc{2}|a{0,4}\s)*?[a-c]\d*\b)$`, "", Linear, 0},
		{syntax.Python, `ab(?!(?>b?abc*|\d{1,3}\w{0,4}[a-c]a).+?[a-c]{0,4}?\w{2}?).(?:(?:\dc{2}|a{0,4}\s)*?[a-c\s]\d*\b)*$`, "", Exponential, 0},
	} {
		if test.pattern == "" {
			continue
		}
		v, err := Analyze(t.Context(), Pattern{Text: test.pattern, Flags: test.flags, Dialect: test.dialect}, limits)
		if err != nil {
			t.Fatal(err)
		}
		if v.Class != test.want || v.Degree != test.degree {
			t.Errorf("%v /%s/%s is %v of degree %d (%s), want %v of degree %d", test.dialect, test.pattern, test.flags, v.Class, v.Degree, v.Reason, test.want, test.degree)
		}
	}
}
