package stream

import (
	"context"
	"time"
	"unsafe"

	"snag/probe/wire"

	"golang.org/x/sys/unix"
)

// lane is one connection.
type lane struct {
	fd       int // -1 while closed
	index    int
	out      []byte
	parser   wire.Parser
	inFlight []int // samples whose answers are awaited, in order; -1 stands for a shot
}

// maxLanes bounds the connections of a stream that is not pipelined.
const maxLanes = 256

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
	switch e.address.(type) {
	case *unix.SockaddrInet6:
		family = unix.AF_INET6
	case *unix.SockaddrUnix:
		family = unix.AF_UNIX
	}
	fd, err := unix.Socket(family, unix.SOCK_STREAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_NODELAY, 1) // a Unix socket has no delay, and refuses
	unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TIMESTAMPNS, 1)
	if err := unix.Connect(fd, e.address); err != nil && err != unix.EINPROGRESS {
		unix.Close(fd)
		return err
	}
	l.fd, l.parser, l.out = fd, wire.Parser{}, l.out[:0]
	return nil
}

func (l *lane) close() {
	if l.fd >= 0 {
		unix.Close(l.fd)
		l.fd = -1
	}
	l.out = nil
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
		if l.parser.UntilEnd() {
			e.answered(l, at)
		}
		l.close()
		if len(l.inFlight) > 0 {
			e.broken(l, wire.ErrClosed)
		}
		return
	}
	for b := e.buffer[:n]; len(b) > 0; {
		taken, done, err := l.parser.Feed(b)
		if err != nil {
			e.broken(l, err)
			return
		}
		b = b[taken:]
		if done {
			closing := l.parser.Close
			e.answered(l, at)
			if closing {
				l.close()
				if len(l.inFlight) > 0 {
					e.broken(l, wire.ErrClosed)
				}
				return
			}
		}
	}
}

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
	status, header := l.parser.Status, l.parser.Header
	l.parser.Reset()
	if len(l.inFlight) == 0 {
		return
	}
	i := l.inFlight[0]
	l.inFlight = l.inFlight[1:]
	if i < 0 {
		e.o.Shots[len(e.o.Shots)-1].Header = header
		e.endShot(at, status, wire.Answered)
		return
	}
	s := &e.o.Samples[i]
	s.Done = max(at, s.Sent)
	e.o.Statuses[status]++
	if e.plan.Seen != nil {
		e.plan.Seen(*s)
	}
}

// broken gives up everything on a lane whose connection failed.
func (e *engine) broken(l *lane, err error) {
	l.close()
	e.err = err
	outcome := wire.OutcomeOf(context.Background(), err)
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
