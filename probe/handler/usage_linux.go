package handler

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"
)

// Usage is the processor time that processes have used.
type Usage struct {
	Total time.Duration
	// Threads is the time of each thread by its id.
	Threads map[int]time.Duration
}

// ReadUsage adds up the time that the threads of the processes were on a processor, in nanoseconds
// of the scheduler. It is zero for processes that are gone.
func ReadUsage(pids []int) Usage {
	u := Usage{Threads: map[int]time.Duration{}}
	for _, pid := range pids {
		dir := "/proc/" + strconv.Itoa(pid) + "/task/"
		f, err := os.Open(dir)
		if err != nil {
			continue
		}
		names, _ := f.Readdirnames(-1)
		f.Close()
		for _, name := range names {
			data, err := os.ReadFile(dir + name + "/schedstat")
			if err != nil {
				continue
			}
			first, _, _ := bytes.Cut(data, []byte{' '})
			ns, err := strconv.ParseInt(string(first), 10, 64)
			if err != nil {
				continue
			}
			tid, _ := strconv.Atoi(name)
			u.Threads[tid] = time.Duration(ns)
			u.Total += time.Duration(ns)
		}
	}
	return u
}

// Since returns what was used since an earlier reading: in all, and by the thread that used most.
func (u Usage) Since(before Usage) (total, top time.Duration, thread int) {
	for tid, now := range u.Threads {
		used := now - before.Threads[tid]
		total += used
		if used > top {
			top, thread = used, tid
		}
	}
	return total, top, thread
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
