package stream

import (
	"context"
	"fmt"
	"net"
	"runtime"
	"time"

	"golang.org/x/sys/unix"

	"snag/analyze/block/stall"
	"snag/probe/wire"
)

// observe runs the plan with one thread that sleeps in ppoll(2) until something is due or arrives.
// A goroutine per connection would be at the mercy of Go's scheduler, which is late by milliseconds
// when the processors are busy.
func observe(ctx context.Context, p Plan) (Observation, error) {
	if p.Target.TLS != nil || p.Target.HTTP2 {
		return observePortably(ctx, p)
	}
	address, err := resolve(ctx, p.Target)
	if err != nil {
		return Observation{}, err
	}
	type result struct {
		o   Observation
		err error
	}
	results := make(chan result, 1)
	go func() {
		// The thread ends with the goroutine, and its priority with it.
		runtime.LockOSThread()
		_ = unix.Setpriority(unix.PRIO_PROCESS, 0, -10) // only the superuser may; it helps on a busy machine
		e := engine{
			schedule: newSchedule(p), address: address,
			o: Observation{Clock: "kernel", Failures: map[wire.Outcome]int{}, Statuses: map[int]int{}},
		}
		if p.Target.Network == "unix" {
			e.o.Clock = "process" // the kernel stamps what comes over a network
		}
		err := e.run(ctx)
		results <- result{e.o, err}
	}()
	r := <-results
	return r.o, r.err
}

func resolve(ctx context.Context, t wire.Target) (unix.Sockaddr, error) {
	if t.Network == "unix" {
		return &unix.SockaddrUnix{Name: t.Address}, nil
	}
	host, port, err := net.SplitHostPort(t.Address)
	if err != nil {
		return nil, err
	}
	number, err := net.DefaultResolver.LookupPort(ctx, "tcp", port)
	if err != nil {
		return nil, err
	}
	ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	// The first address that accepts, as other clients do.
	for _, ip := range ips {
		conn, err := net.DialTimeout("tcp", net.JoinHostPort(ip.String(), port), time.Second)
		if err != nil {
			continue
		}
		conn.Close()
		if ip = ip.Unmap(); ip.Is4() {
			return &unix.SockaddrInet4{Port: number, Addr: ip.As4()}, nil
		}
		return &unix.SockaddrInet6{Port: number, Addr: ip.As16()}, nil
	}
	return nil, fmt.Errorf("nothing accepts connections at %s", t.Address)
}

type engine struct {
	*schedule
	address unix.Sockaddr
	o       Observation
	start   time.Time
	lanes   []*lane // of the stream
	suspect lane
	turn    int
	waiting []int // samples that no lane was free for
	offset  time.Duration
	checked time.Duration // when the offset was read
	buffer  [128 << 10]byte
	control [256]byte
	err     error // the last of a connection
}

func (e *engine) now() time.Duration { return time.Since(e.start) }

func (e *engine) run(ctx context.Context) error {
	defer func() {
		for _, l := range append(e.lanes, &e.suspect) {
			l.close()
		}
	}()
	e.suspect.fd = -1
	e.start = time.Now()
	e.o.Start = e.start
	e.setOffset()
	for asked := time.Duration(0); ctx.Err() == nil; {
		now := e.now()
		if e.plan.Stop != nil && now-asked > 50*time.Millisecond {
			if asked = now; e.plan.Stop() {
				break
			}
		}
		if now-e.checked > time.Second {
			e.setOffset()
		}
		if e.plan.Part != nil && len(e.o.Samples) >= e.plan.PartSize {
			awaited := [][]int{e.waiting}
			for _, l := range e.lanes {
				awaited = append(awaited, l.inFlight)
			}
			e.o.Samples = e.plan.giveAway(e.o.Samples, awaited...)
		}
		e.send(now)
		if now >= e.ended && e.idle() {
			break
		}
		if e.giveUp(now) {
			e.o.Overdue = true
			break
		}
		e.wait(min(e.next, e.shotAt))
	}
	e.loseRest(e.now(), ctx.Err() != nil)
	return nil
}

// setOffset relates the kernel's timestamps, which are of the real-time clock, to the monotonic one.
func (e *engine) setOffset() {
	e.checked = e.now()
	best := time.Duration(1 << 62)
	for range 3 {
		before := time.Now()
		var ts unix.Timespec
		if unix.ClockGettime(unix.CLOCK_REALTIME, &ts) != nil {
			return
		}
		after := time.Now()
		if took := after.Sub(before); took < best {
			best = took
			e.offset = time.Duration(ts.Nano()) - before.Add(took/2).Sub(e.start)
		}
	}
}

// send sends what is due.
func (e *engine) send(now time.Duration) {
	if request, due := e.shot(now); due {
		if e.plan.Fired != nil {
			e.plan.Fired(false)
		}
		e.o.Shots = append(e.o.Shots, Shot{Sent: e.now()})
		e.write(&e.suspect, request, -1)
		// A canary right behind it meets the block from its first moment.
		if now < e.ended && e.plan.Canary != nil && len(request) < 1<<16 {
			for range max(e.plan.Lanes, 1) {
				e.canary(e.now())
			}
		}
	}
	for now >= e.next && now < e.ended && e.plan.Canary != nil {
		e.canary(e.next)
		e.next += e.plan.Interval
	}
	if now >= e.ended || e.plan.Canary == nil {
		e.next = never
	}
	for len(e.waiting) > 0 {
		l := e.free()
		if l == nil {
			break
		}
		i := e.waiting[0]
		e.waiting = e.waiting[1:]
		e.o.Samples[i].Sent, e.o.Samples[i].Lane = e.now(), l.index
		e.write(l, e.plan.Canary, i)
	}
}

func (e *engine) canary(intended time.Duration) {
	e.o.Samples = append(e.o.Samples, stall.Sample{Intended: intended})
	e.waiting = append(e.waiting, len(e.o.Samples)-1)
}

// wait sleeps until something arrives or is due.
func (e *engine) wait(due time.Duration) {
	fds := make([]unix.PollFd, 0, 2)
	lanes := make([]*lane, 0, 2)
	add := func(l *lane) {
		if l.fd < 0 {
			return
		}
		events := int16(unix.POLLIN)
		if len(l.out) > 0 {
			events |= unix.POLLOUT
		}
		fds = append(fds, unix.PollFd{Fd: int32(l.fd), Events: events})
		lanes = append(lanes, l)
	}
	for _, l := range e.lanes {
		add(l)
	}
	add(&e.suspect)
	// An interrupt is noticed by waking up now and then.
	timeout := unix.NsecToTimespec(int64(min(max(due-e.now(), 0), 20*time.Millisecond)))
	if _, err := unix.Ppoll(fds, &timeout, nil); err != nil {
		return // interrupted by a signal
	}
	for i, f := range fds {
		l := lanes[i]
		if f.Revents&unix.POLLOUT != 0 && l.fd >= 0 && len(l.out) > 0 {
			n, err := unix.Write(l.fd, l.out)
			if err != nil && err != unix.EAGAIN {
				e.broken(l, err)
				continue
			}
			l.out = l.out[max(n, 0):]
		}
		if f.Revents&(unix.POLLIN|unix.POLLHUP|unix.POLLERR) != 0 && l.fd >= 0 {
			e.read(l)
		}
	}
}

func (e *engine) endShot(at time.Duration, status int, outcome wire.Outcome) {
	shot := &e.o.Shots[len(e.o.Shots)-1]
	shot.Done, shot.Status, shot.Outcome = max(at, shot.Sent), status, outcome
	if e.plan.Fired != nil {
		e.plan.Fired(true)
	}
	e.done(e.now(), outcome == wire.Answered && status < 500)
}

// giveUp ends the run when an answer is overdue: the server hangs.
func (e *engine) giveUp(now time.Duration) bool {
	if shots := e.o.Shots; len(e.suspect.inFlight) > 0 && now-shots[len(shots)-1].Sent > e.plan.Limit {
		return true
	}
	for _, l := range e.lanes {
		if len(l.inFlight) > 0 && now-e.o.Samples[l.inFlight[0]].Sent > e.plan.Limit {
			return true
		}
	}
	return false
}

func (e *engine) idle() bool {
	if len(e.waiting) > 0 || len(e.suspect.inFlight) > 0 {
		return false
	}
	for _, l := range e.lanes {
		if len(l.inFlight) > 0 {
			return false
		}
	}
	return true
}

// loseRest marks what was never answered. A shot that was cut off by the end of the run was not waited for.
func (e *engine) loseRest(now time.Duration, cut bool) {
	lose := func(i int) {
		e.o.Samples[i].Done, e.o.Samples[i].Lost = now, true
		if e.o.Samples[i].Sent == 0 {
			e.o.Samples[i].Sent = e.o.Samples[i].Intended
		}
		e.o.Failures[wire.TimedOut]++
	}
	for _, l := range e.lanes {
		for _, i := range l.inFlight {
			lose(i)
		}
	}
	for _, i := range e.waiting {
		lose(i)
	}
	switch {
	case len(e.suspect.inFlight) == 0:
	case cut:
		e.endShot(now, 0, wire.Cancelled)
	default:
		e.endShot(now, 0, wire.TimedOut)
	}
}
