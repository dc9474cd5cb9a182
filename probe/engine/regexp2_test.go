package engine

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/dlclark/regexp2"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/stats"
	"snag/probe/snagtest"
)

func TestRegexp2(t *testing.T) {
	e := newRegexp2()
	for _, test := range []struct {
		name    string
		job     Job
		outcome confirm.Outcome
		kind    stats.Kind
		degree  int
	}{
		{"exponential", nestedPlus(), confirm.Confirmed, stats.Exponential, 0},
		{"slashes and a newline", job(`(\/.+)+$`, "", redos.Exponential, 0, pump("", "//", "\n"), twoToThe), confirm.Confirmed, stats.Exponential, 0},
		{"quadratic by search", job(`\s+$`, "", redos.Polynomial, 2, pump("", " ", "x"), squared), confirm.Confirmed, stats.Polynomial, 2},
		{"sticky", job(`\s+$`, "y", redos.Polynomial, 2, pump("", " ", "x"), squared), confirm.OptimisedAway, stats.Linear, 0},
		{"cubic", job(`a*a*b`, "", redos.Polynomial, 3, pump("", "a", ""), cubed), confirm.Confirmed, stats.Polynomial, 3},
		{"branches become a set", job(`^(a|a)*$`, "", redos.Exponential, 0, pump("", "a", "!"), twoToThe), confirm.OptimisedAway, stats.Linear, 0},
		{"named group", job(`^(?<all>(?<one>a+)+)$`, "", redos.Exponential, 0, pump("", "a", "!"), twoToThe), confirm.Confirmed, stats.Exponential, 0},
		{"lone surrogate", job("^(\xed\xa0\x80+)+$", "u", redos.Exponential, 0, pump("", "\xed\xa0\x80", "!"), twoToThe), confirm.NotRun, stats.Undetermined, 0},
		{"v flag", job(`a`, "v", redos.Exponential, 0, pump("", "a", "!"), twoToThe), confirm.NotRun, stats.Undetermined, 0},
		{"another dialect", Job{Pattern: redos.Pattern{Text: "a", Dialect: syntax.Ruby}}, confirm.NotRun, stats.Undetermined, 0},
		{"no attack", Job{Pattern: redos.Pattern{Text: "a"}}, confirm.NotRun, stats.Undetermined, 0},
		{"not taken", job(`\p{RGI_Emoji}`, "u", redos.Exponential, 0, pump("", "a", "!"), twoToThe), confirm.NotRun, stats.Undetermined, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.outcome != confirm.NotRun && test.name != "exponential" {
				snagtest.Long(t) // it is measured
			}
			snagtest.InThree(t, func() error { return confirms(t, e, test.job, test.outcome, test.kind, test.degree) })
		})
	}
}

// TestRegexp2BreaksOff runs a match that would take for ever.
func TestRegexp2BreaksOff(t *testing.T) {
	endless := nestedPlus()
	endless.Verdict.Cost.Points = []redos.CostPoint{{Pumps: 60, Length: 61, Steps: 1}} // a lie
	endless.Limits = Limits{Match: 30 * time.Millisecond, Total: time.Second}
	series, err := newRegexp2().Measure(t.Context(), endless)
	if err != nil {
		t.Fatal(err)
	}
	if last := series.Points[len(series.Points)-1]; !last.AtLeast || last.Pumps != 60 {
		t.Errorf("got %v", list(series.Points))
	}
}

// TestRegexp2Cancelled lets the context end in the middle of a match.
func TestRegexp2Cancelled(t *testing.T) {
	endless := nestedPlus()
	endless.Verdict.Cost.Points = []redos.CostPoint{{Pumps: 60, Length: 61, Steps: 1}}
	endless.Limits = Limits{Match: time.Hour, Total: time.Hour}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := newRegexp2().Measure(ctx, endless); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
}

// TestTranslate checks what a translated pattern matches against what ECMAScript says it does.
func TestTranslate(t *testing.T) {
	for _, test := range []struct {
		pattern, flags string
		yes, no        []string
	}{
		{`^.$`, "", []string{"a"}, []string{"\n", "\r", "\u2028", "\u2029", "ab"}},
		{`^.$`, "s", []string{"\n", "\u2028"}, []string{"ab"}},
		{`^a$`, "m", []string{"b\ra\u2028", "a", "\na"}, []string{"ba", "ab"}},
		{`^a$`, "", []string{"a"}, []string{"a\n", "b\na"}},
		{`^[a-z-[aeiou]]$`, "", []string{"-]", "e]", "[]"}, []string{"b", "-"}},
		{`^[[:alpha:]]$`, "", []string{"[]", ":]", "a]"}, []string{"b", "a"}},
		{`^[^]$`, "", []string{"\n"}, []string{""}},
		{`[]`, "", nil, []string{"", "a", "]"}},
		{`^[\]]$`, "", []string{"]"}, []string{"\\"}},
		{`^\a\e\A\G\z\Z$`, "", []string{"aeAGzZ"}, []string{"\x07"}},
		{`^\p{L}$`, "", []string{"p{L}"}, []string{"p", "a"}},
		{`^\p{L}$`, "u", []string{"a", "ж"}, []string{"1"}},
		{`^\k<a>$`, "", []string{"k<a>"}, []string{"a"}},
		{`^(?<a>x)(y)\1\k<a>2$`, "", []string{"xyxx2"}, []string{"xyyx2", "xyyy2"}},
		{`^(y)(?<a>x)\2$`, "", []string{"yxx"}, []string{"yxy"}},
		{`^\k<a>(?<a>x)$`, "", []string{"x"}, []string{"xx"}},
		{`^(?:a)(?=b)(?<=a)(?!c)(?<!d)b$`, "", []string{"ab"}, []string{"a"}},
		{`^\u{61}$`, "u", []string{"a"}, nil},
		{`^.$`, "u", []string{"\U0001F600"}, nil},
		{`^\s$`, "", []string{"\uFEFF", "\u00A0"}, []string{"\u0085"}},
		{`^\w\d$`, "i", []string{"a1"}, []string{"é1", "a\u0661"}},
	} {
		job := Job{Pattern: redos.Pattern{Text: test.pattern, Flags: test.flags}, Verdict: redos.Verdict{Attack: &attack.Attack{}}}
		pattern, options, err := translate(job)
		if err != nil {
			t.Errorf("/%s/%s: %v", test.pattern, test.flags, err)
			continue
		}
		re, err := regexp2.Compile(pattern, options)
		if err != nil {
			t.Errorf("/%s/%s as %s: %v", test.pattern, test.flags, pattern, err)
			continue
		}
		for want, inputs := range map[bool][]string{true: test.yes, false: test.no} {
			for _, input := range inputs {
				if got, err := re.MatchString(input); err != nil || got != want {
					t.Errorf("/%s/%s as %s on %q: got %v, %v, want %v", test.pattern, test.flags, pattern, input, got, err, want)
				}
			}
		}
	}
}

func TestTranslateRefuses(t *testing.T) {
	for _, test := range []struct{ pattern, flags string }{
		{`\ud83d`, ""},
		{`😀`, ""},
		{`(?i:a)`, ""},
		{`(?-s:a)`, ""},
		{`(?<a>x)|(?<a>y)`, ""},
		{`a`, "x"},
		{`a`, "v"},
	} {
		job := Job{Pattern: redos.Pattern{Text: test.pattern, Flags: test.flags}, Verdict: redos.Verdict{Attack: &attack.Attack{}}}
		if got, _, err := translate(job); err == nil {
			t.Errorf("/%s/%s: got %s, want an error", test.pattern, test.flags, got)
		}
	}
}
