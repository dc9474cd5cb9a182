package retry

import (
	"context"
	"errors"
	"fmt"
	"time"

	"snag/analyze/retry/experiment"
	"snag/probe/faults"
	"snag/probe/process"
)

// Herd runs n clients at once against the same fault. Their first attempts are held until all have
// come, or until patience ends, and then fail in the same moment. Each client makes up to attempts
// attempts. The times of all traces count from one moment.
func (d *Driver) Herd(ctx context.Context, f experiment.Fault, n, attempts int, patience, timeout time.Duration) ([]experiment.Trace, error) {
	barrier := faults.NewBarrier(n)
	epoch := time.Now()
	giveUp := time.AfterFunc(patience, barrier.Release)
	defer giveUp.Stop()
	type outcome struct {
		trace experiment.Trace
		err   error
	}
	outcomes := make(chan outcome)
	for i := range n {
		go func() {
			t, err := d.run(ctx, experiment.Scenario{
				Name: fmt.Sprintf("herd, client %d of %d", i+1, n), Script: []experiment.Fault{f},
				MaxAttempts: attempts, Timeout: timeout,
			}, meeting{barrier, epoch})
			outcomes <- outcome{t, err}
		}()
	}
	var traces []experiment.Trace
	var errs []error
	for range n {
		o := <-outcomes
		if o.err != nil {
			errs = append(errs, o.err)
			barrier.Release() // the others need not wait for one that does not come
			continue
		}
		traces = append(traces, o.trace)
	}
	return traces, errors.Join(errs...)
}

// Breaker drives a client that calls at a steady rate by itself, in a loop that does not end. The
// server fails until two pauses have been seen to their end, then it succeeds until the calls come at
// their rate again.
func (d *Driver) Breaker(ctx context.Context, f experiment.Fault, timeout time.Duration) (experiment.Trace, error) {
	trace := experiment.Trace{Scenario: "breaker", Script: []experiment.Fault{f}, ExitCode: -1}
	limit, err := d.reserve(0)
	if err != nil {
		return trace, err
	}
	defer func() { d.giveBack(limit - min(len(trace.Attempts), limit)) }()
	server, err := faults.Listen(faults.Config{Script: trace.Script, TLS: d.client.TLS, TCP: d.client.TCP, Handshake: d.client.Handshake, MaxAttempts: limit})
	if err != nil {
		return trace, err
	}
	defer server.Close()
	child, err := process.Start(d.command(server.URL(), server.Port(), 1))
	if err != nil {
		return trace, fmt.Errorf("%w: %w", ErrStart, err)
	}
	defer child.Close()
	began := time.Now()
	deadline := time.NewTimer(timeout)
	defer deadline.Stop()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	failing := true
	for trace.CutOff == "" && trace.ExitCode < 0 {
		select {
		case <-look.C:
			b := experiment.FindBreaker(server.Attempts())
			if failing && b.Pauses >= 3 {
				failing = false
				server.SetScript(experiment.OK)
			}
			if b.Recovered {
				trace.CutOff = "the client recovered"
			}
		case <-child.Done():
			trace.ExitCode = max(exitCode(child.Ended()), 0)
		case <-server.Full():
			trace.CutOff = fmt.Sprintf("stopped after %d attempts", limit)
		case <-deadline.C:
			trace.CutOff = fmt.Sprintf("still running after %s", timeout)
		case <-ctx.Done():
			trace.CutOff, err = "interrupted", ctx.Err()
		}
	}
	trace.Duration = time.Since(began)
	child.Close()
	server.Close()
	trace.Attempts = server.Attempts()
	return trace, err
}

// Compressible reports whether the client's clock runs faster with Faketime: its first retry must come
// sooner in real time. It is false without an error when the client does not retry.
func (d *Driver) Compressible(ctx context.Context, timeout time.Duration) (bool, error) {
	fast := d.client.Speed
	first := experiment.Plan{TCP: d.client.TCP, Closed: len(d.client.Namespace) > 0}.First()
	defer func() { d.client.Speed = fast }()
	gap := func(speed float64) (time.Duration, error) {
		d.client.Speed = speed
		t, err := d.Run(ctx, experiment.Scenario{Name: "503 once", Script: []experiment.Fault{first, experiment.OK}, MaxAttempts: 2, Timeout: timeout})
		if gaps := t.Busiest().Gaps(); err == nil && len(gaps) > 0 {
			return time.Duration(float64(gaps[0]) / max(speed, 1)), nil
		}
		return 0, err
	}
	slow, err := gap(1)
	if err != nil {
		return false, err
	}
	quick, err := gap(fast)
	// Half of what could be gained tells enough; jitter may hide some of it.
	return slow > 50*time.Millisecond && float64(quick) < float64(slow)*(1+1/fast)/2, err
}
