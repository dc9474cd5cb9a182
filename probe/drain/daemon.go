package drain

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/sockets"
)

// follow waits until the command has made itself a daemon and takes that for the target. The PID in a file
// counts only when it is of a process that the command left: nothing else is ever signalled.
func (c *check) follow(ctx context.Context) error {
	s := c.subject
	c.Progress("waiting for the command to leave a process in the background")
	deadline := time.Now().Add(c.Startup)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lookEvery):
		}
		s.refresh()
		ended := !s.handle.Alive()
		m, why := c.background()
		switch {
		case ended && m != nil:
			if exit := s.exit().Exit; exit.Kind != shutdown.Exited || exit.Code != 0 {
				return s.died("before it had made itself a daemon")
			}
			s.adopt(m)
			return nil
		case time.Now().Before(deadline) && (!ended || len(s.strays()) > 0):
		case !ended:
			return nil // it stays in the foreground, which the judge says
		case len(s.strays()) == 0:
			return s.died("and left nothing in the background")
		default:
			return &NotMeasured{Why: why, Output: s.output()}
		}
	}
}

// ended is the error of a target that has ended, nil while it lives. The daemon that a command has left becomes the
// target where that is wanted.
func (c *check) ended(when string) error {
	s := c.subject
	if s.handle.Alive() {
		return nil
	}
	s.refresh()
	if exit := s.exit().Exit; c.Follow && s.child != nil && !s.daemon && exit.Kind == shutdown.Exited && exit.Code == 0 {
		if m, _ := c.background(); m != nil {
			s.adopt(m)
			return nil
		}
	}
	return s.died(when)
}

// background returns the daemon among what the command has left: nil with the reason when it is not there yet.
func (c *check) background() (*member, string) {
	strays := c.subject.strays()
	if c.PIDFile == "" {
		for _, m := range strays {
			if m.info.Parent == os.Getpid() && !m.info.Zombie() {
				return m, ""
			}
		}
		return nil, "the command left no process in the background"
	}
	file := c.PIDFile
	f, err := os.Open(file)
	if err != nil {
		return nil, "the PID file was not written: " + err.Error()
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 64))
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return nil, fmt.Sprintf("%s holds no PID", file)
	}
	for _, m := range strays {
		if m.info.PID == pid {
			return m, ""
		}
	}
	return nil, fmt.Sprintf("%s holds the PID %d, which is not of a process that the command left", file, pid)
}

// successor returns what the parent of a process that was attached to has started in its place, nil for
// nothing. A supervisor restarts what crashes, and to it every end that it did not ask for is a crash.
func (c *check) successor() *shutdown.Restart {
	const patience = 2 * time.Second
	s := c.subject
	if s.parent.PID == 0 || s.handle.Alive() || !c.listening {
		return nil
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(lookEvery) {
		tree, err := process.Tree(s.parent.ID)
		if err != nil {
			return nil
		}
		listeners, _ := sockets.Listeners(tree[1:])
		for _, l := range listeners {
			if l.Port != c.listener.Port {
				continue
			}
			for _, info := range tree[1:] {
				if info.PID == l.PID && info.Start > s.root.Start && s.find(info.ID) == nil {
					at := time.Now()
					c.event(at, "%d listens in its place", info.PID)
					return &shutdown.Restart{Process: info.Describe(), At: shutdown.At(c.origin, at), Supervisor: s.parent.Describe()}
				}
			}
		}
		if time.Now().After(deadline) {
			return nil
		}
	}
}

// find returns the member of an identity, nil for none.
func (s *subject) find(id process.ID) *member {
	for _, m := range s.members {
		if m.info.ID == id {
			return m
		}
	}
	return nil
}
