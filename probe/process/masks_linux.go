package process

import (
	"encoding/binary"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"snag/analyze/shutdown"
	"snag/analyze/sorting"
)

// set is a set of signals as the kernel writes it: bit n-1 stands for signal n.
type set uint64

func parseSet(hex string) set {
	n, _ := strconv.ParseUint(hex, 16, 64)
	return set(n)
}

// names lists the set in the order of the numbers. Signals 32 and 33 belong to the C library.
func (s set) names() []string {
	names := []string{}
	for number := 1; number <= 64; number++ {
		if s&(1<<(number-1)) != 0 && number != 32 && number != 33 {
			names = append(names, SignalName(number))
		}
	}
	return names
}

func realtimeName(number int) string {
	const first, last = 34, 64
	if number < first || number > last {
		return "SIG" + strconv.Itoa(number)
	}
	if number == first {
		return "SIGRTMIN"
	}
	return "SIGRTMIN+" + strconv.Itoa(number-first)
}

// Masks returns what the kernel shows of the signals of the process and its threads. Nothing is
// sent.
func Masks(info Info) (shutdown.Masks, error) {
	status, err := readStatus(info.PID)
	if err != nil {
		return shutdown.Masks{}, err
	}
	masks := shutdown.Masks{
		Process: info.Describe(), State: status["State"],
		Ignored:  parseSet(status["SigIgn"]).names(),
		Caught:   parseSet(status["SigCgt"]).names(),
		Pending:  parseSet(status["ShdPnd"]).names(),
		SignalFD: []string{}, Threads: []shutdown.ThreadMask{},
	}
	fds, err := signalFDs(info.PID)
	masks.SignalFD = fds.names()
	if err != nil {
		masks.Partial = "signalfds may not be read"
	}
	tasks, err := os.ReadDir("/proc/" + strconv.Itoa(info.PID) + "/task")
	if err != nil {
		return shutdown.Masks{}, err
	}
	for _, task := range tasks {
		data, err := procFile(info.PID, "task/"+task.Name()+"/status")
		if err != nil {
			continue // the thread has ended
		}
		lines := statusLines(data)
		thread := shutdown.ThreadMask{
			Name: lines["Name"], Blocked: parseSet(lines["SigBlk"]).names(), Pending: parseSet(lines["SigPnd"]).names(),
		}
		thread.TID, _ = strconv.Atoi(task.Name())
		waited, waiting, known := sigwait(info.PID, task.Name())
		thread.Waiting = waiting
		if known {
			thread.Waited = waited.names()
		}
		masks.Threads = append(masks.Threads, thread)
	}
	sorting.Stable(masks.Threads, func(a, b shutdown.ThreadMask) int { return a.TID - b.TID })
	return masks, nil
}

// signalFDs returns the union of the sets of all signalfds of the process.
func signalFDs(pid int) (set, error) {
	dir := "/proc/" + strconv.Itoa(pid) + "/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	var union set
	for _, entry := range entries {
		if target, _ := os.Readlink(dir + "/" + entry.Name()); target != "anon_inode:[signalfd]" {
			continue
		}
		data, _ := procFile(pid, "fdinfo/"+entry.Name())
		union |= parseSet(statusLines(data)["sigmask"])
	}
	return union, nil
}

// sigwait reports whether the thread waits in rt_sigtimedwait, and for which signals when the
// memory of the process may be read. The kernel shows signals that are waited for as neither
// blocked nor caught, so that they look like default ones.
func sigwait(pid int, tid string) (waited set, waiting, known bool) {
	data, err := procFile(pid, "task/"+tid+"/syscall")
	if err != nil {
		channel, _ := procFile(pid, "task/"+tid+"/wchan")
		return 0, strings.Contains(string(channel), "sigtimedwait"), false
	}
	fields := strings.Fields(string(data))
	if len(fields) < 2 || fields[0] != strconv.Itoa(unix.SYS_RT_SIGTIMEDWAIT) {
		return 0, false, false
	}
	address, err := strconv.ParseInt(fields[1], 0, 64)
	if err != nil {
		return 0, true, false
	}
	memory, err := os.Open("/proc/" + strconv.Itoa(pid) + "/mem")
	if err != nil {
		return 0, true, false
	}
	defer memory.Close()
	var bits [8]byte
	if _, err := memory.ReadAt(bits[:], address); err != nil {
		return 0, true, false
	}
	return set(binary.NativeEndian.Uint64(bits[:])), true, true
}

// SignalPending reports whether the signal was sent to the process and still waits to be
// delivered, and whether the process is stopped.
func SignalPending(pid, number int) (pending, stopped bool) {
	status, err := readStatus(pid)
	if err != nil {
		return false, false
	}
	waiting := parseSet(status["ShdPnd"]) | parseSet(status["SigPnd"])
	state := status["State"]
	return waiting&(1<<(number-1)) != 0, strings.HasPrefix(state, "T") || strings.HasPrefix(state, "t")
}
