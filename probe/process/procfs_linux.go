package process

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

func selfPID() int { return os.Getpid() }

// procFile reads a file of /proc and turns the absence of the process into [ErrGone].
func procFile(pid int, name string) ([]byte, error) {
	data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/" + name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNoProcess) {
		return nil, fmt.Errorf("%d: %w", pid, ErrGone)
	}
	return data, err
}

// Read returns what the system tells of the process.
func Read(pid int) (Info, error) {
	info, err := readStat(pid)
	if err != nil {
		return Info{}, err
	}
	if argv, err := procFile(pid, "cmdline"); err == nil && len(argv) > 0 {
		info.Argv = strings.Split(strings.TrimRight(string(argv), "\x00 "), "\x00")
	}
	info.Exe, _ = os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe")
	if status, err := readStatus(pid); err == nil {
		if inner := strings.Fields(status["NSpid"]); len(inner) > 0 {
			info.Inner, _ = strconv.Atoi(inner[len(inner)-1])
		}
	}
	return info, nil
}

// readStat reads /proc/PID/stat alone, which is enough to know who a process is.
func readStat(pid int) (Info, error) {
	data, err := procFile(pid, "stat")
	if err != nil {
		return Info{}, err
	}
	// The name is in parentheses and may hold spaces and parentheses of its own (proc(5)).
	open, end := bytes.IndexByte(data, '('), bytes.LastIndexByte(data, ')')
	if open < 0 || end < open {
		return Info{}, fmt.Errorf("%d: malformed stat", pid)
	}
	fields := strings.Fields(string(data[end+1:]))
	if len(fields) < 20 {
		return Info{}, fmt.Errorf("%d: short stat", pid)
	}
	number := func(i int) int { n, _ := strconv.Atoi(fields[i]); return n }
	start, err := strconv.ParseUint(fields[19], 10, 64)
	if err != nil {
		return Info{}, fmt.Errorf("%d: start time: %w", pid, err)
	}
	const kernelThread = 0x00200000 // PF_KTHREAD
	return Info{
		ID: ID{pid, start}, State: fields[0][0], Parent: number(1), Group: number(2), Session: number(3),
		Kernel: number(6)&kernelThread != 0, Name: string(data[open+1 : end]),
	}, nil
}

// zombieStatus returns the wait status that a zombie still carries, which only a process that may
// trace it can read.
func zombieStatus(id ID) (uint32, bool) {
	data, err := procFile(id.PID, "stat")
	if err != nil {
		return 0, false
	}
	fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
	if len(fields) < 50 || fields[0] != "Z" || fields[19] != strconv.FormatUint(id.Start, 10) {
		return 0, false
	}
	status, err := strconv.ParseUint(fields[49], 10, 32)
	// 0 is also what a reader without the right sees.
	return uint32(status), err == nil && status != 0
}

// readStatus reads /proc/PID/status as a map from the name of a line to its value.
func readStatus(pid int) (map[string]string, error) {
	data, err := procFile(pid, "status")
	if err != nil {
		return nil, err
	}
	return statusLines(data), nil
}

func statusLines(data []byte) map[string]string {
	lines := map[string]string{}
	for line := range strings.Lines(string(data)) {
		if name, value, ok := strings.Cut(line, ":"); ok {
			lines[name] = strings.TrimSpace(value)
		}
	}
	return lines
}

// children returns the PIDs of the direct children.
func children(pid int) []int {
	tasks, err := os.ReadDir("/proc/" + strconv.Itoa(pid) + "/task")
	if err != nil {
		return nil
	}
	var pids []int
	for _, task := range tasks {
		data, err := procFile(pid, "task/"+task.Name()+"/children")
		if err != nil {
			continue
		}
		for _, field := range strings.Fields(string(data)) {
			if child, err := strconv.Atoi(field); err == nil {
				pids = append(pids, child)
			}
		}
	}
	slices.Sort(pids)
	return pids
}

// descendants returns all processes below pid, parents before children.
func descendants(pid int) []Info {
	var below []Info
	for _, child := range children(pid) {
		// Between the two reads the PID may pass to another process; its parent gives that away.
		if info, err := Read(child); err == nil && info.Parent == pid {
			below = append(append(below, info), descendants(child)...)
		}
	}
	return below
}

// goBuild reports whether the executable of the process was built by Go.
func goBuild(id ID, exe string) bool {
	if exe == "" {
		return false
	}
	file, err := os.Open("/proc/" + strconv.Itoa(id.PID) + "/exe")
	if err != nil {
		return false
	}
	defer file.Close()
	return hasSection(file, ".go.buildinfo")
}

// environment reports whether the process was started with the variable set to that value.
func environment(pid int, assignment string) bool {
	data, err := procFile(pid, "environ")
	return err == nil && slices.Contains(strings.Split(string(data), "\x00"), assignment)
}

// SameNetwork reports whether the process is in the network namespace of snag, so that its
// listeners can be connected to. It also holds when the namespaces may not be read.
func SameNetwork(pid int) bool {
	own, err := os.Readlink("/proc/self/ns/net")
	if err != nil {
		return true
	}
	theirs, err := os.Readlink("/proc/" + strconv.Itoa(pid) + "/ns/net")
	return err != nil || own == theirs
}
