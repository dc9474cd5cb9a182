package watch

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"snag/analyze/block/stall"
)

// TestLives tells a target that ended from one that others replaced, and is silent about one whose processes are not known,
// and about workers that end beside others.
func TestLives(t *testing.T) {
	ended := func() int { // the id of a process that has ended
		c := exec.Command(os.Args[0], "-test.run=^$")
		if err := c.Run(); err != nil {
			t.Fatal(err)
		}
		return c.Process.Pid
	}
	var serving []int
	l := newLives(func() []int { return serving })
	if l.look(time.Second); l.turned.Count != 0 {
		t.Errorf("unknown processes: %+v", l.turned)
	}
	self := os.Getpid()
	worker := exec.Command(os.Args[0], "-test.run=^$")
	in, err := worker.StdinPipe() // keeps it from nothing, and is closed with it
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	serving = []int{self, worker.Process.Pid}
	l = newLives(func() []int { return serving })
	if err := worker.Wait(); err != nil {
		t.Fatal(err)
	}
	if serving = []int{self}; l.look(time.Second) || l.turned.Count != 0 {
		t.Errorf("a worker ended: %+v", l.turned)
	}
	l.serving, serving = identities([]int{self}), nil
	l.serving[0].Start++ // another process had the number
	if l.look(2*time.Second) || l.turned.Gone() == nil {
		t.Errorf("it ended: %+v", l.turned)
	}
	serving = []int{ended()}
	if l.look(3*time.Second) || l.turned.Gone() == nil {
		t.Errorf("what took its place ended as well: %+v", l.turned)
	}
	serving = []int{self}
	if !l.look(4*time.Second) || l.turned.Gone() != nil || l.turned.Count != 1 {
		t.Errorf("others serve: %+v", l.turned)
	}
	if got := l.turned.List[0]; got.At != 2*time.Second || got.Back != 4*time.Second || len(got.Serving) != 1 {
		t.Errorf("got %+v, want from 2 to 4 s", got)
	}
}

// TestTurnsAreToldOnce tells each turnover when it is known what came of it, and the last at the end.
func TestTurnsAreToldOnce(t *testing.T) {
	l := newLives(func() []int { return nil })
	tick := newTicker(nil, l)
	tick.end()
	tally := newTally(time.Millisecond, 20*time.Millisecond, 50*time.Millisecond, tick)
	var told []stall.Turnover
	tally.turned = func(one stall.Turnover) { told = append(told, one) }
	l.turned.Add(stall.Turnover{At: time.Second, Back: 2 * time.Second, Serving: []int{1}})
	tally.add(nil)
	tally.add(nil)
	l.turned.Add(stall.Turnover{At: 3 * time.Second})
	tally.add(nil)
	if len(told) != 1 || tally.now().Ends != 2 || !tally.now().Gone {
		t.Errorf("told %+v, metrics %+v, want the first of two", told, tally.now())
	}
	if tally.finish(nil); len(told) != 2 {
		t.Errorf("told %+v, want both at the end", told)
	}
}
