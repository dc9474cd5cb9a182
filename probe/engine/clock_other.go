//go:build !linux

package engine

import "time"

var began = time.Now()

// threadTime is the time on the wall: processor time is too coarse or not to be had here.
func threadTime() time.Duration { return time.Since(began) }
