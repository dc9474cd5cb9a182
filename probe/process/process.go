// Package process looks at processes and signals them: trees, identities that survive the reuse of
// a PID, signal masks, exit statuses, what they use, and children in groups or namespaces of
// their own. It acts only on what it was given and says nothing about what it finds.
package process

import (
	"errors"
	"fmt"
	"time"

	"snag/analyze/shutdown"
)

// Errors that callers branch on.
var (
	// ErrGone is returned for a process that does not exist, or no longer.
	ErrGone = errors.New("no such process")
	// ErrReused is returned when the PID belongs to a process that started later.
	ErrReused = errors.New("the PID belongs to another process now")
	// ErrNamespace is returned when the system does not let snag make a PID namespace.
	ErrNamespace = errors.New("PID namespaces are not allowed here")
	// ErrUnsupported is returned for what this platform does not offer.
	ErrUnsupported = errors.New("not supported on this platform")
)

// ID names one process for as long as the system runs: the PID and the time at which it started.
type ID struct {
	PID int
	// Start is in clock ticks since boot on Linux and in nanoseconds since 1970 elsewhere. 0 stands
	// for any process with the PID.
	Start uint64
}

// Info is what the system tells of one process.
type Info struct {
	ID
	Parent, Group, Session int
	// State is the letter that ps shows: R, S, D, T, Z ...
	State byte
	// Kernel reports whether it is a thread of the kernel.
	Kernel bool
	Name   string
	Argv   []string
	Exe    string // empty when it may not be read
	// Inner is the PID in the innermost PID namespace of the process, 0 when that is not known.
	Inner int
}

// Zombie reports whether the process has ended and waits to be waited for.
func (i Info) Zombie() bool { return i.State == 'Z' || i.State == 'X' }

// Describe returns the process in the vocabulary of the judge.
func (i Info) Describe() shutdown.Process {
	argv := i.Argv
	if len(argv) == 0 {
		argv = []string{"[" + i.Name + "]"}
	}
	inner := i.Inner
	if inner == i.PID {
		inner = 0
	}
	facts := shutdown.Facts{Exe: i.Exe, Argv: i.Argv}
	if shutdown.RuntimeOf(facts) == shutdown.Other {
		facts.GoBuild = goBuild(i.ID, i.Exe)
	}
	return shutdown.Process{
		PID: i.PID, Parent: i.Parent, Start: i.Start, Argv: argv, Inner: inner, Runtime: shutdown.RuntimeOf(facts),
	}
}

// Guard returns an error for a process that must not be signalled: PID 1, snag itself, its
// ancestors, and threads of the kernel.
func Guard(pid int) error {
	switch {
	case pid <= 0:
		return fmt.Errorf("%d is not the PID of a process", pid)
	case pid == 1:
		return errors.New("PID 1 is the init process of this host: it is never signalled")
	}
	self := selfPID()
	for seen, at := 0, self; at > 1 && seen < 64; seen++ {
		if at == pid {
			if pid == self {
				return fmt.Errorf("%d is snag itself", pid)
			}
			return fmt.Errorf("%d is a parent of snag: signalling it could end snag", pid)
		}
		info, err := Read(at)
		if err != nil {
			break
		}
		at = info.Parent
	}
	info, err := Read(pid)
	if err != nil {
		return err
	}
	if info.Kernel {
		return fmt.Errorf("%d (%s) is a thread of the kernel", pid, info.Name)
	}
	return nil
}

// Tree returns the process and its descendants, parents before children and siblings by PID. An
// error is returned when the root itself is gone or another process has its PID.
func Tree(root ID) ([]Info, error) {
	info, err := Read(root.PID)
	if err != nil {
		return nil, err
	}
	if root.Start != 0 && info.Start != root.Start {
		return nil, fmt.Errorf("%d: %w", root.PID, ErrReused)
	}
	return append([]Info{info}, descendants(root.PID)...), nil
}

// watched is what a handle of any system knows of its process.
type watched struct {
	id   ID
	done chan struct{}
	// at is when the end was noticed; it is set before done is closed.
	at time.Time
}

// ID returns the identity of the process.
func (w *watched) ID() ID { return w.id }

// Done is closed when the process has ended.
func (w *watched) Done() <-chan struct{} { return w.done }

// At returns when the end was noticed, which is known once Done is closed.
func (w *watched) At() time.Time { return w.at }

// Alive reports whether the process has not ended.
func (w *watched) Alive() bool {
	select {
	case <-w.done:
		return false
	default:
		return true
	}
}

// Ended is the end of a process and when it was noticed.
type Ended struct {
	Exit shutdown.Exit // without At
	At   time.Time
}
