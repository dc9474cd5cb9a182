package routes

import (
	"fmt"
	"slices"
	"time"

	"snag/analyze/judge"
)

// Blocking is a call in the code that blocks whoever else is served, found by its name.
type Blocking struct {
	// Fingerprint, File, Line and Column are those of its finding, Name is what is called: "fs.readFileSync".
	Fingerprint, Name, File string
	Line, Column            int
	// Within is the line on which the function begins that it stands in: what is native code has no line of its own.
	Within int
	// Handlers are the functions for requests that may get to it, as "file:line".
	Handlers []string
}

// Runs reports whether a request of the route may get to a call.
func (r *Route) Runs(b Blocking) bool {
	return slices.ContainsFunc(b.Handlers, func(at string) bool { return slices.Contains(r.Handlers, at) })
}

// BlockingOf returns the numbers of the calls that a request of the route may get to.
func (r *Route) BlockingOf(calls []Blocking) (all []int) {
	for i, b := range calls {
		if r.Runs(b) {
			all = append(all, i)
		}
	}
	return all
}

// JudgeBlocking says of a call what a trial of a route that gets to it shows, and in a clause why. The call is proved
// where the service stood at it, at a line of a file, for longer than the budget, while others waited; file "" is for
// not known.
func (m Measured) JudgeBlocking(b Blocking, v Verdict, file string, line int, t Trial, budget time.Duration) (Verdict, string) {
	switch {
	case v == Proved && file == "":
		return Undecided, "the route stalls, and where the service stands meanwhile is not known"
	case v == Proved && (file != b.File || line != b.Line && line != b.Within):
		return NotReproduced, fmt.Sprintf("the route stalls at %s:%d instead", file, line)
	case v == Proved:
		return Proved, ""
	case t.Spot != nil:
		return NotMeasured, ""
	case m.Largest == 0:
		return NotMeasured, m.Failed
	case m.Own >= budget:
		return NotReproduced, "it takes long, and nobody else waits for long"
	}
	return NotReproduced, fmt.Sprintf("one request takes %s, within the budget of %s", judge.Millis(m.Own), judge.Millis(budget))
}
