package sockets

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// Unread reports whether a connection to the port, from one of these ports of this machine, holds bytes that its
// server has not read. It looks in snag's network namespace.
func Unread(port int, from []int) bool {
	for _, file := range []string{"net/tcp", "net/tcp6"} {
		data, err := os.ReadFile("/proc/self/" + file)
		if err == nil && unread(string(data), port, from) {
			return true
		}
	}
	return false
}

// unread looks for such a connection in the text of /proc/PID/net/tcp or tcp6.
func unread(text string, port int, from []int) bool {
	const established = "01"
	number := func(address string) int {
		_, hex, _ := strings.Cut(address, ":")
		n, err := strconv.ParseUint(hex, 16, 16)
		if err != nil {
			return -1
		}
		return int(n)
	}
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 10 || fields[3] != established || number(fields[1]) != port || !slices.Contains(from, number(fields[2])) {
			continue
		}
		if _, queue, _ := strings.Cut(fields[4], ":"); strings.Trim(queue, "0") != "" {
			return true
		}
	}
	return false
}
