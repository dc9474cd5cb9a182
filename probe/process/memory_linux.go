package process

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ReadMemory adds up what the processes hold. Those that are gone, or that may not be looked at, count nothing.
func ReadMemory(pids []int) (m Memory) {
	for _, pid := range pids {
		if data, err := procFile(pid, "smaps_rollup"); err == nil {
			for line := range strings.Lines(string(data)) {
				name, value, _ := strings.Cut(line, ":")
				kilobytes, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")), 10, 64)
				switch name {
				case "Pss":
					m.PSS += kilobytes << 10
				case "Private_Dirty":
					m.Private += kilobytes << 10
				}
			}
		}
		dir := "/proc/" + strconv.Itoa(pid)
		m.Threads += len(names(dir + "/task"))
		for _, fd := range names(dir + "/fd") {
			m.Descriptors++
			if to, err := os.Readlink(dir + "/fd/" + fd); err == nil && strings.HasPrefix(to, "socket:") {
				m.Sockets++
			}
		}
	}
	return m
}

func names(dir string) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	all, _ := f.Readdirnames(-1)
	return all
}

// memoryLimit returns the least limit of the group of the process and those above it.
func memoryLimit(pid int) (least int64) {
	data, err := procFile(pid, "cgroup")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		root, file := "", ""
		switch {
		case parts[0] == "0":
			root, file = "/sys/fs/cgroup", "memory.max"
		case parts[1] == "memory":
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		for dir := filepath.Clean("/" + parts[2]); ; dir = filepath.Dir(dir) {
			if text, err := os.ReadFile(filepath.Join(root, dir, file)); err == nil {
				// Version 1 writes a number near the largest for no limit.
				if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n < 1<<60 && (least == 0 || n < least) {
					least = n
				}
			}
			if dir == "/" {
				break
			}
		}
	}
	return least
}
