package awake

import (
	"runtime"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"snag/analyze/block/stall"
	"snag/probe/process"
)

// TestTrace follows a thread that computes, sleeps, and computes again.
func TestTrace(t *testing.T) {
	started := time.Now()
	trace := Start(started)
	defer trace.Close()
	ids, steps := make(chan int), make(chan bool)
	var used [2]time.Duration
	go func() {
		runtime.LockOSThread()
		ids <- unix.Gettid()
		for i := range used {
			<-steps
			from := process.ThreadTime()
			for process.ThreadTime()-from < 30*time.Millisecond {
			}
			used[i] = process.ThreadTime() - from
			steps <- true
		}
		<-steps
	}()
	id := <-ids
	threads := slices.Values([]int{id})
	trace.Read(threads)
	if trace.threads[id] == nil {
		t.Skip("SKIPPED: the kernel does not let this process follow threads")
	}
	for i := range used {
		steps <- true
		<-steps
		// The thread sleeps now, or is about to: what it did is read when that is so.
		time.Sleep(5 * time.Millisecond)
		var ran time.Duration
		all := trace.Read(threads)
		for j, s := range all {
			ran += s.Ran
			if s.Thread != id || s.From > s.Until || s.Ran > s.Until-s.From || s.Until > time.Since(started) || j > 0 && s.From < all[j-1].Until {
				t.Errorf("round %d: %+v", i, all)
			}
		}
		if ran < used[i]-time.Millisecond {
			t.Errorf("round %d: it ran for %s in %+v, want %s", i, ran, all, used[i])
		}
	}
	trace.Read(slices.Values([]int(nil)))
	if len(trace.threads) != 0 {
		t.Errorf("it follows %d threads, want none", len(trace.threads))
	}
	var none []stall.Stretch
	if got := trace.Read(slices.Values([]int{1 << 30})); !slices.Equal(got, none) {
		t.Errorf("a thread that does not exist: %+v", got)
	}
}
