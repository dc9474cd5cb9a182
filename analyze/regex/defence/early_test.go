package defence

import (
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/redos"
)

// TestEarlyFail holds where PCRE2's JIT does not enter a run again. That it does so is tested where PHP can be run.
func TestEarlyFail(t *testing.T) {
	for _, test := range []struct {
		pattern             string
		prefix, pump, after string
		want                Outcome
	}{
		{`[ab]+c\d`, "", "a", "cx", Protected},
		{`x.*?b[ab]+c\d`, "x", "ab", "!cx", Protected},
		{`x.*?b[ab]*?c\d`, "x", "ab", "!cx", Protected},
		{`x.*?(?:b[ab]*c\d|yc)`, "x", "ab", "!cx", Protected},
		{`x.*?b(?>[ab]*)c\d`, "x", "ab", "!cx", Protected},
		{`x.*?b((((([ab]*)))))c\d`, "x", "ab", "!cx", Grows}, // in too many groups
		{`x.*b[ab]+c\d`, "x", "ab", "!cx", Grows},
		{`^x.*?b[ab]+c\d`, "x", "ab", "!cx", Grows},
		{`(?:^x|\Ax).*?b[ab]+c\d`, "x", "ab", "!cx", Grows},
		{`(?:^x|x).*?b[ab]+c\d`, "x", "ab", "!cx", Protected},
		{`x.*?b[ab]{2,}c\d`, "x", "ab", "!cx", Grows},
		{`x.*?b\w{2,}c\d`, "x", "ab", "!cx", Protected},
		{`x*y*z*q.*?b[ab]+c\d`, "q", "ab", "!cx", Grows}, // the fifth
	} {
		v := redos.Verdict{Class: redos.Polynomial, Degree: 2, Attack: &attack.Attack{Pumps: []attack.Pump{{Prefix: test.prefix, Pump: test.pump}}, Suffix: test.after}}
		if f := forecastOf(t, test.pattern, "", v, "php", "8.2.36, PCRE2 10.42, JIT"); f.Outcome != test.want {
			t.Errorf("%s on %+v: predicted %+v, want %q", test.pattern, *v.Attack, f, test.want)
		}
	}
}
