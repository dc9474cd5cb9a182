package sockets

import (
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"snag/analyze/sorting"
	"snag/probe/process"
)

// Listeners returns the listening TCP sockets of the processes, as netstat shows them.
func Listeners(tree []process.Info) ([]Listener, error) {
	out, err := exec.Command("netstat", "-ano", "-p", "TCP").Output()
	if err != nil {
		return nil, fmt.Errorf("netstat: %w", err)
	}
	var found []Listener
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		// The word for the state is translated; a listener has the foreign address 0.0.0.0:0.
		if len(words) < 5 || words[0] != "TCP" || words[2] != "0.0.0.0:0" {
			continue
		}
		pid, _ := strconv.Atoi(words[4])
		colon := strings.LastIndexByte(words[1], ':')
		if colon < 0 || !slices.ContainsFunc(tree, func(i process.Info) bool { return i.PID == pid }) {
			continue
		}
		port, _ := strconv.Atoi(words[1][colon+1:])
		found = append(found, Listener{IP: words[1][:colon], Port: port, PID: pid})
	}
	sorting.Stable(found, func(a, b Listener) int { return a.Port - b.Port })
	return found, nil
}
