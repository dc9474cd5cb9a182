package process

import (
	"os"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestUsageOfEndedThreads holds that what a thread has used counts after its end.
func TestUsageOfEndedThreads(t *testing.T) {
	pids := []int{os.Getpid()}
	before := ReadUsage(pids)
	if before.Total == 0 {
		t.Skip("this system does not tell what a process has used")
	}
	// What a running thread used since the last tick of the kernel counts for the process and not yet for the thread, and
	// so may seem to be missing from what ended ones used: as much as a tick, which takes 10 ms at most.
	const used, tick = 40 * time.Millisecond, 10 * time.Millisecond
	done, held := make(chan int), make(chan struct{})
	defer close(held)
	var compute func()
	compute = func() {
		runtime.LockOSThread() // and never unlocked: the thread ends with its goroutine
		tid := unix.Gettid()
		if tid == os.Getpid() { // but for the first one, which is held so that another is taken
			go compute()
			<-held
			return
		}
		for start := ReadUsage(pids).Threads[tid]; ReadUsage(pids).Threads[tid]-start < used; {
		}
		done <- tid
	}
	go compute()
	tid := <-done
	for range 1000 {
		if _, lives := ReadUsage(pids).Threads[tid]; !lives {
			break
		}
		time.Sleep(time.Millisecond)
	}
	now := ReadUsage(pids)
	if _, lives := now.Threads[tid]; lives {
		t.Skip("the thread did not end")
	}
	total, top := now.Since(before)
	if total < used-tick || top < used-tick || !now.EndedSince(before) {
		t.Errorf("got %s in all, %s of the busiest, ended %t; want at least %s and that a thread ended", total, top, now.EndedSince(before), used-tick)
	}
}

// TestPulse counts how often a thread wakes, and nothing for one that waits.
func TestPulse(t *testing.T) {
	pids, wakes := []int{os.Getpid()}, 20
	thread, again := make(chan int), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		thread <- unix.Gettid()
		for range again {
			for range wakes {
				unix.Nanosleep(&unix.Timespec{Nsec: 1e6}, nil)
			}
			thread <- 0
		}
	}()
	tid := <-thread
	before := ReadPulse(pids)
	if len(before.Waits) == 0 {
		t.Skip("this system does not tell how often threads wake")
	}
	again <- struct{}{}
	<-thread
	now := ReadPulse(pids)
	close(again)
	if got := now.Waits[tid] - before.Waits[tid]; got < int64(wakes) || got > int64(wakes)+5 {
		t.Errorf("slept %d times: got %d, want about as many", wakes, got)
	}
	if got := now.Rates(before)[tid]; got <= 0 {
		t.Errorf("got %g a second, want more than 0", got)
	}
}
