// Package locate asks a running process at which line of its code it spends its time or stands still.
package locate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/sockets"
	"snag/probe/wire"
)

// Suspect is a target that may be asked where it spends its time.
type Suspect struct {
	Target wire.Target
	PIDs   []int
	// Child is set when snag started the target: then it may be ended to learn where it stands.
	Child *process.Child
}

// dumper takes dumps of the stacks of a target.
type dumper struct {
	take func() string
	read func(string) []stack
}

// dumpers are what can be asked without an end to the target: the goroutines that Go's net/http/pprof
// serves, the threads of a JVM, py-spy for Python when it is installed.
func (s Suspect) dumpers(ctx context.Context) (all []dumper) {
	if dump := s.goroutines(ctx); dump != "" {
		all = append(all, dumper{func() string { return s.goroutines(ctx) }, goStacks})
	}
	if pid := last(s.PIDs, shutdown.JVM); pid != 0 {
		all = append(all, dumper{func() string { return threads(ctx, pid) }, javaStacks})
	}
	if spy, err := exec.LookPath("py-spy"); err == nil {
		for _, pid := range s.PIDs {
			all = append(all, dumper{func() string { return output(ctx, spy, "dump", "--full-filenames", "--pid", strconv.Itoa(pid)) }, pySpyStacks})
		}
	}
	return all
}

// errIdle means that a Node process does nothing while requests wait.
var errIdle = errors.New("the event loop is idle: requests wait for something that never happens")

// Locate finds the line at which the target spends its time while fire runs: with a profile of Node, or
// by dumps of stacks. Where nothing else can be asked, a child of Go or Python is ended by a signal at
// which it writes its stacks, so this is the last thing to do with it.
func (s Suspect) Locate(ctx context.Context, fire func()) (Place, error) {
	place, err := profileNode(ctx, s.PIDs, fire)
	if !errors.Is(err, errNotNode) {
		return place, err
	}
	dumpers := s.dumpers(ctx)
	for _, d := range dumpers {
		if place, ok := dumpWhile(fire, d); ok {
			return place, nil
		}
	}
	if pid, read := s.lastWords(); pid != 0 && len(dumpers) == 0 {
		done := make(chan struct{})
		start := time.Now()
		fire() // once more, to know how long it takes
		took := time.Since(start)
		go func() { fire(); close(done) }()
		time.Sleep(took / 8)
		stacks := read(s.end(pid))
		<-done
		if place, ok := hottestOf(stacks, isRunning); ok {
			return place, nil
		}
	}
	return Place{}, s.unknown()
}

// Stuck finds the line at which requests stand that are not answered: what a Node process runs, or what its
// async functions wait for, or which lock or channel others wait for. Nothing ends.
func (s Suspect) Stuck(ctx context.Context) (Place, error) {
	if nodes := all(s.PIDs, shutdown.Node); len(nodes) > 0 {
		const look = 200 * time.Millisecond
		before := process.ReadUsage(s.PIDs)
		busy := busiest(s.PIDs, func() { time.Sleep(look) })
		now := process.ReadUsage(s.PIDs)
		// A loop gets little of a busy machine, but is ready to run all the time.
		if used, _ := now.Since(before); used < 5*time.Millisecond && now.HeldSince(before) < look/2 && len(before.Threads) > 0 {
			return awaitingAny(ctx, nodes)
		}
		pid := cmp.Or(busy, nodes[len(nodes)-1])
		place, err := pauseNode(ctx, pid)
		place.PID = pid
		return place, err
	}
	for _, d := range s.dumpers(ctx) {
		if place, ok := stuckIn(d.read(d.take())); ok {
			return place, nil
		}
	}
	return Place{}, s.unknown()
}

// awaitingAny returns where async functions wait in the first of the processes of Node, the last started first, in
// which some do.
func awaitingAny(ctx context.Context, nodes []int) (place Place, err error) {
	for _, pid := range slices.Backward(nodes) {
		if place, err = awaitingNode(ctx, pid); err == nil || ctx.Err() != nil {
			place.PID = pid
			return place, err
		}
	}
	return place, err
}

// LastWords does the same for a child of Go or Python that cannot be asked otherwise: it ends it, by a
// signal at which it writes its stacks.
func (s Suspect) LastWords() (Place, error) {
	if pid, read := s.lastWords(); pid != 0 {
		if place, ok := stuckIn(read(s.end(pid))); ok {
			return place, nil
		}
	}
	return Place{}, s.unknown()
}

func stuckIn(stacks []stack) (Place, bool) {
	if place, ok := hottestOf(stacks, isRunning); ok {
		return place, true
	}
	return hottestOf(stacks, isBlocked)
}

// lastWords returns the process of the child that serves, if it writes its stacks when it is ended,
// and what reads them.
func (s Suspect) lastWords() (int, func(string) []stack) {
	if s.Child == nil {
		return 0, nil
	}
	// The parent of a server that was compiled for the occasion is Go's tool and no server.
	if holders := holders(s); len(holders) > 0 {
		s.PIDs = holders
	}
	if pid := last(s.PIDs, shutdown.Go); pid != 0 {
		return pid, goStacks
	}
	if pid := last(s.PIDs, shutdown.Python); pid != 0 {
		return pid, faultStacks
	}
	return 0, nil
}

// holders are the processes of the suspect that hold its listening sockets.
func holders(s Suspect) (pids []int) {
	listeners, _ := sockets.Listeners(s.Child.Tree())
	for _, l := range listeners {
		pids = append(pids, l.PID)
	}
	return pids
}

// end ends a process by the signal at which its runtime writes all stacks to stderr: SIGQUIT in Go, and
// SIGABRT in Python, whose faulthandler is on in children of snag.
func (s Suspect) end(pid int) string {
	info, err := process.Read(pid)
	if err != nil {
		return ""
	}
	handle, err := process.Open(info.ID)
	if err != nil {
		return ""
	}
	defer handle.Close()
	name := "SIGQUIT"
	if info.Describe().Runtime == shutdown.Python {
		name = "SIGABRT"
	}
	if handle.Signal(process.SignalNumber(name)) != nil {
		return ""
	}
	select {
	case <-handle.Done():
	case <-time.After(2 * time.Second):
	}
	time.Sleep(50 * time.Millisecond) // what is still in the pipe
	_, stderr := s.Child.Output()
	return stderr
}

// Revealing are assignments in the environment of a child that make it ready to be asked: a Python
// process writes its stacks when it is ended by SIGABRT, and the inspector of Node, once SIGUSR1 opens
// it, takes a port that is free rather than the one that all of them share. The port is named because
// Node's cluster counts up from it for its workers, and refuses to start them from 0.
func Revealing() []string {
	assignments := []string{"PYTHONFAULTHANDLER=1"}
	if free, err := net.Listen("tcp", "127.0.0.1:0"); err == nil {
		port := free.Addr().(*net.TCPAddr).Port
		free.Close()
		assignments = append(assignments, "NODE_OPTIONS="+strings.TrimSpace(fmt.Sprintf("%s --inspect-port=%d", os.Getenv("NODE_OPTIONS"), port)))
	}
	return assignments
}

// unknown says why nothing could be learnt.
func (s Suspect) unknown() error {
	why := "no tool for its runtime is known"
	switch {
	case last(s.PIDs, shutdown.Go) != 0:
		why = "the Go process serves no /debug/pprof"
	case last(s.PIDs, shutdown.JVM) != 0:
		why = "the JVM does not answer, or shows no code of the target"
	case last(s.PIDs, shutdown.Python) != 0, last(s.PIDs, shutdown.Gunicorn) != 0, last(s.PIDs, shutdown.Uvicorn) != 0:
		why = "py-spy is not installed, or shows no code of the target"
	case last(s.PIDs, shutdown.Ruby) != 0, last(s.PIDs, shutdown.Puma) != 0:
		why = "Ruby shows its stacks to nobody outside of the process"
	}
	return errors.New(why)
}

// dumpWhile takes dumps while fire runs, and returns the place at which something ran most often.
func dumpWhile(fire func(), d dumper) (Place, bool) {
	done := make(chan struct{})
	go func() { fire(); close(done) }()
	var all []stack
	for running := true; running; {
		all = append(all, d.read(d.take())...)
		select {
		case <-done:
			running = false
		case <-time.After(5 * time.Millisecond):
		}
	}
	return hottestOf(all, isRunning)
}

// goroutines fetches the dump of all goroutines, "" when the target serves none.
func (s Suspect) goroutines(ctx context.Context) string {
	client := wire.NewClient(s.Target)
	defer client.Close()
	r := client.Do(ctx, wire.Request{Method: "GET", Path: "/debug/pprof/goroutine?debug=2"}.Bytes(s.Target), 3*time.Second)
	if r.Outcome != wire.Answered || r.Status != 200 || len(goHead.FindString(string(r.Body))) == 0 {
		return ""
	}
	return string(r.Body)
}

// threads returns the dump of the threads of a JVM, "" where it cannot be asked.
func threads(ctx context.Context, pid int) string {
	dump, _ := AskJVM(ctx, pid, "Thread.print")
	return dump
}

func output(ctx context.Context, name string, args ...string) string {
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second) // a JVM on a busy machine takes several
	defer cancel()
	command := exec.CommandContext(ctx, name, args...)
	command.WaitDelay = 100 * time.Millisecond
	out, err := command.Output()
	if err != nil {
		return ""
	}
	return string(out)
}
