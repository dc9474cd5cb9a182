// Package pool finds out of the order in which overlapping requests are answered how many run at
// once, and judges what limits them, what overlapping does to them, and whether they see each
// other's context.
package pool

import (
	"fmt"
	"time"
)

// Trial is one attempt to occupy a resource: so many slow requests were sent, then a light one.
type Trial struct {
	Holds int
	// Full reports whether the light request was answered only after the first slow one had been.
	Full bool
	// Weak reports whether the light one may have waited for something else: the processors were busy, or
	// the slow one ended soon anyway, and not several of them had ended before it was answered.
	Weak bool
	// Void reports whether the trial says nothing: a slow request ended just as the light one was sent,
	// or one was not answered.
	Void bool
	// Computes reports whether the target kept a processor busy meanwhile.
	Computes bool
}

// Search finds the smallest number of slow requests that occupy a resource, by the order of
// answers. The zero Search is not usable; Max bounds the number.
type Search struct {
	Max    int
	trials map[int][]Trial
}

// NewSearch returns a search up to max.
func NewSearch(max int) *Search { return &Search{Max: max, trials: map[int][]Trial{}} }

// Add notes a trial.
func (s *Search) Add(t Trial) { s.trials[t.Holds] = append(s.trials[t.Holds], t) }

// vote sums the trials of a number up: full or not, and whether it is decided. That a light request was
// answered first cannot happen when it is full, so it weighs twice as much as that one had to wait, for
// which a busy machine has reasons of its own.
func (s *Search) vote(holds int) (full, decided bool) {
	sum := 0
	for _, t := range s.trials[holds] {
		switch {
		case t.Void:
		case t.Full && t.Weak:
			sum++
		case t.Full:
			sum += 3
		default:
			sum -= 6
		}
	}
	some := valid(s.trials[holds])
	void := len(s.trials[holds]) - some
	enough := 6
	if holds == 1 {
		enough = 12 // that one request occupies everything is surprising, and a busy machine shows it now and then
	}
	return sum > 0, some >= 2 && (sum >= enough || sum <= -9) || some >= 10 || void >= 20 || void >= 12 && some == 0
}

// Doubtful returns the smallest number of slow requests, from leastCounted on, twice that where they compute, of which
// the order does not tell whether they occupy everything, 0 when there is none: each time the light one may have waited
// for something else, or mostly a slow one ended at the same time. A Counting tells more then.
func (s *Search) Doubtful() (holds int) {
	for m, trials := range s.trials {
		void, weak, clear, least := 0, 0, 0, leastCounted
		for _, t := range trials {
			if t.Computes {
				least = 2 * leastCounted
			}
			switch {
			case t.Void:
				void++
			case t.Full && t.Weak:
				weak++
			default:
				clear++
			}
		}
		if m >= least && (clear == 0 && weak >= 2 || void >= 6 && void >= 3*clear) && (holds == 0 || m < holds) {
			holds = m
		}
	}
	return holds
}

// valid counts the trials that say something.
func valid(trials []Trial) int {
	count := 0
	for _, t := range trials {
		if !t.Void {
			count++
		}
	}
	return count
}

// Next returns the number of slow requests to try, and false when the search has ended.
func (s *Search) Next() (holds int, more bool) {
	low, high := 0, 0 // low does not fill it, high does
	for m := 1; ; m = min(m*2, s.Max) {
		full, decided := s.vote(m)
		if !decided {
			return m, true
		}
		if full {
			high = m
			break
		}
		if low = m; m == s.Max {
			return 0, false
		}
	}
	for high-low > 1 {
		m := low + (high-low)/2
		full, decided := s.vote(m)
		if !decided {
			return m, true
		}
		if full {
			high = m
		} else {
			low = m
		}
	}
	return 0, false
}

// Size is the number of requests that run at once.
type Size struct {
	// K is the number; 0 when no limit was seen up to Tried.
	K, Tried int
	// Unknown says why nothing follows, when it is not empty.
	Unknown string
	// Counted reports whether K was counted, by light requests in several places of the queue.
	Counted bool
}

// Size returns the outcome. It is unknown when Next has not ended the search.
func (s *Search) Size() Size {
	for holds, trials := range s.trials {
		if _, decided := s.vote(holds); decided && valid(trials) < 2 {
			return Size{Unknown: "the slow requests end too early to occupy anything: use a slower one"}
		}
	}
	if _, more := s.Next(); more {
		return Size{Unknown: "time ran out"}
	}
	for m := 1; m <= s.Max; m++ {
		if full, decided := s.vote(m); decided && full {
			return Size{K: m, Tried: s.Max}
		}
	}
	return Size{Tried: s.Max}
}

// Limit is what bounds the number of requests at once.
type Limit string

// The limits.
const (
	EventLoop Limit = "event loop"             // one at a time, and nobody else is served
	Serial    Limit = "lock or one connection" // one at a time, others are served
	Pool      Limit = "pool"
	Processes Limit = "processes" // all that serve are occupied
	Threads   Limit = "threads"   // the same, within fewer processes
	Cores     Limit = "cores"     // nothing but the processors
	None      Limit = "none seen"
	Unsure    Limit = "unknown"
)

// Load is what else was seen while a resource was occupied.
type Load struct {
	// Waited is the share of unrelated requests that had to wait while it was full, 0 to 1.
	Waited float64
	// Processes is the number of processes that the target consists of, 0 when unknown.
	Processes int
	// Busy is the number of processors that the target used at the most, of Cores; negative when
	// unknown.
	Busy  float64
	Cores int
	// Own is how long it takes until the first of as many slow requests as fill the resource ends.
	Own time.Duration
	// Pressure is the share of the time, 0 to 1, in which something waited for a processor; negative
	// when unknown.
	Pressure float64
	// Varies reports whether requests take very different times alone.
	Varies bool
}

func (l Load) computes() bool { return l.Cores > 0 && l.Busy > 0.8*float64(l.Cores) }

// leastHold is how long requests that compute must take to be told from the scheduler: Go for one
// gives each goroutine a processor for ten milliseconds, and a new request needs several turns.
const leastHold = 100 * time.Millisecond

// Doubt returns the size as it is, or as unknown where the light request may have waited for a
// processor rather than for a place: unrelated requests of the same process waited as well, and either
// other programs took the processors, or the target did and the slow requests are too short for the
// light one to have had its turn.
func (s Size) Doubt(l Load) Size {
	if s.K == 1 && l.Waited >= 0.25 && l.Pressure > 0.8 && l.Busy >= 0 && l.Busy < 0.5 {
		return Size{Tried: s.Tried, Unknown: "the machine is busy with other work, and the target hardly ran: run it again on an idle machine"}
	}
	if s.K == 0 || s.Counted {
		return s
	}
	if l.Varies && l.Busy > 0.5 && l.Own < leastHold {
		return Size{Tried: s.Tried, Unknown: fmt.Sprintf("requests that compute, take different times and end after %s are too short to tell queueing from contention for the CPU: use one of %s or more", l.Own.Round(time.Millisecond), 2*leastHold)}
	}
	if l.Varies && l.Pressure > 0.8 && !l.computes() {
		return Size{Tried: s.Tried, Unknown: "the requests take different times, and the machine is too busy to tell an early end from a free place: run it again on an idle machine"}
	}
	if l.Waited < 0.25 || l.Processes >= s.K {
		return s
	}
	switch {
	case l.computes() && l.Own < leastHold:
		return Size{Tried: s.Tried, Unknown: fmt.Sprintf("the processors are taken, and requests that end after %s are too short to tell queueing from contention for the CPU: use one of %s or more", l.Own.Round(time.Millisecond), 2*leastHold)}
	case !l.computes() && l.Pressure > 0.8:
		return Size{Tried: s.Tried, Unknown: "queueing cannot be told from contention for the CPU: run it again on an idle machine"}
	}
	return s
}

// JudgeLimit tells what the limit is.
func JudgeLimit(s Size, l Load) Limit {
	switch computes := l.computes(); {
	case s.Unknown != "":
		return Unsure
	case s.K == 0 && computes:
		return Cores
	case s.K == 0:
		return None
	case l.Waited >= 0.5 && s.K == 1:
		return EventLoop
	case l.Waited >= 0.5 && computes && l.Processes < s.K:
		return Pool // who waits may wait for a processor
	case l.Waited >= 0.5 && l.Processes > 0 && l.Processes < s.K:
		return Threads
	case l.Waited >= 0.5:
		return Processes
	case s.K == 1:
		return Serial
	}
	return Pool
}

// Answer is what became of one of several requests sent at once.
type Answer struct {
	Status  int // 0 when there was none
	Reset   bool
	Latency time.Duration
	// Hung reports whether nothing came within the deadline.
	Hung bool
}

// WhenFull is what a full pool does with one more request.
type WhenFull string

// The ways.
const (
	Queues    WhenFull = "queues"
	Sheds     WhenFull = "sheds" // answers 503 or 429
	Resets    WhenFull = "resets"
	Fails     WhenFull = "fails" // answers another error
	Hangs     WhenFull = "hangs" // some are not answered in the time that all need one after the other
	NotFilled WhenFull = "not filled"
)

// JudgeFull tells what happened to the requests beyond the size of a pool.
func JudgeFull(k int, answers []Answer) WhenFull {
	if k <= 0 || len(answers) <= k {
		return NotFilled
	}
	shed, reset, failed, hung := 0, 0, 0, 0
	for _, a := range answers {
		switch {
		case a.Reset:
			reset++
		case a.Status == 503 || a.Status == 429:
			shed++
		case a.Status >= 500:
			failed++
		case a.Hung:
			hung++
		case a.Status == 0:
			return NotFilled // it was not sent
		}
	}
	switch {
	case reset > 0 && reset >= shed && reset >= failed:
		return Resets
	case shed > 0 && shed >= failed:
		return Sheds
	case failed > 0:
		return Fails
	case hung > 0:
		return Hangs
	}
	return Queues
}
