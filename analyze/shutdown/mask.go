package shutdown

import "slices"

// Disposition is what a process would do with a signal by what the system shows of it. It is a
// hint: that a signal is caught does not say what the handler does, and only sending it does.
type Disposition string

// The dispositions. The zero Disposition is not known.
const (
	Undisclosed    Disposition = ""
	DefaultAction  Disposition = "default"
	IgnoredSignal  Disposition = "ignored"
	CaughtSignal   Disposition = "caught"
	BlockedSignal  Disposition = "blocked" // by every thread, and nothing seen that reads it
	WaitedSignal   Disposition = "waited"  // read by a signalfd or a sigwait
	RuntimeHandler Disposition = "runtime" // caught by the runtime itself, so undecidable
)

// Masks is what the system shows of one process and its signals. Signals are named, with their
// SIG; the sets are in the order of their numbers.
type Masks struct {
	Process
	State   string   `json:"state"`
	Ignored []string `json:"ignored"`
	Caught  []string `json:"caught"`
	Pending []string `json:"pending"`
	// SignalFD is the union of the sets of its signalfds.
	SignalFD []string     `json:"signalfd"`
	Threads  []ThreadMask `json:"threads"`
	// Partial says what could not be read, in words.
	Partial string `json:"partial,omitempty"`
}

// ThreadMask is the part of the masks that belongs to one thread.
type ThreadMask struct {
	TID     int      `json:"tid"`
	Name    string   `json:"name"`
	Blocked []string `json:"blocked"`
	Pending []string `json:"pending"`
	// Waiting reports whether the thread waits in sigwait; Waited is for which signals, nil when the
	// memory of the process cannot be read.
	Waiting bool     `json:"waiting"`
	Waited  []string `json:"waited"`
}

// installed are the signals that a runtime catches before the program says anything.
var installed = map[Runtime][]string{
	Node: {"SIGINT", "SIGTERM", "SIGUSR1", "SIGSEGV"},
	NPM:  {"SIGINT", "SIGTERM", "SIGUSR1", "SIGSEGV"},
	JVM:  {"SIGHUP", "SIGINT", "SIGTERM", "SIGQUIT", "SIGUSR2", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL", "SIGPIPE", "SIGTRAP", "SIGXFSZ"},
}

// Of returns the disposition of the named signal.
func (m Masks) Of(name string) Disposition {
	if s, ok := Lookup(name); ok && !s.Catchable {
		return DefaultAction
	}
	if slices.Contains(m.Ignored, name) {
		return IgnoredSignal
	}
	blocked, known := len(m.Threads) > 0, true
	for _, t := range m.Threads {
		if slices.Contains(t.Waited, name) {
			return WaitedSignal
		}
		known = known && (!t.Waiting || t.Waited != nil)
		blocked = blocked && slices.Contains(t.Blocked, name)
	}
	switch {
	case blocked && slices.Contains(m.SignalFD, name):
		return WaitedSignal
	case blocked:
		return BlockedSignal
	case slices.Contains(m.Caught, name):
		if m.Runtime == Go || m.Runtime == Caddy || slices.Contains(installed[m.Runtime], name) {
			return RuntimeHandler
		}
		return CaughtSignal
	case !known:
		return Undisclosed
	}
	return DefaultAction
}

// Meaning says in one clause what the disposition tells and what it does not. The process is PID 1
// of a namespace when init is set.
func (d Disposition) Meaning(s Signal, init bool) string {
	switch d {
	case DefaultAction:
		if init && s.Catchable && s.Default != Ignore && s.Default != Continue {
			return "nothing: the kernel discards default actions for PID 1 of a namespace"
		}
		return "default action: " + string(s.Default)
	case IgnoredSignal:
		return "discarded"
	case CaughtSignal:
		return "a handler runs; what it does shows only when the signal is sent"
	case BlockedSignal:
		return "stays pending: every thread blocks it and nothing was seen to read it"
	case WaitedSignal:
		return "read by a signalfd or a sigwait; what is done then shows only when it is sent"
	case RuntimeHandler:
		return "undecidable: the runtime catches it with and without a handler of the program"
	}
	return "not known: a thread waits for signals that this user may not read"
}
