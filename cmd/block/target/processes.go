package target

import (
	"cmp"
	"fmt"
	"slices"

	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/process"
)

// Process is one of several processes of the target that was seen to stall, for JSON.
type Process struct {
	PID     int         `json:"pid"`
	Command report.Text `json:"command"` // without secrets; "" when it is gone
	Times   int         `json:"times"`   // that it was seen
}

// Processes returns the processes by how often each id is in the list, the most frequent first.
func Processes(pids []int) []Process {
	all := []Process{}
	for _, pid := range pids {
		i := slices.IndexFunc(all, func(p Process) bool { return p.PID == pid })
		if i < 0 {
			i = len(all)
			one := Process{PID: pid}
			if info, err := process.Read(pid); err == nil {
				one.Command = report.Text(cli.RedactedLine(report.RedactArgs(info.Describe().Argv)))
			}
			all = append(all, one)
		}
		all[i].Times++
	}
	sorting.Stable(all, func(a, b Process) int { return cmp.Compare(b.Times, a.Times) })
	return all
}

// String names the process in a line.
func (p Process) String() string { return fmt.Sprintf("%d  %s", p.PID, cmp.Or(string(p.Command), "?")) }
