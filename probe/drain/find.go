package drain

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/sockets"
)

// find waits for the listener and finds out what it speaks.
func (c *check) find(ctx context.Context) error {
	if c.Daemon && c.subject.child != nil {
		if err := c.follow(ctx); err != nil {
			return err
		}
	}
	if c.subject.notify != nil {
		c.awaitReady(ctx)
	}
	if c.Protocol == NoListener {
		return c.settle(ctx)
	}
	c.Progress("looking for a listening port")
	began, pressure := time.Now(), process.StartPressure()
	for {
		c.subject.refresh()
		listeners, err := sockets.Listeners(c.subject.tree())
		if err != nil {
			return &NotMeasured{Why: "listening ports cannot be found: " + err.Error()}
		}
		if c.Port != 0 {
			listeners = slices.DeleteFunc(listeners, func(l sockets.Listener) bool { return l.Port != c.Port })
		}
		if len(listeners) > 0 {
			return c.choose(ctx, listeners)
		}
		if err := c.ended("before it listened on a port"); err != nil {
			return err
		}
		if c.subject.child == nil || time.Since(began) > startupLimit(c.Startup, pressure.Waited()) {
			if c.Port != 0 {
				return &NotMeasured{Why: fmt.Sprintf("the process does not listen on port %d", c.Port), Output: c.subject.output()}
			}
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// startupLimit is how long a start may take. Where others kept the processors busy it is longer by as much, three times
// as long at most: a server that gets its signal while it starts has no handler yet.
func startupLimit(startup, contended time.Duration) time.Duration {
	return startup + min(contended, 2*startup)
}

// settle gives a process without a listener the time to install its handlers.
func (c *check) settle(ctx context.Context) error {
	if c.subject.child != nil {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-c.subject.handle.Done():
			return c.ended("before the signal was sent")
		case <-time.After(min(c.Startup, time.Second)):
		}
	}
	c.subject.refresh()
	return nil
}

// choose takes the first listener that speaks HTTP, else the first.
func (c *check) choose(ctx context.Context, listeners []sockets.Listener) error {
	if !process.SameNetwork(c.subject.root.PID) {
		return &NotMeasured{Why: "the process listens in another network namespace: run snag in it (nsenter -t " +
			strconv.Itoa(c.subject.root.PID) + " -n snag shutdown ...)"}
	}
	// A server that was just started may listen before anybody accepts.
	patience := 2 * time.Second
	if c.subject.child != nil {
		patience = 5 * time.Second
	}
	var first error
	for i, l := range listeners {
		address := reachable(l)
		protocol, err := c.Protocol, error(nil)
		if protocol == "" {
			protocol, err = identify(ctx, address, c.Load.TLS, patience)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			first = errors.Join(first, err)
			continue
		}
		if !c.listening || protocol == shutdown.HTTP || protocol == shutdown.HTTP2 && c.protocol == shutdown.TCP {
			c.listener, c.listening, c.protocol, c.address = l, true, protocol, address
		}
		if protocol == shutdown.HTTP || i > 8 {
			break
		}
	}
	if !c.listening {
		return &NotMeasured{Why: first.Error(), Output: c.subject.output()}
	}
	return nil
}

// reachable returns the address at which to reach a listener from here.
func reachable(l sockets.Listener) string {
	host := l.IP
	switch ip := net.ParseIP(host); {
	case ip == nil, ip.IsUnspecified() && ip.To4() != nil:
		host = "127.0.0.1"
	case ip.IsUnspecified():
		// A listener on :: takes IPv4 too unless it says otherwise, and 127.0.0.1 always exists.
		host = "127.0.0.1"
		if conn, err := net.DialTimeout("tcp", net.JoinHostPort(host, strconv.Itoa(l.Port)), dialLimit); err != nil {
			host = "::1"
		} else {
			conn.Close()
		}
	}
	return net.JoinHostPort(host, strconv.Itoa(l.Port))
}
