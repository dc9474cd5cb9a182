package routes

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/block/stall"
	"snag/analyze/judge"
	"snag/analyze/stats"
)

// Verdict is what a trial, or all of them, say about what was suspected.
type Verdict string

// The verdicts.
const (
	Proved        Verdict = "proved"         // it was measured
	NotReproduced Verdict = "not-reproduced" // it was sent, and cost too little
	NotMeasured   Verdict = "not-measured"   // nothing was answered that says anything
	Harmless      Verdict = "harmless"       // an input that was not suspected costs little
	Undecided     Verdict = "undecided"      // what was measured contradicts itself, or too little was
)

// Weight is how much v says about what was suspected: of several trials the one with the most is reported.
func (v Verdict) Weight() int {
	return slices.Index([]Verdict{NotMeasured, NotReproduced, Undecided, Proved}, v)
}

// Measured is what was seen of one trial.
type Measured struct {
	Growth   growth.Growth
	Crossing growth.Crossing
	Largest  int // the largest size that was answered
	Bytes    int // of the request of that size
	// Own is what the request of the largest size takes, beyond a trivial one.
	Own time.Duration
	// Base is what one of the smallest sizes takes.
	Base       time.Duration
	Collateral stall.Collateral
	Statuses   growth.Statuses
	Bound      int // the largest size that is accepted, 0 where none is refused
	// Failed says in a clause what ended the growing, "" for nothing; Died whether the process of the service ended,
	// and Hung whether nobody was answered any more.
	Failed     string
	Died, Hung bool
	Cut        bool // requests or time ran out
	Computes   bool // the processes of the service computed for as long as the budget
	Unwatched  bool // it was measured in earnest, and whom it delays could not be
}

// mostForLinear is the size of a request in bytes up to which linear growth that exceeds the budget counts: what
// takes as long to read as to send is no amplification.
const mostForLinear = 100 << 10

// steep reports whether the cost clearly grows faster than the input.
func (m Measured) steep() bool {
	g := m.Growth
	return g.Kind == stats.Exponential || (g.Kind == stats.Polynomial || g.Kind == stats.Linear) && g.Exponent > 1.3 && g.Confidence >= 0.5
}

// Unclear reports whether the measurement leaves open that the cost grows faster than the input.
func (m Measured) Unclear() bool {
	g := m.Growth
	return !m.steep() && (g.Kind == stats.Undetermined || g.Kind.SuperLinear() || g.Kind == stats.Linear && g.Exponent > 1.3)
}

// Amplifies reports whether a look at growing sizes leaves it open that a small request takes more than the budget:
// the cost grows faster than the input, or in a way that is not clear, or so steeply that little is enough.
func (m Measured) Amplifies(budget time.Duration) bool {
	linear := m.Growth.Kind == stats.Linear && m.Growth.Exponent > 0 && m.Growth.Exponent < 1.2
	return !linear || m.sizeOver(budget) <= 2*mostForLinear
}

// Judge returns the verdict on a trial within a budget, and in a clause why. A request that does not grow counts
// where others wait: what a pool of threads works on does no harm by itself.
func (m Measured) Judge(budget time.Duration, t Trial) (Verdict, string) {
	suspected, grows := t.Suspect >= 0, t.Spot != nil
	flat := Harmless
	if suspected {
		flat = NotReproduced
	}
	switch {
	case m.Died:
		return Proved, "the service ended"
	case m.Hung:
		return Proved, "the service answered nobody any more"
	case m.Largest == 0:
		return NotMeasured, m.Failed
	}
	over := (m.Own >= budget || m.Crossing.N > 0 && !m.Crossing.Extrapolated) && (!grows || m.Own > 2*m.Base)
	waits := m.Collateral.Effect.Blocks() && m.Collateral.Stall >= budget/2
	switch {
	case !over && m.Growth.Kind.SuperLinear() && m.Bound > 0:
		return flat, fmt.Sprintf("the cost grows as %s, but nothing above n = %s is accepted", m.Growth, judge.Thousands(int64(m.Bound)))
	case !over:
		return flat, ""
	case !waits && !(m.Computes && grows) && m.Unwatched:
		return Undecided, "it takes long, and whom it delays could not be measured"
	case !waits && !(m.Computes && grows):
		return flat, "it takes long, and nobody else waits"
	case !grows && m.Collateral.Effect == stall.BlocksPartly:
		return flat, "others wait for a part of the time only"
	case grows && !suspected && m.Growth.Kind != stats.Linear && m.Growth.Kind != stats.Threshold && !m.Growth.Kind.SuperLinear():
		return Undecided, "it takes long, but not because the input grows"
	case grows && m.Unclear() && m.sizeOver(budget) > mostForLinear:
		return Undecided, "it takes long, and whether that grows faster than the input is not clear"
	case grows && !m.steep() && m.sizeOver(budget) > mostForLinear:
		return flat, fmt.Sprintf("no steeper than linear, and %s are needed for %s", judge.Size(float64(m.sizeOver(budget))), budget)
	}
	return Proved, ""
}

// sizeOver is about the size of the request in bytes that exceeds the budget.
func (m Measured) sizeOver(budget time.Duration) int {
	if m.Crossing.N > 0 && m.Largest > 0 {
		return int(float64(m.Bytes) * min(m.Crossing.N/float64(m.Largest), 1))
	}
	return m.Bytes
}

// Who says who waits while a request runs.
func (m Measured) Who() string {
	c := m.Collateral
	switch {
	case m.Died:
		return "everybody: the service ended"
	case m.Hung:
		return "everybody, until it is started again"
	case c.Effect == stall.BlocksEveryone:
		return "everybody"
	case c.Effect == stall.BlocksWorker:
		return "all of its process"
	case c.Effect == stall.BlocksPartly:
		return "others, for a part of the time"
	case m.Computes:
		return "who needs the processor"
	case c.Effect == stall.EffectUnknown:
		return "not known"
	}
	return "nobody"
}

// WhyNot guesses why a suspect was not reproduced by a trial: the first reason is the likeliest.
func (m Measured) WhyNot(t Trial, r Route, accepted bool, promised int) []string {
	var reasons []string
	add := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	usual := m.Statuses.Usual(statuses4xx)
	switch {
	case m.Largest == 0:
		return []string{m.Failed}
	case usual == 401 || usual == 403:
		add("every request is answered with %d, for want of a login: --header or --before brings one along", usual)
	case usual == 404 || usual == 405:
		add("every request is answered with %d: another route may come first, or what it names does not exist", usual)
	case usual == 415:
		add("every request is answered with 415: the body is of another type")
	case usual >= 400 && accepted:
		add("the attack is refused with %d where another text is accepted, perhaps before the match", usual)
	case usual >= 400:
		add("every request is refused with %d, perhaps before the match", usual)
	}
	reading := growth.Reading{Place: string(t.Spot.Place()), Bound: m.Bound, Promised: promised, Statuses: m.Statuses}
	for _, reason := range reading.WhyFlat() {
		if usual < 400 || !strings.Contains(reason, "every request is refused") {
			reasons = append(reasons, reason)
		}
	}
	return reasons
}

// statuses4xx are refusals that say nothing about the size of the input or the rate of requests: an attack is
// fired whatever the answer is, since a regex may have matched before it.
var statuses4xx = func() (all []int) {
	for status := 400; status < 500; status++ {
		switch growth.MeaningOf(status, nil) {
		case growth.TooLarge, growth.Throttled:
		default:
			all = append(all, status)
		}
	}
	return all
}()

// Refusals are the statuses of answers that do not end the growing of an input.
func Refusals() []int { return statuses4xx }
