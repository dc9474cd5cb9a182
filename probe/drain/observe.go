package drain

import (
	"cmp"
	"context"
	"net"
	"os"
	"slices"
	"strconv"
	"time"

	"snag/analyze/shutdown"
	"snag/analyze/sorting"
	"snag/probe/process"
	"snag/probe/sockets"
)

// The pace of the observation.
const (
	lookEvery     = 10 * time.Millisecond
	treeEvery     = 50 * time.Millisecond
	pendingAfter  = 200 * time.Millisecond
	strayPatience = 2 * time.Second        // how long children may take that nothing waits for
	strayServing  = time.Second            // how long a child is watched that goes on serving
	strayEnding   = 500 * time.Millisecond // how long it may take to end after its last connection
	zombieAge     = time.Second            // younger ones may just not have been waited for yet
	reloadSettle  = 300 * time.Millisecond
)

// observe follows the target until it has ended and everything is accounted for, or the grace
// period has run out. It reports whether it was interrupted.
func (c *check) observe(ctx context.Context, recipients []*member) (partial bool) {
	grace := time.NewTimer(time.Until(c.origin.Add(c.Grace)))
	defer grace.Stop()
	pending := time.NewTimer(pendingAfter)
	defer pending.Stop()
	var second <-chan time.Time
	if c.Second > 0 {
		second = time.After(time.Until(c.origin.Add(c.Second)))
	}
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	settled := (<-chan struct{})(closedChannel())
	if c.load != nil {
		settled = c.load.Settled()
	}
	var settledAt, refreshed time.Time
	rootDone := c.subject.handle.Done()
	for {
		select {
		case <-ctx.Done():
			return true
		case <-grace.C:
			c.expire()
			return false
		case <-second:
			second = nil
			at := time.Now()
			for _, r := range recipients {
				if r.handle.Alive() {
					r.handle.Signal(c.number)
				}
			}
			m := shutdown.At(c.origin, at)
			c.t.Delivery.Second = &m
			c.event(at, "%s sent again", c.Signal)
		case <-pending.C:
			c.t.Delivery.Pending, c.t.Delivery.Stopped = process.SignalPending(recipients[0].info.PID, c.number)
		case <-settled:
			settled, settledAt = nil, time.Now()
		case <-rootDone:
			// The children that live now are those that outlived it.
			rootDone = nil
			c.subject.refresh()
			refreshed = time.Now()
			c.t.Children.Orphans = c.subject.describe(func(m *member) bool { return m.info.ID != c.subject.root.ID && !m.info.Zombie() })
		case <-look.C:
			if time.Since(refreshed) > treeEvery {
				c.subject.refresh()
				refreshed = time.Now()
				if rootDone != nil {
					c.starved.look(c.subject.tree())
					c.noteZombies()
				}
			}
		}
		if rootDone == nil && settled == nil && c.over(settledAt) {
			// The watch may be a look behind.
			for deadline := time.Now().Add(4 * lookEvery); c.listening && !c.listenerClosed() && time.Now().Before(deadline) && len(c.subject.strays()) == 0; {
				time.Sleep(time.Millisecond)
			}
			return false
		}
	}
}

func closedChannel() chan struct{} {
	ch := make(chan struct{})
	close(ch)
	return ch
}

// over reports whether nothing more is to be expected once the target has ended and the requests
// are accounted for.
func (c *check) over(settledAt time.Time) bool {
	if len(c.subject.strays()) == 0 {
		return true
	}
	since := time.Since(c.subject.handle.At())
	if quiet := time.Since(settledAt); quiet < since {
		since = quiet
	}
	if c.listening && !c.listenerClosed() {
		return since > strayServing
	}
	// A child that has closed its listener may be draining what is still open, and end after that.
	if c.load != nil && c.load.Open() > 0 {
		c.drained = time.Time{}
		return false
	}
	if c.drained.IsZero() {
		c.drained = time.Now()
	}
	return since > strayPatience && time.Since(c.drained) > strayEnding
}

// expire kills what is left at the end of the grace period.
func (c *check) expire() {
	c.subject.refresh()
	c.noteZombies()
	at := time.Now()
	if c.load != nil {
		c.load.Killed(at)
	}
	if !c.subject.handle.Alive() {
		return // only children are left: they are orphans, and not killed before they are reported
	}
	c.event(at, "the grace period has run out: %s sent", cmp.Or(c.Final, "SIGKILL"))
	c.t.Exit.KilledByUs = true
	pending, stopped := process.SignalPending(c.subject.root.PID, c.number)
	if c.To == ToTarget {
		c.t.Delivery.Pending, c.t.Delivery.Stopped = c.t.Delivery.Pending && pending, c.t.Delivery.Stopped || stopped
	}
	c.noteReload()
	kill := c.subject.kill
	if c.Alone {
		kill = func(signal string) error { return c.subject.handle.Signal(process.SignalNumber(signal)) }
	}
	if err := kill(cmp.Or(c.Final, "SIGKILL")); err != nil {
		c.event(at, "%v", err)
	}
	select {
	case <-c.subject.handle.Done():
	case <-time.After(time.Second):
		kill("SIGKILL")
		select {
		case <-c.subject.handle.Done():
		case <-time.After(time.Second):
		}
	}
	// What the target leaves behind now may have been forked while it was killed.
	for deadline := time.Now().Add(500 * time.Millisecond); len(c.subject.strays()) > 0 && time.Now().Before(deadline); {
		time.Sleep(lookEvery)
		c.subject.refresh()
	}
	c.t.Children.Orphans = c.subject.describe(func(m *member) bool { return m.info.ID != c.subject.root.ID && !m.info.Zombie() })
}

// noteZombies records the children that have ended and not been waited for in a long time by a
// target that lives. When the target ends they become snag's, which waits for them.
func (c *check) noteZombies() {
	for _, m := range c.subject.members {
		if m.zombie.IsZero() || time.Since(m.zombie) < zombieAge || m.info.ID == c.subject.root.ID || m.info.Parent == os.Getpid() {
			continue
		}
		known := slices.ContainsFunc(c.t.Children.Zombies, func(p shutdown.Process) bool { return p.PID == m.info.PID })
		if now, err := process.Read(m.info.PID); !known && err == nil && now.ID == m.info.ID && now.Zombie() {
			c.t.Children.Zombies = append(c.t.Children.Zombies, now.Describe())
		}
	}
}

// noteReload records whether children ended after the signal and others took their place.
func (c *check) noteReload() {
	ended, fresh := false, false
	for _, m := range c.subject.members {
		if m.info.ID == c.subject.root.ID {
			continue
		}
		ended = ended || m.appeared.Before(c.origin) && !m.handle.Alive()
		fresh = fresh || m.appeared.After(c.origin) && m.handle.Alive() && time.Since(m.appeared) > reloadSettle
	}
	c.t.Children.Replaced = ended && fresh
}

// conclude brings everything onto the timeline.
func (c *check) conclude(partial bool) {
	c.t.Partial = partial
	root := c.subject.handle
	switch {
	case !root.Alive():
		end := c.subject.exit()
		if killed := c.t.Exit.KilledByUs; killed {
			end.Exit = end.Exit.AfterKill(cmp.Or(c.Final, "SIGKILL"))
			if !end.Exit.KilledByUs && c.load != nil && !c.outlived(end.At) {
				c.load.Killed(time.Time{})
			}
		}
		c.t.Exit = end.Exit
		at := shutdown.At(c.origin, end.At)
		c.t.Exit.At, c.t.Exit.Contended = &at, min(shutdown.Of(c.starved.until(end.At, c.subject.root.PID)), max(at, 0))
		c.event(end.At, "the process ended: %s", c.t.Exit)
	default:
		c.t.Exit = shutdown.Exit{Kind: shutdown.Running, KilledByUs: c.t.Exit.KilledByUs}
	}
	c.subject.refresh()
	for i, orphan := range c.t.Children.Orphans {
		for _, m := range c.subject.members {
			if m.info.PID == orphan.PID && m.info.Start == orphan.Start && !m.handle.Alive() {
				at := shutdown.At(c.origin, m.handle.At())
				c.t.Children.Orphans[i].Ended = &at
				c.event(m.handle.At(), "child %d ended", orphan.PID)
			}
		}
	}
	if c.load != nil {
		if !partial && !root.Alive() && len(c.subject.strays()) == 0 {
			c.load.Ended(time.Second)
		}
		c.load.Stop()
		c.load.Fill(&c.t)
	} else {
		c.t.InFlight.Reason = "the process does not listen"
		c.t.Connections, c.t.Endpoints = []shutdown.Connection{}, []shutdown.Endpoint{}
	}
	if c.t.Listener.Method == "" && c.listening {
		c.t.Listener = shutdown.Listener{Method: "connect", Resolution: shutdown.Of(newEvery), Closed: c.t.New.FirstRefused}
	} else {
		c.mu.Lock()
		c.t.Listener.Closed, c.t.Listener.Reopened = c.moment(c.closed), c.moment(c.reopened)
		c.mu.Unlock()
	}
	if c.listening && !partial && !root.Alive() {
		c.t.Port = c.testPort()
	}
	c.t.Target.Output = c.subject.output()
	c.t.Notified = c.subject.notify.told(c.origin)
	c.t.Restarted = c.successor()
	c.narrate()
}

// outlived reports whether another process of the tree ended after that moment, or has not ended.
func (c *check) outlived(at time.Time) bool {
	return slices.ContainsFunc(c.subject.members, func(m *member) bool {
		return m.info.ID != c.subject.root.ID && (m.handle.Alive() || m.handle.At().After(at))
	})
}

func (c *check) moment(at time.Time) *shutdown.Millis {
	if at.IsZero() {
		return nil
	}
	m := shutdown.At(c.origin, at)
	return &m
}

// testPort tries to listen where the target did. SO_REUSEADDR, which Go sets, lets the bind pass
// over connections in TIME_WAIT: it fails only when somebody still listens.
func (c *check) testPort() shutdown.Port {
	const tries = 300 * time.Millisecond
	port := shutdown.Port{Tested: true, How: "bind with SO_REUSEADDR"}
	address := net.JoinHostPort(c.listener.IP, strconv.Itoa(c.listener.Port))
	for deadline := time.Now().Add(tries); ; time.Sleep(lookEvery) {
		l, err := net.Listen("tcp", address)
		if err == nil {
			l.Close()
			port.Released = true
			return port
		}
		if time.Now().After(deadline) {
			port.How += ": " + err.Error()
			break
		}
	}
	port.HeldBy = sockets.Holders(c.subject.tree(), c.listener.Port)
	return port
}

// narrate adds what the load saw to the events, and sorts them.
func (c *check) narrate() {
	add := func(at *shutdown.Millis, what string) {
		if at != nil {
			c.t.Events = append(c.t.Events, shutdown.Event{At: *at, What: what})
		}
	}
	add(c.t.Listener.Closed, "the listener closed")
	add(c.t.Listener.Reopened, "the port was listened on again")
	for _, e := range c.t.Endpoints {
		add(e.Turned, e.Path+" turned: "+e.As)
	}
	for _, conn := range c.t.Connections {
		add(conn.Announced, string(conn.Kind)+` connection: answered with "Connection: close"`)
		add(conn.Ended, string(conn.Kind)+" connection ended: "+conn.How)
	}
	for i, r := range c.t.InFlight.Requests {
		what := "request " + strconv.Itoa(i+1) + " " + string(r.Outcome)
		if r.Status != 0 {
			what += ", status " + strconv.Itoa(r.Status)
		}
		if r.How != "" {
			what += " (" + r.How + ")"
		}
		add(r.Ended, what)
	}
	add(c.t.New.FirstRefused, "the first new connection was refused")
	sorting.Stable(c.t.Events, func(a, b shutdown.Event) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
}
