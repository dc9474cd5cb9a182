//go:build !linux

package awake

import (
	"iter"
	"time"

	"snag/analyze/block/stall"
)

// Trace follows threads, on Linux. The caller closes it.
type Trace struct{}

// Start starts a trace of nothing.
func Start(time.Time) *Trace { return &Trace{} }

// Read returns nothing.
func (*Trace) Read(iter.Seq[int]) []stall.Stretch { return nil }

// Close ends the trace.
func (*Trace) Close() {}
