//go:build !linux

package handler

import "time"

// Usage is the processor time that processes have used. It is not known on this system.
type Usage struct {
	Total   time.Duration
	Threads map[int]time.Duration
}

// ReadUsage returns the zero Usage.
func ReadUsage([]int) Usage { return Usage{} }

// Since returns nothing.
func (u Usage) Since(Usage) (total, top time.Duration, thread int) { return 0, 0, 0 }

func pressure() (time.Duration, bool) { return 0, false }
