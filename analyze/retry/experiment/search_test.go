package experiment

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
)

// imagined is a client that retries what it retries after the same delays, up to the end of its scenario.
type imagined struct {
	gaps    []float64
	retries func(Fault) bool
	speaks  Protocol
}

func (c imagined) plays(s Scenario) Trace {
	var faults []string
	for i := 0; i <= len(c.gaps) && i < s.MaxAttempts; i++ {
		f := s.Script[min(i, len(s.Script)-1)]
		if faults = append(faults, f.String()); !f.Fails() || !c.retries(f) {
			break
		}
	}
	return plays("GET", c.gaps, func(a *Attempt) { a.Protocol = c.speaks }, faults...)
}

// TestSearch follows a search against imagined clients, step by step.
func TestSearch(t *testing.T) {
	anything := func(Fault) bool { return true }
	plan := Plan{Runs: 4, Faults: []Fault{{Status: 404}, {Kind: Silence}}, RetryAfter: []int{503}, MaxAttempts: 10, Timeout: 20 * time.Second, Patience: 9 * time.Second, Parallel: 3}
	for _, test := range []struct {
		name   string
		change func(*Plan)
		client imagined
		left   Budget
		want   string // the steps: scenarios and how many
		shape  backoff.Shape
		err    error
	}{
		{name: "identical runs are enough, and what lasts longest comes first", client: imagined{gaps: []float64{100, 100, 100}, retries: anything},
			want: "503 always x2 | 503 always x2 | silence once, 503+3s-date once, 503+2s once, 404 once", shape: backoff.Fixed},
		{name: "a herd comes before the rest", change: func(p *Plan) { p.Herd = 12 }, client: imagined{gaps: []float64{100, 100, 100}, retries: anything},
			want: "503 always x2 | 503 always x2 | herd of 12 with 4 | silence once, 503+3s-date once, 503+2s once, 404 once", shape: backoff.Fixed},
		{name: "Retry-After exceeds the client's own delay", change: func(p *Plan) { p.Faults = nil }, client: imagined{gaps: []float64{3000}, retries: anything},
			want: "503 always x2 | 503+6s-date once, 503+5s once", shape: backoff.Undetermined},
		{name: "another fault is retried", change: func(p *Plan) { p.Faults = []Fault{{Status: 500}, {Status: 404}}; p.RetryAfter = nil },
			client: imagined{gaps: []float64{100, 100, 100}, retries: func(f Fault) bool { return f.Status == 500 }},
			want:   "503 always x2 | 500 once, 404 once | 500 always x2 | 500 always x2", shape: backoff.Fixed},
		{name: "nothing is retried", change: func(p *Plan) { p.RetryAfter = nil }, client: imagined{gaps: nil, retries: anything},
			want: "503 always x2 | silence once, 404 once", shape: backoff.NoRetry},
		{name: "plain connections on a closed port", change: func(p *Plan) {
			p.TCP, p.Closed, p.Faults, p.RetryAfter = true, true, []Fault{{Kind: Refuse}, {Kind: CloseOnAccept}}, nil
		},
			client: imagined{gaps: []float64{100, 100, 100}, retries: anything}, want: "refuse always x2 | refuse always x2 | close-on-accept always", shape: backoff.Fixed},
		{name: "HTTP/2 has faults of its own", change: func(p *Plan) {
			p.RetryAfter, p.Streams = nil, []Fault{{Kind: NoSettings}, {Kind: StreamReset, Code: RefusedStream}}
		},
			client: imagined{gaps: []float64{100, 100, 100}, retries: anything, speaks: HTTP2},
			want:   "503 always x2 | 503 always x2 | silence once, no-settings once, 404 once, rst-refused-stream once", shape: backoff.Fixed},
		{name: "gRPC has a schedule and faults of its own", change: func(p *Plan) { p.Calls = []Fault{{Kind: GRPCStatus, Code: 5}} },
			client: imagined{gaps: []float64{100, 100, 100}, retries: anything, speaks: GRPC},
			want:   "503 always x2 | grpc-unavailable always x2 | grpc-unavailable always x2 | grpc-unavailable+2s once, grpc-not-found once, grpc-unavailable-stop once", shape: backoff.Fixed},
		{name: "gRPC without retries", change: func(p *Plan) { p.Calls = []Fault{{Kind: GRPCStatus, Code: 5}} },
			client: imagined{retries: anything, speaks: GRPC},
			want:   "503 always x2 | grpc-unavailable always x2 | grpc-not-found once", shape: backoff.NoRetry},
		{name: "no room for a herd", change: func(p *Plan) { p.Herd = 40 }, client: imagined{gaps: []float64{100, 100, 100}, retries: anything}, left: Budget{60, 60},
			want: "503 always x2 | 503 always x2", shape: backoff.Fixed, err: ErrBudget},
	} {
		p := plan
		if test.change != nil {
			test.change(&p)
		}
		if test.left == (Budget{}) {
			test.left = Budget{200, 64}
		}
		s := NewSearch(p)
		var steps []string
		var err error
		for range 20 {
			var step Step
			if step, err = s.Next(test.left); err != nil || len(step.Scenarios) == 0 {
				break
			}
			var names []string
			var traces []Trace
			for _, one := range step.Scenarios {
				if n := len(names); n == 0 || names[n-1] != one.Name {
					names = append(names, one.Name)
				}
				for range max(step.Herd, 1) {
					traces = append(traces, test.client.plays(one))
				}
			}
			text := strings.Join(names, ", ")
			if n := len(step.Scenarios); n > 1 && len(names) == 1 {
				text += fmt.Sprintf(" x%d", n)
			}
			if step.Herd > 0 {
				text = fmt.Sprintf("herd of %d with %d", step.Herd, step.Scenarios[0].MaxAttempts)
			}
			steps = append(steps, text)
			s.Add(traces, 0)
		}
		if got := strings.Join(steps, " | "); got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: %v\ngot  %s\nwant %s", test.name, err, got, test.want)
		}
		if audit := s.Audit(); audit.Inference.Policy.Shape != test.shape || len(s.Herd()) != 0 && len(s.Herd()) != p.Herd {
			t.Errorf("%s: %v, a herd of %d; want %v", test.name, audit.Inference.Policy, len(s.Herd()), test.shape)
		}
	}
}

// TestSearchOfVaryingRuns goes on until there are enough, with one run alone after the first two, and
// keeps what it knew when it is interrupted.
func TestSearchOfVaryingRuns(t *testing.T) {
	s := NewSearch(Plan{Runs: 6, MaxAttempts: 10, Timeout: time.Second, Parallel: 3})
	gap := 100.
	var sizes []int
	for {
		step, err := s.Next(Budget{200, 64})
		if err != nil || len(step.Scenarios) == 0 {
			break
		}
		sizes = append(sizes, len(step.Scenarios))
		var traces []Trace
		for range step.Scenarios {
			gap += 90
			traces = append(traces, plays("GET", []float64{gap}, nil, "503", "503"))
		}
		s.Add(traces, 0)
	}
	if fmt.Sprint(sizes) != "[2 1 3]" || s.Audit().Inference.Runs != 6 {
		t.Errorf("steps of %v runs, %d in all; want 2, 1 and 3", sizes, s.Audit().Inference.Runs)
	}
	waiting := NewSearch(Plan{Runs: 2, MaxAttempts: 5, Timeout: time.Second})
	waiting.Next(Budget{200, 64})
	run := plays("GET", nil, nil, "503")
	run.CutOff = "still running"
	waiting.Add([]Trace{run, run}, 0)
	if in := waiting.Audit().Inference; in.Policy.Shape != backoff.Undetermined || in.Reason == "" {
		t.Errorf("a client that was ended while it waited: %v (%s), want undetermined with a reason", in.Policy, in.Reason)
	}
}

// TestSearchOfEqualDelays makes more runs where two identical ones have delays that are all equal.
func TestSearchOfEqualDelays(t *testing.T) {
	for _, test := range []struct {
		name string
		gaps []int // ms
		want int   // runs
	}{
		{"equal", []int{500, 501, 502, 500}, 8},
		{"two equal", []int{500, 500}, 8},
		{"growing", []int{500, 1000, 2000}, 2},
		{"at once", []int{1, 1, 1}, 2},
		{"one", []int{500}, 2},
	} {
		s := NewSearch(Plan{Runs: 8, MaxAttempts: 10, Timeout: time.Minute, Parallel: 1})
		for {
			step, err := s.Next(Budget{Attempts: 200, Processes: 64})
			if err != nil {
				t.Fatal(err)
			}
			if len(step.Scenarios) == 0 {
				break
			}
			var traces []Trace
			for range step.Scenarios {
				traces = append(traces, traceOf(test.gaps...))
			}
			s.Add(traces, 0)
		}
		if got := len(s.Audit().Control); got != test.want {
			t.Errorf("%s: %d runs, want %d", test.name, got, test.want)
		}
	}
}

// traceOf is a run whose attempts are so many milliseconds apart.
func traceOf(gaps ...int) Trace {
	attempts, at := []Attempt{{N: 1, Fault: Fault{Status: 503}}}, time.Duration(0)
	for i, gap := range gaps {
		at += inMS(float64(gap))
		attempts = append(attempts, Attempt{N: i + 2, Start: at, End: at, Fault: Fault{Status: 503}})
	}
	return Trace{Script: []Fault{{Status: 503}}, Attempts: attempts}
}
