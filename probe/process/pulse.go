package process

import "time"

// Pulse is how often threads have gone to wait by themselves, which each of them that wakes does again. It is zero on
// systems that do not tell.
type Pulse struct {
	At time.Time
	// Waits is the number of times by the id of the thread, since it began.
	Waits map[int]int64
	// Timed is the number of threads in a wait that ends by itself after a time, negative where that is not told.
	Timed int
}

// Rates returns how often a second each thread has woken since an earlier reading. A thread that has begun since then
// counts with all that it did.
func (p Pulse) Rates(before Pulse) map[int]float64 {
	rates := map[int]float64{}
	for tid, n := range p.Waits {
		rates[tid] = float64(n-before.Waits[tid]) / p.At.Sub(before.At).Seconds()
	}
	return rates
}
