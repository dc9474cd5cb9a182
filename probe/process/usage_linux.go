package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"
)

// ReadUsage adds up the time that the threads of the processes were on a processor, in nanoseconds
// of the scheduler. It is zero for processes that are gone.
func ReadUsage(pids []int) Usage {
	u := Usage{Threads: map[int]time.Duration{}, Waits: map[int]time.Duration{}}
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
			u.Total += time.Duration(ns)
		}
	}
	return u
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
