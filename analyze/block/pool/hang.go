package pool

import (
	"fmt"
	"time"
)

// Hang is what overlapping requests did that hung.
type Hang struct {
	// Requests is the smallest number that hung when sent at once, and Stuck how many of them.
	Requests, Stuck int
	// Busy reports whether the target used its processor meanwhile; it counts when BusyKnown is set.
	Busy, BusyKnown bool
	// PID is the process that used it, 0 when none did.
	PID int
	// Healthy reports whether unrelated requests were answered meanwhile.
	Healthy bool
	// Waited is for how long they were waited for while another one was answered; 0 when it was not either.
	Waited time.Duration
	// Woken reports whether they were answered as soon as another one was sent; Stuck is not known then.
	Woken bool
	// Permanent reports whether a single request hung afterwards as well.
	Permanent bool
	// CutOff reports that the run ended before that was seen.
	CutOff bool
	// GivenUp is the number of requests before whose clients had gone away in the middle, 0 when it was
	// not they that made the others hang.
	GivenUp int
	// Starved reports that the target got less of a processor than the requests need, or waited for one while it tried
	// again and again: nothing is known of a hang.
	Starved bool
}

// IsStarved reports whether a target that was ready to run for wanted, of the time in which it was looked at, got less
// of a processor while requests were waited for than they need that take own alone. What stands still wants none.
func IsStarved(wanted, used, own time.Duration, requests int) bool {
	return wanted > 100*time.Millisecond && used < own*time.Duration(requests)
}

// IsBusy reports whether a target computes that used a processor for so long of the time in which it was looked at, and
// one of whose threads held one or was ready to: on a busy machine a loop without an end gets little of it.
func IsBusy(used, held, looked time.Duration) bool {
	return used > 100*time.Millisecond || held > looked*3/5
}

// IsMoving reports whether threads that wake so often a second while requests are late, by their ids, wake more often
// than those of the same target do that has nothing to do. What tries again and again may succeed yet; what waits for
// somebody who never comes does not wake.
func IsMoving(late, idle map[int]float64) bool {
	const least = 1 // a second: the clocks of programs tick that often
	more, usual := 0.0, 0.0
	for thread, rate := range late {
		more += max(rate-idle[thread], 0)
		usual += min(rate, idle[thread])
	}
	return more > least+usual/4
}

// IsCrowded reports whether a target whose threads were ready to run for waited, all together, of the time in which it
// was looked at, and had no processor, is held up by what runs beside it. What tries again and again meets others that do
// more often then, and succeeds later.
func IsCrowded(waited, looked time.Duration) bool { return waited > looked/500 }

// Outlook is what a target whose requests are late is seen to wait for.
type Outlook int

// What it may wait for. The zero value says that nothing was seen.
const (
	Unclear   Outlook = iota
	Nothing           // no timer is set, and nothing was asked of anybody else: nothing will happen by itself
	Something         // there is a timer, or an answer is awaited
)

// String describes the hang in a clause.
func (h Hang) String() string {
	is, are := "is never answered", "are never answered"
	if h.Waited > 0 {
		limit := h.Waited.Round(time.Second)
		is, are = fmt.Sprintf("is not answered within %s", limit), fmt.Sprintf("are not answered within %s", limit)
	}
	stuck := fmt.Sprint(h.Stuck)
	if h.Woken {
		stuck, is, are = "some", "is not answered until another one is sent", "are not answered until another one is sent"
	}
	text := fmt.Sprintf("%s of %d requests sent at once %s", stuck, h.Requests, are)
	switch {
	case h.GivenUp > 0:
		text = fmt.Sprintf("after %d requests whose clients went away in the middle, a single request %s", h.GivenUp, is)
	case h.Requests == 1:
		text = fmt.Sprintf("a single request %s, after others were", is)
	}
	if h.BusyKnown {
		text += map[bool]string{true: ", the processor is busy", false: ", the processor is idle"}[h.Busy]
	}
	if h.Healthy {
		text += ", others are served"
	} else {
		text += ", nobody else is served"
	}
	switch {
	case h.Woken:
		return text
	case h.Permanent && h.Requests == 1:
		return text + ", nor is the next one"
	case h.Permanent:
		return text + ", and a single request hangs from then on"
	case h.CutOff:
		return text + "; whether a single request is answered afterwards was not seen"
	}
	return text + "; a single request is answered again afterwards"
}

// Deadline is how long a number of overlapping requests may take before they count as hung: even if
// they run one after the other, with room.
func Deadline(own time.Duration, requests int) time.Duration {
	return own*time.Duration(requests+1)*3/2 + 2*time.Second
}

// Patience is how long a number of overlapping requests are waited for before they are given up. What is
// late may be slow: a timeout of five seconds that ends a wait, say, is no hang. Behind the deadline there is always
// time to look at the target.
func Patience(own time.Duration, requests int) time.Duration {
	// Timeouts are of whole seconds, and end at another moment than this.
	return max(Deadline(own, requests)+3*time.Second, 8400*time.Millisecond)
}

// Outwait is how long requests are waited for, or their Patience if that is longer, while others of the same kind are
// answered: what few of them wait for, such as a lock, may have a timeout of half a minute.
const Outwait = 32 * time.Second

// AloneDeadline is how long a single request is waited for after others were given up.
func AloneDeadline(own time.Duration) time.Duration { return max(Deadline(own, 1), 3*time.Second) }
