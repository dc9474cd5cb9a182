package locate

import (
	"cmp"
	"context"
	"errors"
	"net/url"
	"slices"
	"sync"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/sockets"
)

// Place is where a process spent its time.
type Place struct {
	File     string // an absolute path
	Line     int    // from 1
	Function string
	// Share is the part of the busy time, 0 to 1.
	Share float64
	// Callers are the functions above it in the user's code, innermost first: "name file:line".
	Callers []string
	Method  string // how it was found
	PID     int    // of the process that was asked, 0 where any of several may have answered
}

// profile is a CPU profile as V8 writes it.
type profile struct {
	Nodes []struct {
		ID    int `json:"id"`
		Frame struct {
			Function string `json:"functionName"`
			URL      string `json:"url"`
			Line     int    `json:"lineNumber"` // from 0
		} `json:"callFrame"`
		Hits     int   `json:"hitCount"`
		Children []int `json:"children"`
		Ticks    []struct {
			Line  int `json:"line"` // from 1
			Ticks int `json:"ticks"`
		} `json:"positionTicks"`
	} `json:"nodes"`
}

// errNotNode means that none of the processes is Node.
var errNotNode = errors.New("the target is not a Node process")

// profileNode opens the inspector of the Node process that serves, with SIGUSR1, records a profile
// while fire runs, and returns the line at which most of the time went: in the user's own code, when
// the engine works on its behalf. The inspector's port on the loopback stays open in the process.
func profileNode(ctx context.Context, pids []int, fire func()) (Place, error) {
	pid := last(pids, shutdown.Node) // a worker stands behind its parent
	if pid == 0 {
		return Place{}, errNotNode
	}
	if len(pids) > 1 {
		if busy := busiest(pids, fire); busy != 0 {
			pid = busy
		}
	}
	in, err := OpenInspector(ctx, pid)
	if err != nil {
		return Place{}, err
	}
	defer in.Close()
	const limit = 5 * time.Second
	for _, step := range []struct {
		method string
		params any
	}{
		{"Profiler.enable", struct{}{}},
		{"Profiler.setSamplingInterval", map[string]int{"interval": 500}},
		{"Profiler.start", struct{}{}},
	} {
		if err := in.Call(step.method, step.params, nil, limit); err != nil {
			return Place{}, err
		}
	}
	fire()
	var result struct {
		Profile profile `json:"profile"`
	}
	if err := in.Call("Profiler.stop", struct{}{}, &result, 20*time.Second); err != nil {
		return Place{}, err
	}
	return result.Profile.hottest()
}

// last returns the last of the processes that is of the runtime, 0 when none is.
func last(pids []int, runtime shutdown.Runtime) int {
	found := all(pids, runtime)
	if len(found) == 0 {
		return 0
	}
	return found[len(found)-1]
}

// all returns those of the processes that a runtime runs.
func all(pids []int, runtime shutdown.Runtime) (found []int) {
	for _, pid := range pids {
		if info, err := process.Read(pid); err == nil && info.Describe().Runtime == runtime {
			found = append(found, pid)
		}
	}
	return found
}

// busiest returns the process that uses the most processor time while fire runs.
func busiest(pids []int, fire func()) int {
	before := process.ReadUsage(pids)
	fire()
	pid, _ := process.ReadUsage(pids).Busiest(before)
	return pid
}

// OpenInspector asks the process to listen and finds out where.
func OpenInspector(ctx context.Context, pid int) (*Inspector, error) {
	if err := process.Guard(pid); err != nil {
		return nil, err
	}
	info, err := process.Read(pid)
	if err != nil {
		return nil, err
	}
	ports := func() (all []int) {
		listeners, _ := sockets.Listeners([]process.Info{info})
		for _, l := range listeners {
			all = append(all, l.Port)
		}
		return all
	}
	before := ports()
	// A second signal opens no second one, so that waiting for it would be for nothing.
	if port, known := inspectors.Load(info.ID); known && slices.Contains(before, port.(int)) {
		if in, err := inspect(ctx, port.(int)); err == nil {
			return in, nil
		}
	}
	handle, err := process.Open(info.ID)
	if err != nil {
		return nil, err
	}
	defer handle.Close()
	if err := handle.Signal(process.SignalNumber("SIGUSR1")); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(3 * time.Second); time.Now().Before(deadline) && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		for _, port := range ports() {
			if slices.Contains(before, port) {
				continue
			}
			if in, err := inspect(ctx, port); err == nil {
				inspectors.Store(info.ID, port)
				return in, nil
			}
		}
	}
	// It may have been open before.
	for _, port := range before {
		if in, err := inspect(ctx, port); err == nil {
			inspectors.Store(info.ID, port)
			return in, nil
		}
	}
	return nil, errors.New("the process opened no inspector")
}

// inspectors are the ports of inspectors that were opened, by the identity of their process.
var inspectors sync.Map

// hottest returns the line of the user's code in or below which the most samples lie.
func (p profile) hottest() (Place, error) {
	parent := map[int]int{}
	index := map[int]int{}
	for i, n := range p.Nodes {
		index[n.ID] = i
		for _, child := range n.Children {
			parent[child] = n.ID
		}
	}
	users := func(i int) bool { return ofUser(p.Nodes[i].Frame.URL) }
	// Samples in the engine or a library count for the user's function that called it.
	own := map[int]int{}
	busy := 0
	for i, n := range p.Nodes {
		switch n.Frame.Function {
		case "(idle)", "(root)", "(program)":
			continue
		}
		busy += n.Hits
		at := i
		for !users(at) {
			up, ok := parent[p.Nodes[at].ID]
			if !ok {
				at = -1
				break
			}
			at = index[up]
		}
		if at >= 0 {
			own[at] += n.Hits
		}
	}
	if busy < 5 || len(own) == 0 {
		return Place{}, errors.New("the profile shows no code of the target at work")
	}
	// Recursion and inlining spread one function over many nodes.
	function := func(i int) string {
		f := p.Nodes[i].Frame
		return f.URL + "\n" + f.Function + "\n" + string(rune(f.Line))
	}
	byFunction := map[string]int{}
	for i, hits := range own {
		byFunction[function(i)] += hits
	}
	best := ""
	for name, hits := range byFunction {
		if best == "" || hits > byFunction[best] || hits == byFunction[best] && name < best {
			best = name
		}
	}
	lines := map[int]int{}
	top, topHits := -1, -1
	for i, hits := range own {
		if function(i) != best {
			continue
		}
		for _, t := range p.Nodes[i].Ticks {
			lines[t.Line] += t.Ticks
		}
		if hits > topHits || hits == topHits && i < top {
			top, topHits = i, hits
		}
	}
	frame := p.Nodes[top].Frame
	place := Place{File: filePath(frame.URL), Line: frame.Line + 1, Function: cmp.Or(frame.Function, "(anonymous)"),
		Share: float64(byFunction[best]) / float64(busy), Method: "CPU profile"}
	ticked := 0
	for line, ticks := range lines {
		if ticks > ticked || ticks == ticked && line < place.Line {
			// Time in a native function has no line of its own: it counts for the whole caller.
			if ticked = ticks; ticks*4 >= byFunction[best] {
				place.Line = line
			}
		}
	}
	for at := top; ; {
		up, ok := parent[p.Nodes[at].ID]
		if !ok || len(place.Callers) == 5 {
			break
		}
		at = index[up]
		if f := p.Nodes[at].Frame; users(at) && function(at) != best {
			place.Callers = append(place.Callers, cmp.Or(f.Function, "(anonymous)")+" "+filePath(f.URL))
		}
	}
	return place, nil
}

func filePath(raw string) string {
	if u, err := url.Parse(raw); err == nil && u.Scheme == "file" {
		return u.Path
	}
	return raw
}
