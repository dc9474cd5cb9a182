package process

import (
	"runtime"
	"sync/atomic"
	"time"
)

// paceSink keeps the work of Pace from being left out.
var paceSink atomic.Uint64

// Pace is how long a fixed piece of work takes on a processor now, some tenths of a millisecond: the least of a few
// times. A measurement beside which it moves was taken on a machine whose speed moved.
func Pace() time.Duration {
	const times, rounds = 5, 200_000
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	least := time.Duration(1<<63 - 1)
	for range times {
		before := ThreadTime()
		x := uint64(before)
		for range rounds {
			x ^= x << 13
			x ^= x >> 7
			x ^= x << 17
		}
		paceSink.Store(x)
		least = min(least, ThreadTime()-before)
	}
	return least
}
