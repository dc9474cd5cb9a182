package process

import (
	"bytes"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// ReadUsage adds up the time that the threads of the processes were on a processor, in nanoseconds
// of the scheduler. It is zero for processes that are gone.
func ReadUsage(pids []int) Usage {
	u := Usage{Threads: map[int]time.Duration{}, Waits: map[int]time.Duration{}, Owners: map[int]int{}, Processes: map[int]time.Duration{}}
	for _, pid := range pids {
		dir := "/proc/" + strconv.Itoa(pid) + "/task/"
		f, err := os.Open(dir)
		if err != nil {
			continue
		}
		names, _ := f.Readdirnames(-1)
		f.Close()
		threads := time.Duration(0)
		for _, name := range names {
			data, err := os.ReadFile(dir + name + "/schedstat")
			if err != nil {
				continue
			}
			fields := bytes.Fields(data) // on a processor, waiting for one, times
			if len(fields) < 2 {
				continue
			}
			ns, err := strconv.ParseInt(string(fields[0]), 10, 64)
			if err != nil {
				continue
			}
			waited, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			tid, _ := strconv.Atoi(name)
			u.Threads[tid] = time.Duration(ns)
			u.Waits[tid] = time.Duration(waited)
			u.Owners[tid] = pid
			threads += time.Duration(ns)
		}
		u.Processes[pid] = max(Time(pid), threads)
		u.Total += u.Processes[pid]
	}
	return u
}

// ReadPulse reads how often the threads of the processes have gone to wait by themselves. It is empty for processes that
// are gone.
func ReadPulse(pids []int) Pulse {
	p := Pulse{At: time.Now(), Waits: map[int]int64{}}
	told := false
	for _, pid := range pids {
		dir := "/proc/" + strconv.Itoa(pid) + "/task/"
		tasks, _ := os.ReadDir(dir)
		for _, task := range tasks {
			data, _ := os.ReadFile(dir + task.Name() + "/status")
			_, rest, found := strings.Cut(string(data), "\nvoluntary_ctxt_switches:")
			value, _, _ := strings.Cut(rest, "\n")
			tid, _ := strconv.Atoi(task.Name())
			if n, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64); found && err == nil {
				p.Waits[tid] = n
			}
			if call, err := os.ReadFile(dir + task.Name() + "/syscall"); err == nil {
				told = true
				if isTimed(string(call)) {
					p.Timed++
				}
			}
		}
	}
	if !told {
		p.Timed = -1
	}
	return p
}

// ReadLocks reads which locks on files the processes hold that nobody else may have meanwhile, as the kernel describes
// each of them.
func ReadLocks(pids []int) map[string]bool {
	held := map[string]bool{}
	data, _ := os.ReadFile("/proc/locks")
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line) // number, kind, ADVISORY, WRITE, process, file, from, to
		if len(fields) != 8 || fields[3] != "WRITE" {
			continue // those that wait for one have an arrow more
		}
		if pid, err := strconv.Atoi(fields[4]); err == nil && slices.Contains(pids, pid) {
			held[strings.Join(fields[1:], " ")] = true
		}
	}
	return held
}

// timeouts are where the calls of the system that wait have their timeout among their arguments, negative for those that
// are nothing but a wait for a time.
var timeouts = func() map[int]int {
	all := map[int]int{unix.SYS_FUTEX: 3, unix.SYS_EPOLL_PWAIT: 3, unix.SYS_EPOLL_PWAIT2: 3, unix.SYS_PPOLL: 2, unix.SYS_PSELECT6: 4,
		unix.SYS_RT_SIGTIMEDWAIT: 2, unix.SYS_SEMTIMEDOP: 3, unix.SYS_NANOSLEEP: -1, unix.SYS_CLOCK_NANOSLEEP: -1, unix.SYS_RESTART_SYSCALL: -1}
	if runtime.GOARCH == "amd64" {
		const poll, choose, epoll = 7, 23, 232
		all[poll], all[choose], all[epoll] = 2, 4, 3
	}
	return all
}()

// isTimed reports whether a thread that is in a call of the system, as the kernel tells it, waits for a time at most.
func isTimed(call string) bool {
	fields := strings.Fields(call) // number, six arguments, where it stands
	if len(fields) < 7 {
		return false
	}
	number, _ := strconv.Atoi(fields[0])
	at, found := timeouts[number]
	if !found || at < 0 {
		return found
	}
	value, _ := strconv.ParseUint(fields[1+at], 0, 64)
	// Milliseconds are a number of 32 bits, of which the negative ones are no limit, and everything else a pointer.
	return value != 0 && int32(value) != -1
}

// ThreadTime returns the processor time that the calling thread has used, which does not count what other processes
// take; where the system does not tell, the time of a clock.
func ThreadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return time.Duration(time.Now().UnixNano())
	}
	return time.Duration(t.Nano())
}

// Time returns the processor time of a process with that of its threads which have ended, 0 when the system
// does not tell.
func Time(pid int) time.Duration {
	const scheduler = 2 // CPUCLOCK_SCHED of a whole process, as clock_getcpuclockid makes it
	var t unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|scheduler), &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// pressure returns for how long something has waited for a processor since the system started.
func pressure() (time.Duration, bool) {
	data, err := os.ReadFile("/proc/pressure/cpu")
	if err != nil {
		return 0, false
	}
	_, total, ok := strings.Cut(string(data), "total=")
	if !ok {
		return 0, false
	}
	total, _, _ = strings.Cut(total, "\n")
	us, err := strconv.ParseInt(total, 10, 64)
	return time.Duration(us) * time.Microsecond, err == nil
}
