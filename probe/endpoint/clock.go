package endpoint

import (
	"os"
	"time"

	"snag/probe/process"
)

// Clock tells how long a request takes of a target on this machine, however much of a processor others leave it.
// Where the system does not tell, it tells the time on the wall.
type Clock struct {
	pids        []int
	target, own process.Usage
	machine     process.Pressure
}

// Spent is what a clock has read.
type Spent struct {
	Total, Top time.Duration // processor time of all threads of the target, and of the busiest one
	Waited     time.Duration // in which threads of the target were ready to run and had no processor, all together
	PID        int           // of the process that computed most, and for Busiest
	Busiest    time.Duration
	Others     time.Duration // for which another thread of the busiest one's process waited for a processor at the most
	late       time.Duration // and in which a thread of snag was
}

// StartClock starts a clock for the processes of a target, which may be none.
func StartClock(pids []int) Clock {
	if len(pids) == 0 {
		return Clock{}
	}
	return Clock{pids, process.ReadUsage(pids), process.ReadUsage(ownPID), process.StartPressure()}
}

var ownPID = []int{os.Getpid()}

// Read returns what was spent since the start.
func (c Clock) Read() Spent {
	if len(c.pids) == 0 {
		return Spent{}
	}
	now := process.ReadUsage(c.pids)
	s := Spent{Waited: now.Waited(c.target), late: process.ReadUsage(ownPID).WaitedSince(c.own)}
	if now.EndedSince(c.target) { // how long those threads waited is not known
		s.Waited = max(s.Waited, c.machine.Waited())
	}
	s.Total, s.Top = now.Since(c.target)
	s.PID, s.Busiest = now.Busiest(c.target)
	s.Others = now.WaitedBeside(c.target)
	return s
}

// Undelayed returns what is left of a latency without the waiting for a processor, and not less than the busiest
// thread computed beyond a base.
func (s Spent) Undelayed(latency, base time.Duration) time.Duration {
	return max(min(max(latency-s.Waited-s.late, s.Top-base), latency), 0)
}
