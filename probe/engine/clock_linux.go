package engine

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the processor time that the calling thread has used, which does not count what other
// processes take.
func threadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(t.Nano())
}

// processTime is the processor time that a process has used, or 0 where that cannot be told.
func processTime(pid int) time.Duration {
	// The clock of a process by its id: clock_getcpuclockid(3).
	const scheduled = 2
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|scheduled), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// limitMemory bounds the address space of a process, as far as the system lets it.
func limitMemory(pid int, bytes uint64) {
	_ = unix.Prlimit(pid, unix.RLIMIT_AS, &unix.Rlimit{Cur: bytes, Max: bytes}, nil)
}
