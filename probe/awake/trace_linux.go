package awake

import (
	"iter"
	"sync/atomic"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"snag/analyze/block/stall"
)

// Trace follows threads. The caller closes it.
type Trace struct {
	start   int64 // by the monotonic clock
	threads map[int]*followed
}

// followed is a thread with the buffer in which the kernel writes its switches.
type followed struct {
	thread
	fd     int
	buffer []byte // the page of the kernel's notes, and the records behind it
}

// mostThreads bounds how many threads are followed, bufferPages how much of their switches is kept between readings:
// a thousand.
const (
	mostThreads = 64
	bufferPages = 4
)

// What the kernel notes of a switch in a record's header.
const (
	switchedOut = 1 << 13
	preempted   = 1 << 14 // it was to run on
)

// Start starts a trace whose times count from started, a time of this process.
func Start(started time.Time) *Trace {
	return &Trace{start: monotonic() - int64(time.Since(started)), threads: map[int]*followed{}}
}

func monotonic() int64 {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) != nil {
		return 0
	}
	return t.Nano()
}

// Read follows these threads from now on and no others, and returns the stretches of each, in order, since the reading
// before. A stretch that goes on is divided. Threads that the kernel does not let this process follow have none.
func (t *Trace) Read(threads iter.Seq[int]) []stall.Stretch {
	now := time.Duration(monotonic() - t.start)
	alive := map[int]bool{}
	for id := range threads {
		alive[id] = true
		if _, known := t.threads[id]; !known && len(t.threads) < mostThreads {
			t.threads[id] = follow(id)
		}
	}
	var all []stall.Stretch
	for id, one := range t.threads {
		if one != nil {
			one.divide(max(now, one.read(t.start)))
			all, one.told = append(all, one.told...), nil
		}
		if !alive[id] {
			one.close()
			delete(t.threads, id)
		}
	}
	return all
}

// Close ends the trace.
func (t *Trace) Close() {
	for id, one := range t.threads {
		one.close()
		delete(t.threads, id)
	}
}

// follow opens the trace of a thread, nil where the kernel refuses: a container or /proc/sys/kernel/perf_event_paranoid
// may not allow it.
func follow(id int) *followed {
	fd, err := unix.PerfEventOpen(&unix.PerfEventAttr{
		Type: unix.PERF_TYPE_SOFTWARE, Size: uint32(unsafe.Sizeof(unix.PerfEventAttr{})), Config: unix.PERF_COUNT_SW_DUMMY,
		Sample_type: unix.PERF_SAMPLE_TIME, Clockid: unix.CLOCK_MONOTONIC,
		Bits: unix.PerfBitContextSwitch | unix.PerfBitSampleIDAll | unix.PerfBitUseClockID | unix.PerfBitExcludeKernel | unix.PerfBitExcludeHv,
	}, id, -1, -1, unix.PERF_FLAG_FD_CLOEXEC)
	if err != nil {
		return nil
	}
	buffer, err := unix.Mmap(fd, 0, (1+bufferPages)*unix.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		unix.Close(fd)
		return nil
	}
	return &followed{thread: thread{id: id}, fd: fd, buffer: buffer}
}

func (f *followed) close() {
	if f != nil {
		_ = unix.Munmap(f.buffer)
		unix.Close(f.fd)
	}
}

// read takes what the kernel wrote since the reading before, and returns the time of the last record.
func (f *followed) read(start int64) (last time.Duration) {
	notes := (*unix.PerfEventMmapPage)(unsafe.Pointer(&f.buffer[0]))
	records := f.buffer[unix.Getpagesize():]
	word := func(at uint64) uint64 { // records are multiples of eight bytes, and so is the buffer
		return *(*uint64)(unsafe.Pointer(&records[at%uint64(len(records))]))
	}
	head := atomic.LoadUint64(&notes.Data_head)
	at := notes.Data_tail
	for at < head {
		header := word(at)
		kind, misc, size := uint32(header), uint16(header>>32), header>>48
		if size < 8 {
			at = head // not to be understood
			f.lost()
			break
		}
		switch kind {
		case unix.PERF_RECORD_SWITCH:
			last = time.Duration(int64(word(at+8)) - start)
			if misc&switchedOut == 0 {
				f.in(last)
			} else {
				f.out(last, misc&preempted == 0)
			}
		case unix.PERF_RECORD_LOST:
			f.lost()
		}
		at += size
	}
	atomic.StoreUint64(&notes.Data_tail, at)
	return last
}
