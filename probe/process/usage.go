package process

import "time"

// Usage is the processor time that processes have used. It is zero on systems that do not tell.
type Usage struct {
	Total time.Duration
	// Threads is the time of each thread by its id.
	Threads map[int]time.Duration
	// Waits is the time that each thread was ready to run and had no processor.
	Waits map[int]time.Duration
}

// WaitedSince returns the time that the thread which waited longest since an earlier reading was ready to run
// and had no processor.
func (u Usage) WaitedSince(before Usage) (top time.Duration) {
	for tid, now := range u.Waits {
		top = max(top, now-before.Waits[tid])
	}
	return top
}

// Since returns what was used since an earlier reading: in all, and by the thread that used most.
func (u Usage) Since(before Usage) (total, top time.Duration) {
	for tid, now := range u.Threads {
		used := now - before.Threads[tid]
		total += used
		top = max(top, used)
	}
	return total, top
}
