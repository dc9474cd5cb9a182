package growth

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"snag/analyze/judge"
)

// Meaning is what the status of an answer says about the work of the handler.
type Meaning uint8

// The meanings.
const (
	Handled   Meaning = iota // the work was done
	Refused                  // the handler has read the input, and refuses it
	Unreached                // something before the handler has answered
	TooLarge                 // a limit on the size of the input
	Throttled                // a limit on the rate of requests
	Broken                   // the server failed
)

// MeaningOf returns what a status says. What is expected counts as handled.
func MeaningOf(status int, expected []int) Meaning {
	switch {
	case slices.Contains(expected, status), status < 400:
		return Handled
	case status >= 500:
		return Broken
	}
	switch status {
	case 401, 403, 404, 405, 406, 407, 411, 415, 417, 421, 426:
		return Unreached
	case 413, 414, 431:
		return TooLarge
	case 408, 425, 429:
		return Throttled
	}
	return Refused
}

// Ends reports whether no larger input is worth a request.
func (m Meaning) Ends() bool { return m >= Unreached }

// String says the meaning in a clause.
func (m Meaning) String() string {
	switch m {
	case Refused:
		return "the handler refuses the input"
	case Unreached:
		return "the handler was not reached"
	case TooLarge:
		return "the input is too large for the server"
	case Throttled:
		return "the server limits the rate of requests"
	case Broken:
		return "the server failed"
	}
	return "the handler did its work"
}

// Statuses are the statuses of the answers by the size of the input.
type Statuses map[int]int

// StatusRange is a range of sizes that were answered with one status.
type StatusRange struct {
	From   int `json:"from"`
	To     int `json:"to"`
	Status int `json:"status"`
}

// Ranges returns the statuses in the order of the sizes.
func (s Statuses) Ranges() (ranges []StatusRange) {
	for _, n := range slices.Sorted(maps.Keys(s)) {
		if last := len(ranges) - 1; last >= 0 && ranges[last].Status == s[n] {
			ranges[last].To = n
			continue
		}
		ranges = append(ranges, StatusRange{n, n, s[n]})
	}
	return ranges
}

// String lists the statuses with their sizes.
func (s Statuses) String() string {
	ranges := s.Ranges()
	if len(ranges) == 1 {
		return fmt.Sprint(ranges[0].Status)
	}
	var parts []string
	for _, r := range ranges {
		parts = append(parts, fmt.Sprintf("%d from n = %s", r.Status, judge.Thousands(int64(r.From))))
	}
	if len(parts) > 4 {
		parts = append(parts[:3], "and so on")
	}
	return strings.Join(parts, ", ")
}

// Usual returns the status of all answers of the handler, leaving out what ends a run; 0 when they differ or
// there is none.
func (s Statuses) Usual(expected []int) int {
	usual := 0
	for _, status := range s {
		switch {
		case MeaningOf(status, expected).Ends():
		case usual != 0 && usual != status:
			return 0
		default:
			usual = status
		}
	}
	return usual
}

// RefusedFrom returns from which size on every input that the server takes is refused, and the status, where smaller
// ones are accepted; 0 where none is, or all are.
func (s Statuses) RefusedFrom() (n, status int) {
	accepted := false
	for _, r := range s.Ranges() {
		switch MeaningOf(r.Status, nil) {
		case Handled:
			accepted, n, status = true, 0, 0
		case Refused, Unreached:
			if accepted && n == 0 {
				n, status = r.From, r.Status
			}
		}
	}
	return n, status
}

// WithoutRefused returns the costs up to the bound, if what lies beyond it was refused before the work was
// done: it costs no more than the noise, or less than half of what was accepted.
func WithoutRefused(costs []Cost, bound int, p Plan) (kept []Cost, refused bool) {
	accepted, beyond := p.Noise, p.Noise
	at := 0
	for _, c := range costs {
		if c.N <= bound {
			at++
			accepted = max(accepted, c.Cost)
		} else {
			beyond = max(beyond, c.Cost)
		}
	}
	if at == 0 || at == len(costs) || beyond > p.Noise && beyond > accepted/2 {
		return costs, false
	}
	return costs[:at], true
}

// Reading is what a cost that did not grow with an attack leaves to ask: where the attack stood, and what was
// answered.
type Reading struct {
	Place    string // of the attack: path, query, header, cookie or body
	Statuses Statuses
	Bound    int // the largest input that was not refused, 0 when none was
	// Lengths are those of the answers in bytes by size.
	Lengths map[int]int64
	// Promised is the number of pumps at which the attack was said to cost a budget, 0 when not known.
	Promised int
}

// WhyFlat says what may have happened to an attack that did not cost anything, the likeliest first.
func (r Reading) WhyFlat() (reasons []string) {
	largest := 0
	for n := range r.Statuses {
		largest = max(largest, n)
	}
	if n, status := r.Statuses.RefusedFrom(); n > 0 {
		reasons = append(reasons, fmt.Sprintf("from n = %s on it is answered with %d, perhaps before the match", judge.Thousands(int64(n)), status))
	}
	if r.Bound > 0 {
		reasons = append(reasons, fmt.Sprintf("nothing above n = %s is accepted, and up to there it costs too little", judge.Thousands(int64(r.Bound))))
	}
	if r.Promised > 0 && largest < r.Promised {
		reasons = append(reasons, fmt.Sprintf("it was said to need n = %s, and only n = %s was reached", judge.Thousands(int64(r.Promised)), judge.Thousands(int64(largest))))
	}
	switch status := r.Statuses.Usual(nil); {
	case status == 0:
	case status >= 400:
		reasons = append(reasons, fmt.Sprintf("every request is refused with %d, perhaps before the match: another field may be missing or wrong", status))
	case r.sameLengths():
		reasons = append(reasons, "every answer is alike, as if the field were not read: its name or its place may be another, or another route answers")
	}
	if r.Place == "header" || r.Place == "cookie" {
		reasons = append(reasons, "white space around a value of a header or a cookie is taken off before anybody reads it")
	}
	reasons = append(reasons, "it may be trimmed, decoded or cut before the match, or the engine of this runtime may not backtrack on it")
	return reasons
}

// sameLengths reports whether all answers are of one length.
func (r Reading) sameLengths() bool {
	lengths := slices.Collect(maps.Values(r.Lengths))
	return len(lengths) > 0 && slices.Min(lengths) == slices.Max(lengths)
}
