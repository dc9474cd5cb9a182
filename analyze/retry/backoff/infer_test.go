package backoff

import (
	"math"
	"testing"
	"time"
)

// repeated turns rows of milliseconds into runs.
func repeated(rows ...[]float64) [][]time.Duration {
	var runs [][]time.Duration
	for _, row := range rows {
		var run []time.Duration
		for _, ms := range row {
			run = append(run, millis(ms))
		}
		runs = append(runs, run)
	}
	return runs
}

func TestInfer(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	for _, test := range []struct {
		name string
		runs [][]time.Duration
		want Policy
	}{
		{"no retry", repeated(nil, nil), Policy{Shape: NoRetry, Jitter: NoJitter}},
		{"immediate", repeated([]float64{9, 2.5, 2.2}, []float64{8.1, 3, 4}), Policy{Shape: Immediate, Jitter: NoJitter}},
		{"fixed", repeated([]float64{1024, 1002, 1003}, []float64{1013, 1001.5, 1002.6}), Policy{Shape: Fixed, Base: s, Jitter: NoJitter}},
		{"exponential", repeated([]float64{501.2, 1003, 2001, 4002}, []float64{503, 1001, 2004, 4001}), Policy{Shape: Exponential, Base: 500 * ms, Factor: 2, Jitter: NoJitter}},
		{"one run is enough for a schedule without jitter", repeated([]float64{101.2, 201, 401.5, 802, 1601}), Policy{Shape: Exponential, Base: 100 * ms, Factor: 2, Jitter: NoJitter}},
		{"capped", repeated([]float64{201, 401, 801, 1001, 1002, 1001}, []float64{202, 403, 801, 1002, 1001, 1001}), Policy{Shape: Exponential, Base: 200 * ms, Factor: 2, Cap: s, Jitter: NoJitter}},
		{"linear", repeated([]float64{1001, 2001, 3002, 4001}, []float64{1003, 2002, 3001, 4003}), Policy{Shape: Linear, Base: s, Increment: s, Jitter: NoJitter}},
		{"quadratic", repeated([]float64{1001, 4001, 9002, 16001}, []float64{1003, 4002, 9001, 16003}), Policy{Shape: Quadratic, Base: s, Jitter: NoJitter}},
		{"Fibonacci", repeated([]float64{101, 102, 201, 301, 502, 801}, []float64{102, 101, 203, 301, 501, 804}), Policy{Shape: Fibonacci, Base: 100 * ms, Jitter: NoJitter}},
		{"a table", repeated([]float64{100.5, 250.3, 501, 1001, 2500.2, 5001, 5000.3}, []float64{101, 250.7, 500.5, 1001, 2501, 5001, 5001}), Policy{Shape: Steps, Jitter: NoJitter}},
		{"first at once", repeated([]float64{0.6, 1001.3, 2001, 4004.7}, []float64{0.4, 1001, 2000.5, 4001}), Policy{Shape: Exponential, FirstImmediate: true, Base: s, Factor: 2, Jitter: NoJitter}},
		{"a single gap", repeated([]float64{500}), Policy{}},
		{"two gaps in no known ratio", repeated([]float64{10019, 60091}, []float64{10020, 60070}), Policy{Jitter: NoJitter}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			in := Infer(test.runs, Options{})
			got, want := in.Policy, test.want
			near := func(a, b time.Duration) bool { return math.Abs(float64(a-b)) <= 0.02*float64(b)+1 }
			if got.Shape != want.Shape || got.Jitter != want.Jitter || got.FirstImmediate != want.FirstImmediate {
				t.Fatalf("Infer = %v (%s), want %v", got, in.Reason, want)
			}
			if want.Base > 0 && (!near(got.Base, want.Base) || !near(got.Cap, want.Cap) || !near(got.Increment, want.Increment) || math.Abs(got.Factor-want.Factor) > 0.05) {
				t.Errorf("Infer = %v, want %v", got, want)
			}
			if got.Jitter == UnknownJitter && in.Reason == "" {
				t.Errorf("Infer leaves the jitter open without a reason")
			}
		})
	}
}

func TestInferScalesBack(t *testing.T) {
	var runs [][]time.Duration
	for _, run := range repeated([]float64{100.5, 200.7, 400.4, 800.2}, []float64{100.3, 201, 400.6, 800.9}) {
		for k := range run {
			run[k] *= 10 // what the client's clock says when it runs ten times as fast
		}
		runs = append(runs, run)
	}
	in := Infer(runs, Options{Speed: 10})
	if want := (Policy{Shape: Exponential, Base: time.Second, Factor: 2, Jitter: NoJitter}); in.Policy.String() != want.String() {
		t.Errorf("Infer = %v, want %v", in.Policy, want)
	}
}

func TestInferNested(t *testing.T) {
	in := Infer(repeated(
		[]float64{100.7, 100.6, 100.5, 101, 22.4, 100.4, 100.5, 100.4, 100.4, 36.7, 100.3, 100.4, 100.7, 100.6},
		[]float64{101.7, 100.5, 100.4, 100.6, 29.3, 100.4, 100.4, 100.7, 100.9, 50.4, 100.5, 100.4, 100.5, 100.3},
		[]float64{100.7, 100.5, 100.4, 100.6, 17.3, 100.3, 100.5, 100.3, 100.4, 30.7, 100.4, 100.4, 100.5, 100.5},
	), Options{})
	if in.Nested == nil || in.Nested.InnerAttempts != 5 || in.Nested.OuterAttempts != 3 {
		t.Fatalf("nested = %+v, want 5 attempts in each of 3", in.Nested)
	}
	if in.Policy.Shape != Fixed || in.Policy.Base != 100*time.Millisecond {
		t.Errorf("inner policy = %v, want fixed 100ms", in.Policy)
	}
	in = Infer(repeated([]float64{100, 200, 1001, 101, 201, 1002, 100, 201, 1001, 101, 200}, []float64{101, 201, 1000.6, 101, 203, 1002, 101, 201, 1003, 102, 201}), Options{})
	if in.Nested == nil || in.Nested.InnerAttempts != 3 || in.Nested.OuterAttempts != 4 {
		t.Errorf("nested = %+v, want 3 attempts in each of 4", in.Nested)
	}
	// The first delay is longer, since the program was still warming up.
	warming := repeated([]float64{112.2, 46.2, 45.1, 408.5, 44.5, 42.9, 43.1, 806.2, 45.2, 48.7, 42}, []float64{90.5, 46, 45.9, 409.9, 44, 43.1, 43.7, 806.4, 45.3, 49, 42.2})
	if in = Infer(warming, Options{}); in.Nested == nil || in.Nested.InnerAttempts != 4 || in.Nested.OuterAttempts != 3 {
		t.Errorf("Infer(%v): nested = %+v, want 4 attempts in each of 3", warming, in.Nested)
	}
}

// TestSynthetic is a small sample of what BenchmarkSynthetic measures.
func TestSynthetic(t *testing.T) {
	var all score
	for _, kind := range syntheticKinds {
		sc := measure(7, kind, 8, 4, 1, nil)
		all.trials, all.right, all.boldlyWrong = all.trials+sc.trials, all.right+sc.right, all.boldlyWrong+sc.boldlyWrong
	}
	if all.right < all.trials-2 || all.boldlyWrong > 0 {
		t.Errorf("%d of %d policies right, %d wrong at high confidence", all.right, all.trials, all.boldlyWrong)
	}
}

func TestPolicyRoundTrip(t *testing.T) {
	for _, text := range []string{
		"none", "immediate", "fixed:base=1s", "linear:base=1s,increment=500ms",
		"exponential:base=100ms,factor=2,cap=10s,jitter=full",
		"exponential:base=1s,factor=1.5,cap=20s,caporder=bare,jitter=20%",
		"fibonacci:base=1s,start=1-2,jitter=+100ms", "fibonacci:base=300ms,start=2-3", "steps:table=100ms/250ms/1s,first=0",
		"exponential:base=100ms,factor=2,jitter=equal,floor=100ms",
	} {
		p, err := ParsePolicy(text)
		if err != nil {
			t.Errorf("ParsePolicy(%q): %v", text, err)
		} else if p.String() != text {
			t.Errorf("ParsePolicy(%q) prints %q", text, p)
		}
	}
	for _, text := range []string{"", "exp", "exp:base=x", "exp:base=1s,factor=0", "exp:base=1s,jitter=odd", "exp:base=1s,foo=1", "steps", "steps:table=1s/-2s", "fixed:base=-1s", "fixed:base=1s,jitter=+-1s", "fixed:base=1s,jitter=0%", "fibonacci:base=1s,start=3-5"} {
		if p, err := ParsePolicy(text); err == nil {
			t.Errorf("ParsePolicy(%q) = %v, want an error", text, p)
		}
	}
}
