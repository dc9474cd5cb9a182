package drain

import (
	"time"

	"snag/probe/process"
)

// starvation is how long the target was ready to run while others had the processors.
type starvation struct {
	pressure process.Pressure
	before   map[int]process.Usage // by process
	waited   map[int]time.Duration // by process, of all its threads, when it was looked last
	began    time.Time
	looked   time.Time
}

// starve begins to measure the processes.
func starve(tree []process.Info) starvation {
	now := time.Now()
	s := starvation{pressure: process.StartPressure(), before: map[int]process.Usage{}, waited: map[int]time.Duration{}, began: now, looked: now}
	for _, info := range tree {
		s.before[info.PID] = process.ReadUsage([]int{info.PID})
	}
	return s
}

// look measures until now. Those that have ended keep what was measured before.
func (s *starvation) look(tree []process.Info) {
	s.looked = time.Now()
	for _, info := range tree {
		now := process.ReadUsage([]int{info.PID})
		s.waited[info.PID] = max(s.waited[info.PID], waitedFor(now, s.before[info.PID], s.looked.Sub(s.began)))
	}
}

// waitedFor is the longest that a process can have waited of the time since an earlier reading: all of it when
// threads have ended meanwhile, of whose waiting nothing is known. The Java VM starts one for each signal.
func waitedFor(now, before process.Usage, elapsed time.Duration) time.Duration {
	if now.EndedSince(before) {
		return elapsed
	}
	return now.Waited(before)
}

// until returns the longest that the root can have been kept from its end: by its own waiting and that of the process
// among the others that waited most, which it may have waited for. All of the time after the last look counts, and
// never more than any process of the machine waited.
func (s *starvation) until(end time.Time, root int) time.Duration {
	return min(s.pressure.Waited(), s.kept(root)+max(end.Sub(s.looked), 0))
}

func (s *starvation) kept(root int) time.Duration {
	var most time.Duration
	for pid, waited := range s.waited {
		if pid != root {
			most = max(most, waited)
		}
	}
	return s.waited[root] + most
}
