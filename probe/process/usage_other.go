//go:build !linux

package process

import "time"

// ReadUsage returns the zero Usage: this system does not tell.
func ReadUsage([]int) Usage { return Usage{} }

// ReadPulse returns the zero Pulse: this system does not tell.
func ReadPulse([]int) Pulse { return Pulse{} }

// ReadLocks returns nil: this system does not tell.
func ReadLocks([]int) map[string]bool { return nil }

var started = time.Now()

// ThreadTime returns the time of a clock: this system does not tell that of a thread, or not finely enough.
func ThreadTime() time.Duration { return time.Since(started) }

// Time returns 0: this system does not tell.
func Time(int) time.Duration { return 0 }

func pressure() (time.Duration, bool) { return 0, false }
