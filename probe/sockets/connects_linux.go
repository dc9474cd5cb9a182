package sockets

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// Connects reports whether a process holds a TCP connection that it opened itself, or may hold one: what it waits for may
// come over that.
func Connects(pid int) bool {
	held := sockets(pid)
	var text string
	for _, file := range []string{"tcp", "tcp6"} {
		data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/net/" + file)
		if err != nil {
			return true
		}
		text += string(data)
	}
	return connects(text, held)
}

// connects looks among sockets for one whose port none of them listens on, in the text of /proc/PID/net/tcp.
func connects(text string, held []uint64) bool {
	var serving, ports []string
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 10 {
			continue
		}
		inode, err := strconv.ParseUint(fields[9], 10, 64)
		if err != nil || !slices.Contains(held, inode) {
			continue
		}
		_, port, _ := strings.Cut(fields[1], ":")
		if fields[3] == listening {
			serving = append(serving, port)
		} else {
			ports = append(ports, port)
		}
	}
	return slices.ContainsFunc(ports, func(p string) bool { return !slices.Contains(serving, p) })
}
