package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/stats"
	"snag/probe/snagtest"
)

func newNode(t *testing.T) Engine {
	t.Helper()
	engines, err := Find("node")
	if err != nil {
		t.Skip("no node to measure:", err)
	}
	t.Cleanup(func() { engines[0].Close() })
	return engines[0]
}

func pump(prefix, pump, suffix string) *attack.Attack {
	return &attack.Attack{Pumps: []attack.Pump{{Prefix: prefix, Pump: pump}}, Suffix: suffix}
}

// job makes a Job whose oracle counted the steps that cost gives for some pumps.
func job(pattern, flags string, class redos.Class, degree int, a *attack.Attack, cost func(n int) int64) Job {
	v := redos.Verdict{Class: class, Degree: degree, Attack: a}
	for n := 1; cost(n) < 1e6; n = n + 1 + n/3 {
		v.Cost.Points = append(v.Cost.Points, redos.CostPoint{Pumps: n, Length: n, Steps: cost(n)})
	}
	// A busy machine does not reach these limits: only growth ends the measuring.
	limits := Limits{Total: time.Minute, Match: 10 * time.Second}
	return Job{Pattern: redos.Pattern{Text: pattern, Flags: flags}, Verdict: v, Limits: limits}
}

func twoToThe(n int) int64 { return 4 << min(n, 40) }
func squared(n int) int64  { return int64(n) * int64(n) }
func cubed(n int) int64    { return int64(n) * int64(n) * int64(n) / 6 }

func nestedPlus() Job {
	return job(`^(a+)+$`, "", redos.Exponential, 0, pump("", "a", "!"), twoToThe)
}

func TestNode(t *testing.T) {
	snagtest.Long(t)
	e := newNode(t)
	mode := func(j Job, m syntax.Mode) Job { j.Pattern.Mode = m; return j }
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
		{"no search when sticky", job(`\s+$`, "y", redos.Polynomial, 2, pump("", " ", "x"), squared), confirm.OptimisedAway, stats.Linear, 0},
		{"cubic", job(`a*a*b`, "", redos.Polynomial, 3, pump("", "a", ""), cubed), confirm.Confirmed, stats.Polynomial, 3},
		{"global replace", job(`a+$|b`, "g", redos.Polynomial, 2, pump("", "a", "c"), squared), confirm.Confirmed, stats.Polynomial, 2},
		{"every match", mode(job(`b|a+$`, "", redos.Polynomial, 2, pump("b", "a", "c"), squared), syntax.All), confirm.Confirmed, stats.Polynomial, 2},
		{"at the start only", mode(job(`a+b`, "", redos.Polynomial, 2, pump("", "a", "c"), squared), syntax.Prefix), confirm.OptimisedAway, stats.Linear, 0},
		{"whole input", mode(job(`(a|a)*`, "", redos.Exponential, 0, pump("", "a", "c"), twoToThe), syntax.Full), confirm.Confirmed, stats.Exponential, 0},
		{"no place where a match begins", job(`(?<!\d.*)x`, "", redos.Polynomial, 2, pump("", "a", ""), squared), confirm.OptimisedAway, stats.Linear, 0},
		{"such places", job(`(?<!\d.*)x`, "", redos.Polynomial, 2, pump("0", "x", ""), squared), confirm.Confirmed, stats.Polynomial, 2},
		{"none by the last of four characters", job(`(?<!\d.*)\w{3}x`, "", redos.Polynomial, 2, pump("0", "a", ""), squared), confirm.OptimisedAway, stats.Linear, 0},
		{"the same behind a lookahead", job(`(?!.*z)x`, "", redos.Polynomial, 2, pump("", "a", ""), squared), confirm.OptimisedAway, stats.Linear, 0},
		{"no Latin-1 that matches", job(`a+ж`, "", redos.Polynomial, 2, pump("", "a", ""), squared), confirm.OptimisedAway, stats.Flat, 0},
		{"the same with another character", job(`a+ж`, "", redos.Polynomial, 2, pump("", "a", "\u2028"), squared), confirm.Confirmed, stats.Polynomial, 2},
		{"safe pattern", job(`^a+$`, "", redos.Exponential, 0, pump("", "a", "!"), twoToThe), confirm.OptimisedAway, stats.Linear, 0},
		{"lone surrogates", job("^(\xed\xa0\x80+)+$", "u", redos.Exponential, 0, pump("", "\xed\xa0\x80", "!"), twoToThe), confirm.Confirmed, stats.Exponential, 0},
		{"beyond Latin-1", job("^(ж|ж)*$", "", redos.Exponential, 0, pump("", "ж", "\u2028"), twoToThe), confirm.Confirmed, stats.Exponential, 0},
		{"several pumps", job(`x*y*x*y*$`, "", redos.Polynomial, 3, &attack.Attack{Pumps: []attack.Pump{{Pump: "x"}, {Pump: "y"}}, Suffix: "!"}, cubed), confirm.Confirmed, stats.Polynomial, 3},
		{"no syntax", job(`(`, "", redos.Exponential, 0, pump("", "a", "!"), twoToThe), confirm.NotRun, stats.Undetermined, 0},
		{"no such flag", job(`a`, "q", redos.Exponential, 0, pump("", "a", "!"), twoToThe), confirm.NotRun, stats.Undetermined, 0},
		{"no attack", Job{Pattern: redos.Pattern{Text: "a"}}, confirm.NotRun, stats.Undetermined, 0},
		{"another dialect", Job{Pattern: redos.Pattern{Text: "a", Dialect: syntax.Python}}, confirm.NotRun, stats.Undetermined, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			snagtest.InThree(t, func() error { return confirms(t, e, test.job, test.outcome, test.kind, test.degree) })
		})
	}
}

// confirms measures the job and compares. Disturbances may bend a curve of a few points so that it passes
// for another kind, but they neither hide growth nor make it up.
func confirms(t *testing.T, e Engine, j Job, outcome confirm.Outcome, kind stats.Kind, degree int) error {
	c, err := Confirm(t.Context(), e, j)
	if err != nil {
		return err
	}
	pattern := "/" + j.Pattern.Text + "/" + j.Pattern.Flags
	if c.Outcome != outcome || c.Growth.Kind.SuperLinear() != kind.SuperLinear() && c.Growth.Confident {
		return fmt.Errorf("%s: got %s, %+v (%s), want %s, %v\n%v", pattern, c.Outcome, c.Growth, c.Reason, outcome, kind, list(c.Points))
	}
	if degree != 0 && c.Growth.Confident && c.Growth.Kind == stats.Polynomial && math.Abs(c.Growth.Degree-float64(degree)) > 0.9 {
		return fmt.Errorf("%s: got degree %.2f, want %d\n%v", pattern, c.Growth.Degree, degree, list(c.Points))
	}
	if c.Outcome != confirm.Confirmed && c.Reason == "" {
		return fmt.Errorf("%s: no reason", pattern)
	}
	if c.Outcome == confirm.Confirmed && c.Version == "" {
		return fmt.Errorf("%s: got version %q", pattern, c.Version)
	}
	return nil
}

// TestNodeSpares measures an attack that V8 rejects for the representation of the string alone.
func TestNodeSpares(t *testing.T) {
	snagtest.Long(t)
	e := newNode(t)
	c, err := Confirm(t.Context(), e, job(`(元|\d+)年`, "", redos.Polynomial, 2, pump("", "0", ""), squared))
	if err != nil || c.Outcome != confirm.OptimisedAway || !strings.Contains(c.Reason, "Latin-1") {
		t.Errorf("got %s, %q, %v", c.Outcome, c.Reason, err)
	}
	c, err = Confirm(t.Context(), e, job(`(元|\d+)年`, "", redos.Polynomial, 2, pump("", "0", "x年"), squared))
	if err != nil || c.Outcome != confirm.Confirmed {
		t.Errorf("with a character that the pattern needs: got %s, %q, %v", c.Outcome, c.Reason, err)
	}
}

// TestNodeBreaksOff runs matches that would take for ever, and goes on with the next pattern.
func TestNodeBreaksOff(t *testing.T) {
	snagtest.Long(t)
	e := newNode(t)
	endless := nestedPlus()
	endless.Verdict.Cost.Points = []redos.CostPoint{{Pumps: 40, Length: 41, Steps: 1}} // a lie
	endless.Limits = Limits{Match: 50 * time.Millisecond, Total: 2 * time.Second}
	c, err := Confirm(t.Context(), e, endless)
	if err != nil {
		t.Fatal(err)
	}
	if last := c.Points[len(c.Points)-1]; !last.AtLeast || last.Pumps != 40 || c.Outcome != confirm.Confirmed {
		t.Errorf("got %s, %v", c.Outcome, list(c.Points))
	}
	if c, err = Confirm(t.Context(), e, nestedPlus()); err != nil || c.Outcome != confirm.Confirmed {
		t.Errorf("after a match that was broken off: got %s, %v", c.Outcome, err)
	}
}

// TestNodeCancelled cancels in the middle of a match.
func TestNodeCancelled(t *testing.T) {
	snagtest.Long(t)
	e := newNode(t).(*external)
	endless := nestedPlus()
	endless.Verdict.Cost.Points = []redos.CostPoint{{Pumps: 60, Length: 61, Steps: 1}}
	endless.Limits = Limits{Match: time.Hour, Total: time.Hour}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := e.Measure(ctx, endless); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
	if e.worker != nil {
		t.Error("the worker outlived the context")
	}
}

// TestNodeFails lets V8 give up by itself.
func TestNodeFails(t *testing.T) {
	snagtest.Long(t)
	e := newNode(t)
	deep := job(`^`+strings.Repeat(`(`, 12)+`a|b`+strings.Repeat(`)`, 12)+`*$`, "", redos.Polynomial, 2, pump("", "ab", "!"), squared)
	deep.Verdict.Cost.Points = nil
	c, err := Confirm(t.Context(), e, deep)
	if err != nil || c.Outcome != confirm.Error || !strings.Contains(c.Reason, "RangeError: ") {
		t.Errorf("got %s, %q, %v, want an error of the engine's\n%+v\n%s", c.Outcome, c.Reason, err, c.Growth, list(c.Points))
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		in   string
		want string // names, or "error"
	}{
		{"none", ""},
		{"", ""},
		{"regexp2", "regexp2"},
		{"regexp2,none, regexp2", "regexp2"},
		{"perl6", "error"},
	} {
		engines, err := Find(strings.Split(test.in, ",")...)
		var names []string
		for _, e := range engines {
			names = append(names, e.Name())
		}
		got := strings.Join(names, ",")
		if err != nil {
			got = "error"
		}
		if got != test.want {
			t.Errorf("Find(%q): got %q, %v, want %q", test.in, got, err, test.want)
		}
	}
	t.Setenv("PATH", t.TempDir())
	if engines, err := Find("auto"); err != nil || len(engines) != 1 {
		t.Errorf("auto without node: got %v, %v", engines, err)
	}
	if _, err := Find("node"); err == nil {
		t.Error("node without node: got no error")
	}
}

// BenchmarkNode is the confirmation of one pattern, worker included.
func BenchmarkNode(b *testing.B) {
	for name, j := range map[string]Job{
		"exponential": nestedPlus(),
		"quadratic":   job(`\s+$`, "", redos.Polynomial, 2, pump("", " ", "x"), squared),
		"safe":        job(`^a+$`, "", redos.Polynomial, 2, pump("", "a", "x"), squared),
	} {
		b.Run(name, func(b *testing.B) {
			engines, err := Find("node")
			if err != nil {
				b.Skip("no node to measure:", err)
			}
			defer engines[0].Close()
			for b.Loop() {
				if _, err := Confirm(b.Context(), engines[0], j); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
