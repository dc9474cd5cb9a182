package drain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/shutdown"
	"snag/analyze/sorting"
	"snag/probe/process"
)

// subject is the process under test with everything that was ever seen below it.
type subject struct {
	root    process.Info
	handle  *process.Handle // of the root
	child   *process.Child  // nil when the process was attached to
	members []*member       // in the order in which they were found, the root first
	daemon  bool            // the root is not the child but what it left in the background
	adopted shutdown.Exit   // the end of a daemon, once it was waited for
	notify  *notifySocket   // nil unless asked for
	parent  process.Info    // of a root that was attached to, zero for none
	closed  bool
}

// member is one process of the tree. It stays in the list when it has ended.
type member struct {
	info   process.Info
	handle *process.Handle
	// appeared is when it was first seen, and zombie since when it was seen as one.
	appeared, zombie time.Time
}

// membersLimit bounds the processes that are followed.
const membersLimit = 512

// take starts the command or attaches to the process.
func take(o Options) (*subject, error) {
	s := &subject{}
	if len(o.Command.Argv) > 0 {
		if o.Notify {
			var err error
			if s.notify, err = listenNotify(); err != nil {
				return nil, &NotMeasured{Why: "the socket of sd_notify cannot be made: " + err.Error(), Err: err}
			}
			o.Command.Env = append(slices.Clone(o.Command.Env), "NOTIFY_SOCKET="+s.notify.path)
		}
		child, err := process.Start(o.Command)
		if err != nil {
			s.notify.close()
			return nil, &NotMeasured{Why: "the command cannot be started: " + err.Error(), Err: err}
		}
		s.child, s.root, s.handle = child, child.Root, child.Handle()
	} else {
		if err := process.Guard(o.PID); err != nil {
			return nil, err
		}
		info, err := process.Read(o.PID)
		if err != nil {
			return nil, err
		}
		handle, err := process.Open(info.ID)
		if err != nil {
			return nil, err
		}
		s.root, s.handle = info, handle
		if info.Parent > 1 {
			s.parent, _ = process.Read(info.Parent)
		}
	}
	s.members = []*member{{info: s.root, handle: s.handle, appeared: time.Now()}}
	s.refresh()
	return s, nil
}

// adopt makes what the command has left in the background the root.
func (s *subject) adopt(m *member) { s.root, s.handle, s.daemon = m.info, m.handle, true }

// refresh looks for processes that have come up in the tree. Those that have left it, because a
// parent died, are still followed.
func (s *subject) refresh() {
	var seen []process.Info
	if s.child != nil {
		seen = s.child.Tree()
	} else {
		seen, _ = process.Tree(s.root.ID)
	}
	for _, m := range s.members[1:] {
		if m.handle != nil && m.handle.Alive() {
			// A child of a stray is in no tree that begins at the root.
			below, _ := process.Tree(m.info.ID)
			seen = append(seen, below...)
		}
	}
	now := time.Now()
	for _, info := range seen {
		at := slices.IndexFunc(s.members, func(m *member) bool { return m.info.ID == info.ID })
		if at < 0 {
			if len(s.members) >= membersLimit {
				continue
			}
			handle, err := process.Open(info.ID)
			if err != nil {
				continue
			}
			s.members = append(s.members, &member{info: info, handle: handle, appeared: now})
			at = len(s.members) - 1
		}
		m := s.members[at]
		if m.info.ID == s.root.ID && s.child != nil && len(info.Argv) > 0 && !info.Zombie() {
			s.root = info // the command line is known only after exec
		}
		m.info = info
		if !info.Zombie() {
			m.zombie = time.Time{}
		} else if m.zombie.IsZero() {
			m.zombie = now
		}
	}
	if s.child != nil {
		var strays []process.Info
		for _, m := range s.members[1:] {
			if m.info.ID != s.root.ID { // of a daemon the kernel tells the status when it is reaped
				strays = append(strays, m.info)
			}
		}
		process.Reap(strays)
	}
}

// tree returns the members that live.
func (s *subject) tree() []process.Info {
	var live []process.Info
	for _, m := range s.living() {
		live = append(live, m.info)
	}
	return live
}

func (s *subject) living() []*member {
	var live []*member
	for _, m := range s.members {
		if m.handle.Alive() {
			live = append(live, m)
		}
	}
	return live
}

// strays returns the members other than the root that live.
func (s *subject) strays() []*member {
	return slices.DeleteFunc(s.living(), func(m *member) bool { return m.info.ID == s.root.ID })
}

// describe returns the living members that are wanted, in the order of their PIDs.
func (s *subject) describe(wanted func(*member) bool) []shutdown.Process {
	list := []shutdown.Process{}
	for _, m := range s.living() {
		if wanted(m) {
			list = append(list, m.info.Describe())
		}
	}
	sorting.Stable(list, func(a, b shutdown.Process) int { return cmp.Compare(a.PID, b.PID) })
	return list
}

// kill ends every living member by a signal, the root first.
func (s *subject) kill(signal string) error {
	var first error
	for _, m := range s.living() {
		if err := m.handle.Signal(process.SignalNumber(signal)); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// exit returns the end of the root, which must have ended.
func (s *subject) exit() process.Ended {
	if s.child != nil && !s.daemon {
		select {
		case <-s.child.Done():
			return s.child.Ended()
		case <-time.After(time.Second):
		}
	}
	if s.daemon {
		if exit, ok := process.Adopted(s.root.ID); ok {
			s.adopted = exit
		}
		if s.adopted.Kind != "" {
			return process.Ended{Exit: s.adopted, At: s.handle.At()}
		}
	}
	return process.Ended{Exit: s.handle.Status(500 * time.Millisecond), At: s.handle.At()}
}

func (s *subject) output() string {
	if s.child == nil {
		return ""
	}
	stdout, stderr := s.child.Output()
	return strings.TrimSpace(stderr + stdout)
}

// died is the error of a process that ended too soon.
func (s *subject) died(when string) error {
	why := fmt.Sprintf("the process ended %s: %s", when, s.exit().Exit)
	s.refresh()
	running := slices.DeleteFunc(s.tree(), process.Info.Zombie)
	if len(running) > 0 {
		why += fmt.Sprintf("; it made itself a daemon and left %d %s, first of all %d %s",
			len(running), plural(len(running)), running[0].PID, strings.Join(running[0].Argv, " "))
		return &NotMeasured{Why: why, Output: s.output(), Daemon: running[0].Describe().Runtime, Daemons: len(running)}
	}
	return &NotMeasured{Why: why, Output: s.output()}
}

func plural(n int) string {
	if n == 1 {
		return "process"
	}
	return "processes"
}

// close gives everything back, and ends what was started.
func (s *subject) close() {
	if s.closed {
		return
	}
	s.closed = true
	s.notify.close()
	if s.child != nil {
		s.child.Close()
	}
	for _, m := range s.members {
		m.handle.Close()
	}
}
