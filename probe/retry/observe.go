package retry

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"snag/analyze/retry/experiment"
)

// Observation is what the runs of a plan showed.
type Observation struct {
	experiment.Audit
	// Herd are the runs of the clients that failed in the same moment.
	Herd []experiment.Trace
}

// Observe runs the steps of a plan and tells progress, unless that is nil, what has been done. When the
// context ends or the budget is used up, it returns what was seen with that error.
func (d *Driver) Observe(ctx context.Context, p experiment.Plan, progress func(done, total int, what string)) (Observation, error) {
	p.TCP, p.Closed, p.Speed = d.client.TCP, len(d.client.Namespace) > 0, d.client.Speed
	o := &observer{driver: d, parallel: max(p.Parallel, 1), progress: progress, total: 2 + len(p.Faults) + 2*len(p.RetryAfter)}
	if progress == nil {
		o.progress = func(int, int, string) {}
	}
	s := experiment.NewSearch(p)
	for {
		step, err := s.Next(d.left())
		if err == nil && len(step.Scenarios) > 0 {
			lateness := watchLateness()
			var traces []experiment.Trace
			if step.Herd > 0 {
				o.progress(o.done, o.total, fmt.Sprintf("herd of %d", step.Herd))
				one := step.Scenarios[0]
				traces, err = d.Herd(ctx, one.Script[0], step.Herd, one.MaxAttempts, one.Timeout/2, one.Timeout)
			} else {
				traces, err = o.each(ctx, step.Scenarios)
			}
			s.Add(traces, lateness())
		}
		if err != nil || len(step.Scenarios) == 0 {
			return Observation{s.Audit(), s.Herd()}, err
		}
	}
}

type observer struct {
	driver   *Driver
	parallel int
	progress func(done, total int, what string)
	mu       sync.Mutex
	done     int
	total    int
}

// each runs the scenarios, so many at a time and started a little apart, and returns their traces in
// order. A scenario for which there is no budget is left out.
func (o *observer) each(ctx context.Context, scenarios []experiment.Scenario) ([]experiment.Trace, error) {
	traces := make([]experiment.Trace, len(scenarios))
	errs := make([]error, len(scenarios))
	slots := make(chan struct{}, o.parallel)
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
			o.progress(o.done, max(o.total, o.done), s.Name)
			o.mu.Unlock()
		})
		select { // processes that start together disturb each other
		case <-time.After(60 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	wait.Wait()
	var kept []experiment.Trace
	for i, t := range traces {
		if errs[i] == nil || errors.Is(errs[i], context.Canceled) && len(t.Attempts) > 0 {
			kept = append(kept, t)
		}
	}
	return kept, errors.Join(errs...)
}
