package sockets

import (
	"os"
	"slices"
	"strconv"

	"snag/probe/process"
)

// Serving returns the processes that hold a socket listening on the port of this machine, with
// their descendants, in the order of their ids. There are none where the system does not tell.
func Serving(port int) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var all []process.Info
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			all = append(all, process.Info{ID: process.ID{PID: pid}})
		}
	}
	listeners, err := Listeners(all)
	if err != nil {
		return nil
	}
	var pids []int
	for _, l := range listeners {
		if l.Port != port {
			continue
		}
		tree, err := process.Tree(process.ID{PID: l.PID})
		if err != nil {
			continue
		}
		for _, info := range tree {
			if !slices.Contains(pids, info.PID) {
				pids = append(pids, info.PID)
			}
		}
	}
	slices.Sort(pids)
	return pids
}
