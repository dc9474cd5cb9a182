package shutdown

import (
	"fmt"
	"strings"
)

// ExitKind tells in which way a process ended.
type ExitKind string

// The kinds of end. The zero ExitKind is not used: an end that nobody saw is UnknownExit.
const (
	Running     ExitKind = "running"
	Exited      ExitKind = "exited"   // by returning or calling exit, with a code
	Signaled    ExitKind = "signaled" // by a signal that was not handled
	UnknownExit ExitKind = "unknown"  // it ended, but its status could not be had
)

// Exit is the end of a process. A code of 143 and death by signal 15 are different ends, although
// a shell shows both as 143.
type Exit struct {
	Kind ExitKind `json:"kind"`
	// Code is the exit code when Kind is Exited.
	Code int `json:"code"`
	// Signal is the name of the signal, such as SIGTERM, when Kind is Signaled, and Core whether it
	// left a core image.
	Signal string  `json:"signal,omitempty"`
	Core   bool    `json:"core,omitempty"`
	At     *Millis `json:"ms"`
	// Contended is for how long until then the processes may have waited for a processor that others had, 0 where the
	// system does not tell.
	Contended Millis `json:"contended_ms,omitempty"`
	// Source is where the status came from: wait4, pidfd, proc.
	Source string `json:"source,omitempty"`
	// Reason says why the status is unknown.
	Reason string `json:"reason,omitempty"`
	// KilledByUs reports whether snag ended the process because the grace period had run out.
	KilledByUs bool `json:"killed_by_us"`
}

// String returns the end in words, such as "exit code 0" or "killed by SIGTERM".
func (e Exit) String() string {
	var s string
	switch e.Kind {
	case Exited:
		s = fmt.Sprintf("exit code %d", e.Code)
	case Signaled:
		s = "death by " + e.Signal
		if e.Core {
			s += " with a core image"
		}
	case Running:
		return "still running"
	default:
		s = "ended, status unknown"
	}
	if e.KilledByUs {
		s += " (sent by snag)"
	}
	return s
}

// AfterKill returns the end of a process that was sent the signal because the grace period had run out. What SIGKILL
// makes of no process was its own end, just before.
func (e Exit) AfterKill(signal string) Exit {
	own := e.Kind == Exited || e.Kind == Signaled && e.Signal != "SIGKILL"
	e.KilledByUs = signal != "SIGKILL" || !own
	return e
}

// FromWaitStatus decodes a wait status as Linux and the BSDs lay it out. The signal is named by
// name, which gets the number.
func FromWaitStatus(status uint32, name func(int) string) Exit {
	if signal := int(status & 0x7f); signal != 0 && signal != 0x7f {
		return Exit{Kind: Signaled, Signal: name(signal), Core: status&0x80 != 0}
	}
	return Exit{Kind: Exited, Code: int(status >> 8 & 0xff)}
}

// stands reports whether the exit code is the shell's convention for the signal: 128 plus its
// number.
func (e Exit) stands(number int) bool { return e.Kind == Exited && number > 0 && e.Code == 128+number }

// sameSignal compares names with and without their SIG.
func sameSignal(a, b string) bool {
	return strings.TrimPrefix(a, "SIG") == strings.TrimPrefix(b, "SIG")
}
