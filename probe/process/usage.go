package process

import "time"

// Usage is the processor time that processes have used. It is zero on systems that do not tell.
type Usage struct {
	Total time.Duration
	// Threads is the time of each thread by its id.
	Threads map[int]time.Duration
	// Waits is the time that each thread was ready to run and had no processor.
	Waits map[int]time.Duration
	// Owners is the process of each thread.
	Owners map[int]int
	// Processes is the time of each process by its id, with that of threads which have ended.
	Processes map[int]time.Duration
}

// Busiest returns the process that has used most processor time since an earlier reading, and how much; 0 when none
// has used any.
func (u Usage) Busiest(before Usage) (pid int, used time.Duration) {
	for id, now := range u.Processes {
		if one := now - before.Processes[id]; one > used || one == used && one > 0 && id < pid {
			pid, used = id, one
		}
	}
	return pid, used
}

// WaitedSince returns the time that the thread which waited longest since an earlier reading was ready to run
// and had no processor.
func (u Usage) WaitedSince(before Usage) (top time.Duration) {
	for tid, now := range u.Waits {
		top = max(top, now-before.Waits[tid])
	}
	return top
}

// Waited returns how long the threads were ready to run since an earlier reading and had no processor, all
// together: they hand a request on from one to the next.
func (u Usage) Waited(before Usage) (all time.Duration) {
	for tid, now := range u.Waits {
		all += max(now-before.Waits[tid], 0)
	}
	return all
}

// WaitedBeside returns the time that another thread of the same process as the one which has used most processor time
// since an earlier reading was ready to run and had no processor at the most.
func (u Usage) WaitedBeside(before Usage) (top time.Duration) {
	busiest, most := 0, time.Duration(-1)
	for tid, now := range u.Threads {
		if used := now - before.Threads[tid]; used > most || used == most && tid < busiest {
			busiest, most = tid, used
		}
	}
	for tid, now := range u.Waits {
		if tid != busiest && u.Owners[tid] == u.Owners[busiest] {
			top = max(top, now-before.Waits[tid])
		}
	}
	return top
}

// Spell is what a thread did between two readings: the time that it had a processor, and that it was ready to run
// and had none.
type Spell struct {
	Thread      int
	Ran, Waited time.Duration
}

// SpellsSince returns the spells since an earlier reading of the threads that ran or waited.
func (u Usage) SpellsSince(before Usage) (all []Spell) {
	for tid, now := range u.Threads {
		if s := (Spell{tid, now - before.Threads[tid], max(u.Waits[tid]-before.Waits[tid], 0)}); s.Ran > 0 || s.Waited > 0 {
			all = append(all, s)
		}
	}
	return all
}

// Since returns what was used since an earlier reading: in all, and by the thread that used most. What threads used
// that have ended meanwhile counts as that of one: servers start a thread for a request.
func (u Usage) Since(before Usage) (total, top time.Duration) {
	for tid, now := range u.Threads {
		used := now - before.Threads[tid]
		total += used
		top = max(top, used)
	}
	ended := u.Total - before.Total - total
	if ended < leastEnded || len(u.Threads) == 0 {
		return total, top
	}
	return total + ended, max(top, ended)
}

// HeldSince returns for how long the thread that has used most processor time since an earlier reading had a
// processor, or was ready to run and had none.
func (u Usage) HeldSince(before Usage) time.Duration {
	var top, waited time.Duration
	for tid, now := range u.Threads {
		if used := now - before.Threads[tid]; used > top {
			top, waited = used, max(u.Waits[tid]-before.Waits[tid], 0)
		}
	}
	return top + waited
}

// EndedSince reports whether threads have used processor time since an earlier reading and have ended, so that
// nothing is known of their waiting.
func (u Usage) EndedSince(before Usage) bool {
	var live time.Duration
	for tid, now := range u.Threads {
		live += now - before.Threads[tid]
	}
	return u.Total-before.Total-live >= leastEnded
}

// leastEnded is the time of ended threads below which it is the inaccuracy of readings one after the other.
const leastEnded = 100 * time.Microsecond
