package redos

import (
	"testing"

	"snag/probe/snagtest"
)

// long returns a pattern that takes a fifth of a second or more in the long tests, and the empty one in the others,
// which the tables pass over.
func long(pattern string) string {
	if snagtest.IsLong() {
		return pattern
	}
	return ""
}

// classOnly returns the limits for tables of classes. The long tests look for more, which must not change them.
func classOnly() Limits {
	limits := DefaultLimits
	limits.ClassOnly = !snagtest.IsLong()
	return limits
}

func TestRegex(t *testing.T) {
	t.Parallel()
	tests := []struct {
		pattern, flags string
		class          Class
		degree         int
	}{
		// Nested quantifiers and overlapping alternatives.
		{`^(a+)+$`, "", Exponential, 0},
		{`(\/.+)+$`, "", Exponential, 0},
		{`^(a|a)*$`, "", Exponential, 0},
		{`^(a*)*$`, "", Exponential, 0},
		{`^(?:a|b|ab)*$`, "", Exponential, 0},
		{`^(\w+\s?)*$`, "", Exponential, 0},
		{`^(?:ab|ba|a|b)*$`, "", Exponential, 0},
		{`^(?:abab|ababab)*$`, "", Exponential, 0},
		{`^(?:foo|foobar|bar)*$`, "", Exponential, 0},
		{`^(?:\r\n|\r|\n)*$`, "", Exponential, 0},
		{`^(?:(?:a?)?)*$`, "", Linear, 0},
		{`^(?:x|(?:a?)*b|(?:a?)+c)*$`, "", Exponential, 0},
		// Star height without ambiguity.
		{`^[a-z0-9]+(?:-[a-z0-9]+)*$`, "", Linear, 0},
		{`^(?:[ab]{3})*$`, "", Linear, 0},
		{`^"(?:[^"\\]+|\\.)*"$`, "", Exponential, 0},
		{`^"[^"\\]*(?:\\.[^"\\]*)*"$`, "", Linear, 0},
		// Adjacent loops and their degree.
		{`^a*a*$`, "", Polynomial, 2},
		{`^a*a*a*$`, "", Polynomial, 3},
		{`^.*.*=`, "", Polynomial, 2},
		{`.*.*=`, "", Polynomial, 3},
		{`^\d+\w+$`, "", Polynomial, 2},
		{`^a*a*x?b*b*$`, "", Polynomial, 3},
		{`^(?:a*b)*(?:a*b)*$`, "", Polynomial, 2},
		{`^(?:a{1,30}b)*c*d*c*$`, "", Polynomial, 2},
		{`^(?:a{1,30}b)*c*dc*$`, "", Linear, 0},
		// Search restarts.
		{`\s+$`, "", Polynomial, 2},
		{`a+b`, "", Polynomial, 2},
		{`<!--.*?-->`, "", Polynomial, 2},
		{`^\s+`, "", Linear, 0},
		{`^\s+$`, "m", Linear, 0},
		{`^.*[a-z]$`, "m", Linear, 0},
		{`^[^x]*x`, "m", Polynomial, 2},
		{`\s+$`, "y", Linear, 0},
		{`ab*c`, "", Linear, 0},
		{`a.*b`, "", Polynomial, 2},
		{`x[^x]*y`, "", Linear, 0},
		// A match that succeeds never goes back.
		{`\s+`, "", Linear, 0},
		{`\d+(?:\.\d+)?`, "", Linear, 0},
		{`(a+)+`, "", Linear, 0},
		{`(a+)+[^]*$`, "", Linear, 0},
		{`(?:a|a)*`, "", Linear, 0},
		{`^(?:(a+)+b|[^]*)`, "", Exponential, 0},
		{`^(?:[^]*|(a+)+b)`, "", Linear, 0},
		{`^(?:a+?)+?`, "", Linear, 0},
		{`(?:a*b)?`, "", Linear, 0},
		{`(?:a*b)?`, "g", Polynomial, 2},
		{`a*`, "g", Linear, 0},
		{`a*b|a`, "", Linear, 0},
		{`a*b|a`, "g", Polynomial, 2},
		{`a+b|c`, "g", Polynomial, 2},
		{`(?:ab?)+`, "g", Linear, 0},
		{`a(?:[ab]+c)?`, "g", Polynomial, 2}, // matches after it has tried in vain, at each a
		{`a(?:[ab]+c|b?)`, "g", Polynomial, 2},
		{`a(?:[ab]+c)?`, "", Linear, 0},
		{`a(?:b+c)?`, "g", Linear, 0},
		{`a(?:[ab]+c)?[ab]*`, "g", Linear, 0},
		// Lookaround.
		{`^(?=(a+)+$)`, "", Exponential, 0},
		{`^(?!(a+)+$)`, "", Exponential, 0},
		{`(?=.*a)b`, "", Polynomial, 2},
		{`^(?:(?!-->)[^])*-->`, "", Linear, 0},
		{`^(?:(?=a)[ab]|(?=b)[ab])*$`, "", Linear, 0},
		{`^(?:(?!a)\w|a)*$`, "", Linear, 0},
		{`^(?:(?!ab)\w|ab)*$`, "", Linear, 0},
		{`^(?:(?!ab)\w|ab|a)*$`, "", Exponential, 0},
		{`^(?:(?=ab)\w+|(?=ac)\w+)+$`, "", Exponential, 0},
		{`^(?=[^]{0,9}$)(a+)+$`, "", Linear, 0},
		{`^(?:a(?<=a)|b)*$`, "", Linear, 0},
		{`(?<=a.*)b`, "", Polynomial, 2},
		// Word boundaries.
		{`^(?:\w+\b)*$`, "", Linear, 0},
		{`^(?:\w+\b\s*)*$`, "", Linear, 0},
		{`^(?:\w+\B)*$`, "", Exponential, 0},
		{`\b\w+$`, "", Linear, 0},
		// Backreferences.
		{`^(a+)\1$`, "", Polynomial, 2},
		{`^(['"]).*?\1$`, "", Linear, 0},
		{`^(?:(?=(a+))\1)*$`, "", Linear, 0},
		{`^(a|b)\1*\1*$`, "", Polynomial, 2},
		{`^(a+)(b\1)(c\2)(d\3)(?:\4|dcba)+$`, "", Exponential, 0}, // references in what references refer to
		{`^(a+)(b\1)(c\2)(d\3)(?:\4|cba)+$`, "", Linear, 0},
		// Counted repetitions.
		{`^(?:a?){25}a{25}$`, "", Exponential, 0},
		{`^[a-z]{1,63}(?:\.[a-z]{1,63})*$`, "", Linear, 0},
		{`^(?:a{1,1000}){1,1000}$`, "", Exponential, 0},
		{`^\d{1,3}(?:,\d{3})*$`, "", Linear, 0},
		{`^(?:a{0,2}){0,1000}$`, "", Exponential, 0},
		// Pumps of many characters, of coprime lengths, outside ASCII; prefixes of an exact shape.
		{`^(?:aaa|aaaaa)*$`, "", Exponential, 0},
		{`^(?:aa|aaa|b)*$`, "", Exponential, 0},
		{`^(?:abcdef|abc|def)*$`, "", Exponential, 0},
		{`^(?:[\u3040-\u309f]+)+$`, "", Exponential, 0},
		{`^(?:\u{1F600}+)+$`, "u", Exponential, 0},
		{`^[0-9a-f]{8}-[0-9a-f]{4}-(?:x+x+)+y$`, "i", Exponential, 0},
		{`^#[\da-f]{40}(?:\s*\w*)*$`, "", Exponential, 0},
		{`^(?=.*foo)(?=.*bar)(?:\w|\d)*$`, "", Exponential, 0},
		{`^.{50,}(?:a|a)*$`, "", Exponential, 0},
		{`^(\w)\1(?:a+)+$`, "", Exponential, 0},
		// Overlap that only zero-width tests make.
		{`^(?:\b\w+|\w)*$`, "", Polynomial, 2},
		{`^(?:\w+|\B\w)*$`, "", Exponential, 0},
		{`^(?:(?=[ab])\w|a)*$`, "", Exponential, 0},
		{`^(?:(?<=b)a|(?<!b)a|b)*$`, "", Linear, 0},
		{`^(?:(?<=a)a|a|b)*$`, "", Exponential, 0},
		{`^(?:(?=(?:a|a)*b)a)*$`, "", Exponential, 0},
		{`(?:(?=\s..b)|(?<!c|(?:ab)*abb)[a-c]+?(?:[a-c]*?\w*?\s?)(?:.+\w[a-c]*?))\s?`, "", Linear, 0}, // states that know what stands before are many
		{`(?<=(?:a|a)*b)c`, "", Linear, 0},                                                            // it matches at once
		{`(?<=^x(?:a|a)*b)c`, "", Exponential, 0},
		{`^(?!(?:\w+\s?)*$)`, "", Exponential, 0},
		{`^(?<!(?![a-c]+?[a-c]c+?b))$`, "", Polynomial, 2}, // looks on from near the start
		{`(?<=(?:ab){1,3}[^a]+?)`, "", Polynomial, 2},
		{`^(?:.(?:(?<=b1*)|))*`, "s", Polynomial, 2}, // it always matches, and reads back all the same
		{`(?<=b1*)|(?<=k|)`, "g", Polynomial, 2},
		{`(?<=b1*)|(?=k|)`, "g", Polynomial, 2},
		{`(?<=b1*)|(?<=k|)`, "", Linear, 0},
		{`(?<=b1{1,9})|(?<=k|)`, "g", Linear, 0},
		{`^\d+(?=(?=[a-c][ab]+?\w|(?<=a[^a]+?)\b))d`, "", Polynomial, 2},
		{`.[bc]a(?<=[bc][ab]+[ab])`, "", Linear, 0}, // where it may read far back it succeeds, which ends the search
		{`.[bc]a(?<=[bc][ab]+[ab])`, "g", Polynomial, 2},
		{`.[bc]a(?<=c[ab]+[ab])`, "", Polynomial, 2},
		{`\b(?=a[ab]?c(?<=.{1,3}?[a-c]|.+))`, "s", Linear, 0},
		{`\b(?=a[ab]?c(?<=[^a].{1,3}?[a-c]|.+))`, "s", Linear, 0},
		{`\b(?=a[ab]?c(?<=\d.{1,3}?[a-c]|x.+))`, "s", Polynomial, 2},
		// Lookarounds in lookbehinds.
		{`^\s{0,4}?(?<!(?![^a](?:ab)+\w*a))x`, "", Linear, 0},
		{`^\s?(?<!(?![^a](?:ab)+\w*c))x`, "", Polynomial, 2},
		{`^[ac](?<=(?=[ac]*b)[ac])`, "", Linear, 0},
		{`[ac](?<=(?=[ac]*b)[ac])`, "", Polynomial, 2},
		{`[ac](?<=(?=(?=[ac]*b)c)[ac])`, "", Polynomial, 2},
		{`(?<=b(?=[ac]*d)[ac]*)c`, "", Polynomial, 3},
		{`c(?<=(?<=b[ac]*)c)`, "", Polynomial, 2},
		{`c(?<=(?<=b[ac]*)[ac]*x)`, "", Linear, 0}, // which never comes to it
		{`(?<=b(?<=b[ac]*)[ac]*)c`, "", Polynomial, 3},
		{`^\w*(?<=b\w+(?=\s{2,}?x))-`, "", Linear, 0}, // one place alone has it look on, and read back
		// What lookarounds within let it read is little, all in all.
		{`(?<!c{2,}(?<=\b))x`, "", Linear, 0},
		{`(?<!c{2,}(?<=\B))x`, "", Polynomial, 2},
		{`(?<=.[^a]+?(?<=c\w+?\b))`, "", Linear, 0},
		{`[ab](?<=c?.\w+?(?<=$))x`, "", Linear, 0},
		{`[ab](?<=c\w+?(?<=a))x`, "", Polynomial, 2},
		{`^(?:b|b)*(?<!c{2,}(?<=\b))x`, "", Exponential, 0},
		{`c+(?<!c{2,}(?<=\b))x`, "", Polynomial, 2},
		{`^\w*(?<=b\w+(?=\w{2,}?x))-`, "", Polynomial, 2},
		{`a+(?<!c*(?<!x(?:\s+){2,}))$`, "", Polynomial, 2},
		{`a(?<=x.*a)`, "", Polynomial, 2}, // looked back from beside the loop of the search
		{`\{(?<!\{.+?).+?\}`, "", Linear, 0},
		{`<!--(?<!<!--[^]+?)[^]*?-->`, "", Linear, 0},
		{`<!--(?<!<!--[^>]+?)[^]*?-->`, "g", Polynomial, 2},
		{`a(?:[ab]+c)?`, "gy", Unknown, 0}, // each match tries in vain what the one before tried
		{`(?:a+b)?`, "gy", Unknown, 0},
		{`a*(?=b)|[ab]`, "gy", Unknown, 0},
		{`\d+(?:\.\d+)?`, "gy", Linear, 0},
		{`\s+$`, "gy", Linear, 0},
		{`a+b|`, "gy", Unknown, 0},
		// Lines, line ends and repeated openers.
		{`^\s*$`, "m", Linear, 0},
		{`^\s*x`, "m", Polynomial, 2},
		{`^[ \t]*$`, "m", Linear, 0},
		{`(?:\r\n?|\n)*$`, "", Exponential, 0},
		{`(?:\r\n|\n)*$`, "", Polynomial, 2},
		{`^(?:\r\n?|\n|\r)*x`, "", Exponential, 0},
		{`\{\{.*?\}\}`, "", Polynomial, 2},
		{`\[[^\]]*\]\(`, "", Polynomial, 2},
		{`\[[^\[\]]*\]\(`, "", Linear, 0},
		{`\/\*[^]*?\*\/|--.*`, "", Polynomial, 2},
		{`\s*,\s*`, "", Polynomial, 2},
		{`,\s*`, "", Linear, 0},
		// Degrees above three, subset blow-ups, large counters.
		{`.*.*.*.*=`, "", Polynomial, 5},
		{`^\s*\s*\s*\s*\s*x`, "", Polynomial, 5},
		{`(a|b)*a(a|b){14}`, "", Polynomial, 2},
		{`^(?:a|b)*a(?:a|b){14}$`, "", Linear, 0},
		{`^(?:(?:a{1,50}){1,50}){1,50}$`, "", Exponential, 0},
		{`^a{1,100000}$`, "", Linear, 0},
		{`^(?:[a-z]{1,30}\.){1,20}$`, "", Linear, 0},
		{`x{0,5000}x{0,5000}y`, "", Polynomial, 3},
		// Growth that a counted repetition ends is safe below the budget, and only there.
		{`x{0,2900}y`, "", Polynomial, 2},
		{`x{3000}y`, "", Polynomial, 2},
		{`x{0,300}y`, "", Linear, 0},
		{`x{0,600}y`, "", Linear, 0}, // 540 thousand steps on 600 characters, and as many more for each from there on
		{`x{0,1000}y`, "", Polynomial, 2},
		{`^(?:a?){17}b`, "", Linear, 0},
		{`^(?:a?){18}b`, "", Exponential, 0}, // ends at 1,048 thousand steps, and passes the budget at 12 characters
		{`^x{0,5000}y`, "", Linear, 0},
		{long(`c(?:[^a]{0,1000}b?){0,3}$`), "", Polynomial, 4}, // what a loop repeats is long, and begins behind a c
		{long(`(?<=[ab]{2})(?:[ab](?:[^a]{2}(?:ba?){0,3}){0,3}(?:[^a].{1,3}?){0,4}?(?=x*))$`), "", Exponential, 0},
		{`^(?:a|b|ab){22}c`, "", Linear, 0},
		{`^(?:a|b|ab){24}c`, "", Exponential, 0},
		// Safe in spite of their looks.
		{`^(?:a|ab)(?:c|bcd)*$`, "", Linear, 0},
		{`(?:a+)+b?`, "", Linear, 0},
		{`(?:(?:a+)+|b)?`, "", Linear, 0},
		{`^(?:[^]|(?:a+)+$)`, "", Linear, 0},
		{`^(?:.|\n)*(?:a+)+$`, "", Exponential, 0},
		{`^(?:(?=(a+))\1b)*$`, "", Linear, 0},
		{`^(?:(?!b)[ab]|b)*$`, "", Linear, 0},
		{`^\w+(?:\b\W*\b\w+)*$`, "", Linear, 0},
		{`(a+)+$`, "y", Exponential, 0},
		{`a+$`, "y", Linear, 0},
		{`^(?=.{0,12}$)(?:a|a)*$`, "", Linear, 0},
		{`^(?=.{0,20}$)(?:a|a)*$`, "", Exponential, 0}, // three million steps on twenty characters
		{`^(?:a?){3}a{3}$`, "", Linear, 0},
		{`^(?:(?:)*)*$`, "", Linear, 0},
		{`^(?:a*?)*?$`, "", Exponential, 0},
		{`(?:|a+)+$`, "", Exponential, 0},
		// Case folding.
		{`^(?:k|\u212a)*$`, "", Linear, 0},
		{`^(?:k|\u212a)*$`, "i", Linear, 0},
		{`^(?:k|\u212a)*$`, "iu", Exponential, 0},
		{`^(?:é|É)*$`, "i", Exponential, 0},
		{`^(?:[\w--\d]|_)*$`, "v", Exponential, 0},
		{`^(?:\q{abc|a}|bc|a)*$`, "", Linear, 0},
		{`^(?:[\q{abc|a}]|bc|x)*$`, "v", Exponential, 0},
	}
	for _, tt := range tests {
		if tt.pattern == "" {
			continue
		}
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Flags: tt.flags}, classOnly())
		if err != nil {
			t.Errorf("Analyze(/%s/%s): %v", tt.pattern, tt.flags, err)
			continue
		}
		if v.Class != tt.class || v.Degree != tt.degree {
			t.Errorf("Analyze(/%s/%s) = %v degree %d (%s), want %v degree %d; attack %+v",
				tt.pattern, tt.flags, v.Class, v.Degree, v.Reason, tt.class, tt.degree, v.Attack)
		}
	}
}

// TestCountsWithoutAnalysis decides growth that counted repetitions end when the limits of work do not allow to look
// for it.
func TestCountsWithoutAnalysis(t *testing.T) {
	t.Parallel()
	reasons := 0
	for _, tt := range []struct {
		pattern string
		grows   bool
	}{
		{`^(?:a?){25}a{25}$`, true}, {`^(?:a|b|ab){30}c`, true}, {`x{0,2900}y`, true}, {`^a{0,600}b{0,600}c`, false},
	} {
		for work := 1; work <= DefaultLimits.Work; work *= snagtest.Sized(27, 3) {
			for _, bound := range []int{0, DefaultLimits.Bound} {
				limits := DefaultLimits
				limits.Work, limits.Bound = work, bound
				v, err := Analyze(t.Context(), Pattern{Text: tt.pattern}, limits)
				wrong := v.Class.SuperLinear()
				if tt.grows {
					wrong = v.Class == Linear
				}
				if err != nil || wrong || v.Class == Unknown && v.Reason == "" {
					t.Errorf("Analyze(/%s/) with work %d and %d for the bound = %v (%s), %v; want that it grows (%t), or unknown with a reason", tt.pattern, work, bound, v.Class, v.Reason, err, tt.grows)
				}
				if v.Class == Unknown {
					reasons++
				}
			}
		}
	}
	if reasons == 0 {
		t.Error("no limit of work was reached")
	}
}
