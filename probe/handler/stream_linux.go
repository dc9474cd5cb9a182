package handler

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"snag/analyze/blocking"
)

// observe runs the plan with one thread that sleeps in ppoll(2) until something is due or arrives.
// A goroutine per connection would be at the mercy of Go's scheduler, which is late by milliseconds
// when the processors are busy.
func observe(ctx context.Context, p Plan) (Observation, error) {
	if !p.Target.Plain() {
		return observePortably(ctx, p)
	}
	address, err := resolve(ctx, p.Target.Address)
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
			o: Observation{Clock: "kernel", Failures: map[Outcome]int{}, Statuses: map[int]int{}},
		}
		err := e.run(ctx)
		results <- result{e.o, err}
	}()
	r := <-results
	return r.o, r.err
}

func resolve(ctx context.Context, address string) (unix.Sockaddr, error) {
	host, port, err := net.SplitHostPort(address)
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
	return nil, fmt.Errorf("nothing accepts connections at %s", address)
}

// lane is one connection.
type lane struct {
	fd       int // -1 while closed
	index    int
	out      []byte
	parser   parser
	inFlight []int // samples whose answers are awaited, in order; -1 stands for a shot
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

// maxLanes bounds the connections of a stream that is not pipelined.
const maxLanes = 256

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
		e.send(now)
		if now >= e.ended && e.idle() {
			break
		}
		if e.giveUp(now) {
			break
		}
		e.wait(min(e.next, e.shotAt))
	}
	e.loseRest(e.now())
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
	e.o.Samples = append(e.o.Samples, blocking.Sample{Intended: intended})
	e.waiting = append(e.waiting, len(e.o.Samples)-1)
}

// free returns a lane for the next canary, nil when all are in use.
func (e *engine) free() *lane {
	if e.plan.Pipelined {
		if len(e.lanes) < max(e.plan.Lanes, 1) {
			e.lanes = append(e.lanes, &lane{fd: -1, index: len(e.lanes)})
		}
		e.turn++
		return e.lanes[e.turn%len(e.lanes)]
	}
	for _, l := range e.lanes {
		if len(l.inFlight) == 0 {
			return l
		}
	}
	if len(e.lanes) < maxLanes {
		e.lanes = append(e.lanes, &lane{fd: -1})
		return e.lanes[len(e.lanes)-1]
	}
	return nil
}

// write queues a request on a lane and sends as much as the socket takes.
func (e *engine) write(l *lane, request []byte, sample int) {
	l.inFlight = append(l.inFlight, sample)
	if l.fd < 0 {
		if err := e.open(l); err != nil {
			e.broken(l, err)
			return
		}
	}
	if len(l.out) == 0 {
		n, err := unix.Write(l.fd, request)
		if err != nil && err != unix.EAGAIN && err != unix.ENOTCONN {
			e.broken(l, err)
			return
		}
		request = request[max(n, 0):]
	}
	l.out = append(l.out, request...)
}

func (e *engine) open(l *lane) error {
	family := unix.AF_INET
	if _, six := e.address.(*unix.SockaddrInet6); six {
		family = unix.AF_INET6
	}
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1)
	unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TIMESTAMPNS, 1)
	if err := unix.Connect(fd, e.address); err != nil && err != unix.EINPROGRESS {
		unix.Close(fd)
		return err
	}
	l.fd, l.parser, l.out = fd, parser{}, l.out[:0]
	return nil
}

func (l *lane) close() {
	if l.fd >= 0 {
		unix.Close(l.fd)
		l.fd = -1
	}
	l.out = nil
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

// read takes what has arrived on a lane.
func (e *engine) read(l *lane) {
	n, controls, _, _, err := unix.Recvmsg(l.fd, e.buffer[:], e.control[:], 0)
	if err == unix.EAGAIN || err == unix.EINTR {
		return
	}
	if err != nil {
		e.broken(l, err)
		return
	}
	at := e.arrival(e.control[:controls])
	if n == 0 {
		if l.parser.state == inRest {
			e.answered(l, at)
		}
		l.close()
		if len(l.inFlight) > 0 {
			e.broken(l, errClosed)
		}
		return
	}
	for b := e.buffer[:n]; len(b) > 0; {
		taken, done, err := l.parser.feed(b)
		if err != nil || l.parser.length > maxBody {
			e.broken(l, errMalformed)
			return
		}
		b = b[taken:]
		if done {
			closing := l.parser.close
			e.answered(l, at)
			if closing {
				l.close()
				if len(l.inFlight) > 0 {
					e.broken(l, errClosed)
				}
				return
			}
		}
	}
}

var errClosed = errors.New("the server closed the connection")

// arrival is the kernel's time of the bytes just read, or now where it has none.
func (e *engine) arrival(control []byte) time.Duration {
	now := e.now()
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return now
	}
	for _, m := range messages {
		if m.Header.Level == unix.SOL_SOCKET && m.Header.Type == unix.SO_TIMESTAMPNS && len(m.Data) >= int(unsafe.Sizeof(unix.Timespec{})) {
			ts := *(*unix.Timespec)(unsafe.Pointer(&m.Data[0]))
			// The real-time clock may have been set meanwhile.
			if at := time.Duration(ts.Nano()) - e.offset; at <= now && now-at < 5*time.Second {
				return at
			}
		}
	}
	return now
}

// answered notes the end of the oldest request on a lane.
func (e *engine) answered(l *lane, at time.Duration) {
	status, header := l.parser.status, l.parser.header
	l.parser.reset()
	if len(l.inFlight) == 0 {
		return
	}
	i := l.inFlight[0]
	l.inFlight = l.inFlight[1:]
	if i < 0 {
		e.o.Shots[len(e.o.Shots)-1].Header = header
		e.endShot(at, status, Answered)
		return
	}
	s := &e.o.Samples[i]
	s.Done = max(at, s.Sent)
	e.o.Statuses[status]++
	if e.plan.Seen != nil {
		e.plan.Seen(*s)
	}
}

func (e *engine) endShot(at time.Duration, status int, outcome Outcome) {
	shot := &e.o.Shots[len(e.o.Shots)-1]
	shot.Done, shot.Status, shot.Outcome = max(at, shot.Sent), status, outcome
	if e.plan.Fired != nil {
		e.plan.Fired(true)
	}
	e.done(e.now(), outcome == Answered && status < 500)
}

// broken gives up everything on a lane whose connection failed.
func (e *engine) broken(l *lane, err error) {
	l.close()
	e.err = err
	outcome := Failed
	switch {
	case errors.Is(err, errClosed):
		outcome = Closed
	case errors.Is(err, errMalformed):
		outcome = Malformed
	case errors.Is(err, syscall.ECONNREFUSED):
		outcome = Refused
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		outcome = Reset
	}
	now := e.now()
	for _, i := range l.inFlight {
		if i < 0 {
			e.endShot(now, 0, outcome)
			continue
		}
		e.o.Samples[i].Done, e.o.Samples[i].Lost = now, true
		e.o.Failures[outcome]++
	}
	l.inFlight = nil
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

// loseRest marks what was never answered.
func (e *engine) loseRest(now time.Duration) {
	lose := func(i int) {
		e.o.Samples[i].Done, e.o.Samples[i].Lost = now, true
		if e.o.Samples[i].Sent == 0 {
			e.o.Samples[i].Sent = e.o.Samples[i].Intended
		}
		e.o.Failures[TimedOut]++
	}
	for _, l := range e.lanes {
		for _, i := range l.inFlight {
			lose(i)
		}
	}
	for _, i := range e.waiting {
		lose(i)
	}
	if len(e.suspect.inFlight) > 0 {
		e.endShot(now, 0, TimedOut)
	}
}
