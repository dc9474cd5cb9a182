package retry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"snag/analyze/retry/backoff"
)

// Plan says what to observe of a client.
type Plan struct {
	// Runs is how often the client is run against a fault without end, at most; fewer as soon as
	// two runs are identical.
	Runs int
	// Faults are tried once each, followed by success. Those with a Retry-After get a time that
	// exceeds the client's own first delay.
	Faults []backoff.Fault
	// RetryAfter asks for such a time with each of these statuses, in seconds and as a date.
	RetryAfter []int
	// MaxAttempts ends a run against a fault without end.
	MaxAttempts int
	// Timeout ends a run, Patience a silence. Both are of real time.
	Timeout, Patience time.Duration
	// Parallel is how many runs go on at a time.
	Parallel int
	// Herd is how many clients to let fail in the same moment; 0 for none.
	Herd int
	// Progress is told what has been done; it may be nil.
	Progress func(done, total int, what string)
}

// preferred are the faults from which the schedule is learnt, the first that the client retries.
var preferred = []backoff.Fault{
	{Status: 503}, {Status: 429}, {Status: 500}, {Status: 502}, {Status: 504},
	{Kind: backoff.CloseAfterRequest}, {Kind: backoff.ResetAfterRequest}, {Kind: backoff.ResetOnAccept},
	{Kind: backoff.CloseOnAccept}, {Kind: backoff.Refuse}, {Status: 408}, {Kind: backoff.Truncate}, {Kind: backoff.Silence},
}

// Observation is what the runs of a plan showed.
type Observation struct {
	backoff.Audit
	// Herd are the runs of the clients that failed in the same moment.
	Herd []backoff.Trace
}

// Observe runs the plan. When the context ends or the budget is used up, it returns what was seen
// with that error.
func (d *Driver) Observe(ctx context.Context, p Plan) (Observation, error) {
	o := &observer{driver: d, plan: p}
	o.total = 2 + len(p.Faults) + 2*len(p.RetryAfter)
	err := o.control(ctx, d.first())
	if err == nil && o.audit.Inference.Retries() {
		err = o.herd(ctx) // before the rest uses the budget up
	}
	if err == nil {
		err = o.survey(ctx)
	}
	if err == nil && !o.audit.Inference.Retries() {
		if err = o.otherControl(ctx); err == nil && o.audit.Inference.Retries() {
			err = o.herd(ctx)
		}
	}
	return Observation{o.audit, o.traces}, err
}

func (d *Driver) first() backoff.Fault {
	switch {
	case d.client.TCP && len(d.client.Namespace) > 0:
		return backoff.Fault{Kind: backoff.Refuse}
	case d.client.TCP:
		return backoff.Fault{Kind: backoff.CloseAfterRequest}
	}
	return preferred[0]
}

type observer struct {
	driver *Driver
	plan   Plan
	audit  backoff.Audit
	traces []backoff.Trace // of the herd
	mu     sync.Mutex
	done   int
	total  int
}

// each runs the scenarios, Parallel at a time and started a little apart, and returns their traces in
// order. A scenario for which there is no budget is left out.
func (o *observer) each(ctx context.Context, scenarios []Scenario) ([]backoff.Trace, error) {
	traces := make([]backoff.Trace, len(scenarios))
	errs := make([]error, len(scenarios))
	slots := make(chan struct{}, max(o.plan.Parallel, 1))
	var wait sync.WaitGroup
	for i, s := range scenarios {
		slots <- struct{}{}
		if ctx.Err() != nil {
			errs[i] = ctx.Err()
			<-slots
			continue
		}
		wait.Go(func() {
			defer func() { <-slots }()
			traces[i], errs[i] = o.driver.Run(ctx, s)
			o.mu.Lock()
			o.done++
			if o.plan.Progress != nil {
				o.plan.Progress(o.done, max(o.total, o.done), s.Name)
			}
			o.mu.Unlock()
		})
		select { // processes that start together disturb each other
		case <-time.After(60 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	wait.Wait()
	var kept []backoff.Trace
	for i, t := range traces {
		if errs[i] == nil || errors.Is(errs[i], context.Canceled) && len(t.Attempts) > 0 {
			kept = append(kept, t)
		}
	}
	return kept, errors.Join(errs...)
}

// control runs the client against the fault without end until two runs are identical or there are
// enough, and infers the policy.
func (o *observer) control(ctx context.Context, f backoff.Fault) error {
	scenario := Scenario{
		Name: f.String() + " always", Script: []backoff.Fault{f},
		MaxAttempts: o.plan.MaxAttempts, Timeout: o.plan.Timeout,
	}
	o.audit.Control = nil
	runs := max(o.plan.Runs, 1)
	lateness := watchLateness()
	defer func() {
		o.audit.Inference = infer(o.audit.Control, backoff.Options{
			Speed: o.driver.client.Speed, Noise: max(lateness(), sluggishness(o.audit.Control)),
		})
	}()
	batch := func(n int) error {
		scenarios := slices.Repeat([]Scenario{scenario}, n)
		traces, err := o.each(ctx, scenarios)
		o.audit.Control = append(o.audit.Control, traces...)
		return err
	}
	if err := batch(min(2, runs)); err != nil {
		return err
	}
	for len(o.audit.Control) < runs && !o.settled() {
		n := min(runs-len(o.audit.Control), max(o.plan.Parallel, 1))
		if len(o.audit.Control) == 2 {
			n = 1 // one run may have been disturbed
		}
		// What is tried later must leave room for the rest of the plan.
		attempts, processes := o.driver.Used()
		longest := 0
		for _, t := range o.audit.Control {
			longest = max(longest, len(t.Attempts))
		}
		scenario.MaxAttempts = min(max(longest+1, 2), o.plan.MaxAttempts)
		if spare := 2 * (len(o.plan.Faults) + 2*len(o.plan.RetryAfter)); attempts+n*longest+spare > MaxAttempts || processes+n+spare/2 > MaxProcesses {
			break
		}
		o.mu.Lock()
		o.total += n
		o.mu.Unlock()
		if err := batch(n); err != nil {
			return err
		}
	}
	return nil
}

// infer learns the policy from repeated runs. A run that was ended before it made a retry tells
// nothing: the client may have been waiting.
func infer(control []backoff.Trace, options backoff.Options) backoff.Inference {
	var gaps [][]time.Duration
	ended := ""
	for _, t := range control {
		found := t.Busiest().Gaps()
		if len(found) == 0 && t.CutOff != "" {
			ended = t.CutOff
			continue
		}
		gaps = append(gaps, found)
	}
	if len(gaps) == 0 && ended != "" {
		return backoff.Inference{Reason: "no retry came before the client was ended (" + ended + ")", Runs: len(control)}
	}
	return backoff.Infer(gaps, options)
}

// settled reports whether two of the control runs are identical.
func (o *observer) settled() bool {
	for i, a := range o.audit.Control {
		for _, b := range o.audit.Control[:i] {
			if backoff.Identical(a, b) {
				return true
			}
		}
	}
	return false
}

// herd lets clients fail in the same moment, as many attempts each as the budget has room for.
func (o *observer) herd(ctx context.Context) error {
	n := o.plan.Herd
	if n == 0 {
		return nil
	}
	attempts, _ := o.driver.Used()
	spare := 0
	if len(o.audit.Traces) == 0 {
		spare = 2 * (len(o.plan.Faults) + 2*len(o.plan.RetryAfter))
	}
	most, _ := o.audit.MaxAttempts()
	each := min((MaxAttempts-attempts-spare)/n, 6, most)
	if each < 2 {
		return fmt.Errorf("%w: %d clients leave no room for a retry of each", ErrBudget, n)
	}
	if o.plan.Progress != nil {
		o.plan.Progress(o.done, o.total, fmt.Sprintf("herd of %d", n))
	}
	var err error
	fault := o.audit.Control[0].Script[0]
	if fault.Kind == backoff.Refuse {
		fault = backoff.Fault{Kind: backoff.CloseAfterRequest} // a server that listens is needed to hold them
	}
	o.traces, err = o.driver.Herd(ctx, fault, n, each, o.plan.Timeout/2, o.plan.Timeout)
	return err
}

// survey tries every fault once, those that last longest first.
func (o *observer) survey(ctx context.Context) error {
	var scenarios []Scenario
	for _, f := range o.plan.Faults {
		if f.Kind == backoff.Refuse && f == o.driver.first() && o.audit.Inference.Retries() {
			continue // the control runs showed it
		}
		scenarios = append(scenarios, o.once(f))
	}
	for _, f := range o.retryAfter() {
		scenarios = append(scenarios, o.once(f))
	}
	slices.SortStableFunc(scenarios, func(a, b Scenario) int { return cmp.Compare(long(b), long(a)) })
	traces, err := o.each(ctx, scenarios)
	o.audit.Traces = append(o.audit.Traces, traces...)
	return err
}

// once is a scenario in which the fault happens once, and then the operation succeeds; where there is
// no success, three attempts are enough.
func (o *observer) once(f backoff.Fault) Scenario {
	s := Scenario{Name: f.String() + " once", Script: []backoff.Fault{f, backoff.OK}, MaxAttempts: 4, Timeout: o.plan.Timeout}
	if f.Kind == backoff.Silence {
		s.Timeout = o.plan.Patience
	}
	if f.Kind == backoff.Stale || f.Kind == backoff.Refuse || o.driver.client.TCP {
		s.Name, s.Script = f.String()+" always", []backoff.Fault{f}
	}
	if f.Kind == backoff.Refuse {
		s.MaxAttempts = o.plan.MaxAttempts
	}
	return s
}

// otherControl learns the schedule from another fault, when the first choice is not retried.
func (o *observer) otherControl(ctx context.Context) error {
	for _, f := range preferred {
		for _, t := range o.audit.Traces {
			if len(t.Script) == 0 || t.Script[0] != f || len(t.Busiest().Attempts) < 2 {
				continue
			}
			before := o.audit
			if err := o.control(ctx, f); err != nil || !o.audit.Inference.Retries() {
				o.audit.Control, o.audit.Inference = before.Control, before.Inference
				return err
			}
			return nil
		}
	}
	return nil
}

func long(s Scenario) time.Duration {
	if s.Script[0].Kind == backoff.Silence || s.Script[0].Kind == backoff.Refuse {
		return s.Timeout
	}
	return s.Script[0].RetryAfter
}

// retryAfter asks for a time that the client does not wait by itself, so that waiting for it proves
// something.
func (o *observer) retryAfter() []backoff.Fault {
	speed := max(o.driver.client.Speed, 1)
	_, own, _ := o.audit.FirstWaits()
	if in := o.audit.Inference; in.FirstDelay.High > 0 {
		own = max(own, time.Duration(in.FirstDelay.High*float64(time.Millisecond)))
	}
	ask := time.Duration(math.Ceil(1.5*own.Seconds())) * time.Second
	longest := time.Duration(float64(o.plan.Timeout) * speed)
	var list []backoff.Fault
	for _, status := range o.plan.RetryAfter {
		for _, date := range []bool{false, true} {
			if date && speed > 1 {
				continue // its clock and the server's do not agree on the date
			}
			f := backoff.Fault{Status: status, RetryAfter: max(2*time.Second, ask), Date: date}
			if date {
				f.RetryAfter += time.Second
			}
			if f.RetryAfter > longest/2 {
				f.RetryAfter = max(2*time.Second, (longest / 2).Truncate(time.Second))
			}
			list = append(list, f)
		}
	}
	return list
}
