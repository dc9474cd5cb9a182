package drain

import (
	"os"
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

// starve begins to measure the processes, and snag itself: late, it sees the end late, and reads no answer that the end
// of a connection overtakes.
func starve(tree []process.Info) starvation {
	now := time.Now()
	s := starvation{pressure: process.StartPressure(), before: map[int]process.Usage{}, waited: map[int]time.Duration{}, began: now, looked: now}
	for _, pid := range pids(tree) {
		s.before[pid] = process.ReadUsage([]int{pid})
	}
	return s
}

// look measures until now. Those that have ended keep what was measured before.
func (s *starvation) look(tree []process.Info) {
	s.looked = time.Now()
	for _, pid := range pids(tree) {
		now := process.ReadUsage([]int{pid})
		s.waited[pid] = max(s.waited[pid], waitedFor(now, s.before[pid], s.looked.Sub(s.began)))
	}
}

// pids are those of the processes and of snag.
func pids(tree []process.Info) []int {
	all := []int{os.Getpid()}
	for _, info := range tree {
		all = append(all, info.PID)
	}
	return all
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
