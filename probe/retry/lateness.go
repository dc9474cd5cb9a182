package retry

import (
	"slices"
	"sync"
	"time"
)

// watchLateness measures how late this machine wakes a process that asks to be woken, which is how
// late its clients' timers are. The returned function ends that and tells the mean of the later half.
func watchLateness() func() time.Duration {
	const nap = 8 * time.Millisecond
	var late []time.Duration
	stop := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			before := time.Now()
			select {
			case <-stop:
				return
			case <-time.After(nap):
			}
			if len(late) < 1<<16 {
				late = append(late, time.Since(before)-nap)
			}
		}
	})
	return func() time.Duration {
		close(stop)
		wait.Wait()
		slices.Sort(late)
		half := late[len(late)/2:]
		var sum time.Duration
		for _, d := range half {
			sum += d
		}
		return sum / time.Duration(max(len(half), 1))
	}
}
