//go:build !linux

package process

import "time"

// ReadUsage returns the zero Usage: this system does not tell.
func ReadUsage([]int) Usage { return Usage{} }

var started = time.Now()

// threadTime is that of a clock: this system does not tell.
func threadTime() time.Duration { return time.Since(started) }

func pressure() (time.Duration, bool) { return 0, false }
