//go:build unix && !linux

package sockets

import (
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"snag/analyze/sorting"
	"snag/probe/process"
)

// Listeners returns the listening TCP sockets of the processes, as lsof shows them.
func Listeners(tree []process.Info) ([]Listener, error) {
	if len(tree) == 0 {
		return nil, nil
	}
	var pids []string
	for _, info := range tree {
		pids = append(pids, strconv.Itoa(info.PID))
	}
	out, err := exec.Command("lsof", "-nP", "-a", "-p", strings.Join(pids, ","), "-iTCP", "-sTCP:LISTEN", "-Fpn").Output()
	if err != nil && len(out) == 0 {
		if _, ran := err.(*exec.ExitError); ran {
			return nil, nil // lsof exits with 1 when it finds nothing
		}
		return nil, fmt.Errorf("lsof: %w", err)
	}
	var found []Listener
	pid := 0
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "p"):
			pid, _ = strconv.Atoi(line[1:])
		case strings.HasPrefix(line, "n"):
			colon := strings.LastIndexByte(line, ':')
			if colon < 0 {
				continue
			}
			ip := strings.Trim(line[1:colon], "[]")
			if ip == "*" {
				ip = "0.0.0.0"
			}
			port, _ := strconv.Atoi(line[colon+1:])
			found = append(found, Listener{IP: ip, Port: port, PID: pid})
		}
	}
	sorting.Stable(found, func(a, b Listener) int { return a.Port - b.Port })
	return found, nil
}
