//go:build !linux

package engine

import "time"

var began = time.Now()

// threadTime is the time on the wall: processor time is too coarse or not to be had here.
func threadTime() time.Duration { return time.Since(began) }

// processTime is 0: it cannot be told here.
func processTime(int) time.Duration { return 0 }

// limitMemory does nothing: a process limits itself here, or does not.
func limitMemory(int, uint64) {}
