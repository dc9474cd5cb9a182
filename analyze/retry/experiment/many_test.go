package experiment

import (
	"slices"
	"testing"
	"time"
)

// TestJudgeMany judges clients that serve several operations in an outage.
func TestJudgeMany(t *testing.T) {
	always := func(n int, gap float64) Trace {
		return plays("GET", slices.Repeat([]float64{gap}, n), nil, slices.Repeat([]string{"503"}, n)...)
	}
	cut := func(t Trace) Trace { t.CutOff = "stopped"; return t }
	other := func(n int) *Trace { return &Trace{Other: make([]Attempt, n)} }
	nested := plays("GET", []float64{52, 47, 27, 235, 56, 40, 33, 412, 35, 35, 34}, nil, slices.Repeat([]string{"503"}, 12)...)
	again := plays("GET", []float64{36, 32, 22, 209, 34, 30, 26, 411, 31, 32, 27}, nil, slices.Repeat([]string{"503"}, 12)...)
	for _, test := range []struct {
		name   string
		many   Many
		defect Defect
		want   Outcome
	}{
		{"every operation retries", Many{Operations: 8, Alone: []Trace{always(4, 50)}, Outage: always(32, 50)}, NoBudget, Failed},
		{"a budget", Many{Operations: 8, Alone: []Trace{always(4, 50)}, Outage: always(13, 50)}, NoBudget, Passed},
		{"a breaker", Many{Operations: 8, Alone: []Trace{always(4, 50)}, Outage: always(5, 50)}, NoBudget, Passed},
		{"no retries", Many{Operations: 8, Alone: []Trace{always(1, 0)}, Outage: always(8, 0)}, NoBudget, Passed},
		{"cut off", Many{Operations: 8, Alone: []Trace{always(4, 50)}, Outage: cut(always(13, 50))}, NoBudget, Unknown},
		{"one that does not give up", Many{Operations: 8, Alone: []Trace{cut(always(20, 50))}, Outage: cut(always(20, 50))}, NoBudget, Unknown},
		{"nothing", Many{Operations: 8}, NoBudget, Unknown},
		{"three times four", Many{Operations: 2, Alone: []Trace{nested, again}, Outage: always(24, 50)}, Amplification, Failed},
		{"a breaker of both servers", Many{Operations: 8, Alone: []Trace{always(1, 0)}, Outage: always(4, 0), Calm: other(4), Torn: other(0)}, SharedTrouble, Failed},
		{"a breaker for each", Many{Operations: 8, Alone: []Trace{always(1, 0)}, Outage: always(4, 0), Calm: other(4), Torn: other(4)}, SharedTrouble, Passed},
		{"one server", Many{Operations: 8, Alone: []Trace{always(1, 0)}, Outage: always(4, 0)}, SharedTrouble, NotApplicable},
	} {
		if c := outcomeFor(t, test.many.Judge().Checks, test.defect); c.Outcome != test.want {
			t.Errorf("%s: %v, want %v: %s", test.name, c.Outcome, test.want, c.Message)
		}
	}
	if n := (Many{Alone: []Trace{nested, again}}).Nested(); n == nil || n.InnerAttempts != 4 || n.OuterAttempts != 3 {
		t.Errorf("nested %+v, want 4 in each of 3", n)
	}
}

// TestHedges counts requests beside one that waits, and not those after it.
func TestHedges(t *testing.T) {
	at := func(start, end float64, fault Fault) Attempt {
		return Attempt{Method: "GET", Target: "/", Start: inMS(start), End: inMS(end), Fault: fault}
	}
	silence := Fault{Kind: Silence}
	for _, test := range []struct {
		name     string
		attempts []Attempt
		want     int
		after    time.Duration
	}{
		{"a hedge", []Attempt{at(10, 900, silence), at(310, 320, OK)}, 1, 300 * time.Millisecond},
		{"a retry after a timeout", []Attempt{at(10, 900, silence), at(1000, 1010, OK)}, 0, 0},
		{"one request", []Attempt{at(10, 900, silence)}, 0, 0},
	} {
		if n, after := (Many{Slow: Trace{Attempts: test.attempts}}).Hedges(); n != test.want || after != test.after {
			t.Errorf("%s: %d after %v, want %d after %v", test.name, n, after, test.want, test.after)
		}
	}
}
