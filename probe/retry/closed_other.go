//go:build !linux

package retry

import (
	"context"
	"errors"
	"io"

	"snag/analyze/retry/experiment"
)

// refused cannot see attempts on a closed port without Linux's network namespaces.
func (d *Driver) refused(_ context.Context, _ experiment.Scenario, _ int, trace *experiment.Trace) error {
	trace.Unobservable = "that needs a network namespace, which only Linux has"
	return nil
}

// WatchClosedPort works on Linux only.
func WatchClosedPort(context.Context, io.Reader, io.Writer) error {
	return errors.New("attempts on a closed port can be watched on Linux only")
}
