package pattern

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"snag/analyze/block/routes"
	"snag/analyze/judge"
	"snag/analyze/reach"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// Gate is the --fail-on of the commands that judge regexes: which findings make the exit status 1.
type Gate struct {
	text        string
	exponential bool
	degree      int // of polynomial growth, from which on it counts; 0 for none
	// Slow spares quadratic growth that stays below what the flags call too much.
	Slow    bool
	unknown bool
	invalid bool
	Proved  bool // what snag block routes has measured
	// reached are the levels of who can send the attack that count, with the time that it has to take.
	reached []reachedGate
}

// reachedGate is a level of reach from which on a finding counts whose attack takes a time or longer.
type reachedGate struct {
	level reach.Level
	least time.Duration
}

// GateChoices are what --fail-on takes, for help and completion.
var GateChoices = []cli.Choice{
	{Name: "slow", Help: "what takes more than --budget at --max-length; cubic and exponential growth always"},
	{Name: "exponential", Help: "exponential growth"},
	{Name: "polynomial", Help: "polynomial growth of any degree, and exponential growth"},
	{Name: "polynomial:3", Help: "polynomial growth of this degree or more, and exponential growth"},
	{Name: "remote", Help: "what anybody can send, and takes more than 50 ms at the length that gets there; remote:100ms for another time"},
	{Name: "library", Help: "the same for callers of what a package exports, and for what is remote"},
	{Name: "proved", Help: "what --proved FILE says was measured on the running service"},
	{Name: "unknown", Help: "patterns and files that could not be judged"},
	{Name: "invalid", Help: "patterns that do not parse"},
	{Name: "none", Help: "nothing"},
}

// NewGate returns the gate that a text describes, which is known to be right.
func NewGate(text string) *Gate {
	g := &Gate{}
	if err := g.Set(text); err != nil {
		panic(err)
	}
	return g
}

func (g *Gate) String() string { return g.text }

// Type names the value in messages of pflag.
func (g *Gate) Type() string { return "classes" }

// Set accepts a list such as "polynomial:3,unknown", or "none".
func (g *Gate) Set(s string) error {
	next := Gate{text: s}
	for word := range strings.SplitSeq(s, ",") {
		name, degree, hasDegree := strings.Cut(strings.TrimSpace(word), ":")
		if level, ok := reach.ParseLevel(name); ok && level >= reach.Local {
			r := reachedGate{level, usualBudget}
			if hasDegree {
				least, err := time.ParseDuration(degree)
				if err != nil || least < 0 {
					return fmt.Errorf("%q is not a time such as 100ms", degree)
				}
				r.least = least
			}
			next.reached = append(next.reached, r)
			continue
		}
		if hasDegree && name != "polynomial" {
			return fmt.Errorf("%q takes no degree", name)
		}
		switch name {
		case "slow":
			next.Slow, next.exponential = true, true
		case "exponential":
			next.exponential = true
		case "polynomial":
			next.exponential, next.degree = true, 2
			if !hasDegree {
				break
			}
			n, err := strconv.Atoi(degree)
			if err != nil || n < 2 {
				return fmt.Errorf("degree %q is not a number from 2", degree)
			}
			next.degree = n
		case "unknown":
			next.unknown = true
		case "invalid":
			next.invalid = true
		case "proved":
			next.Proved = true
		case "none":
			if s != "none" {
				return fmt.Errorf("none goes with nothing else")
			}
		default:
			return fmt.Errorf("must be a list of slow, exponential, polynomial, polynomial:DEGREE, remote, remote:TIME, library, local, proved, unknown and invalid, or none")
		}
	}
	*g = next
	return nil
}

// counts reports whether a pattern that broke a rule fails the run, unless it is suppressed or graded
// down to a note.
func (g *Gate) counts(rule string, v redos.Verdict) bool {
	switch rule {
	case audit.RuleInvalid:
		return g.invalid
	case audit.RuleInjection: // its sender may make it exponential
		return g.exponential || len(g.reached) > 0
	case audit.RuleUnknown, audit.RuleUnreadable:
		return g.unknown
	case audit.RuleExponential, audit.RulePolynomial, audit.RuleBounded:
		if v.Class == redos.Exponential {
			return g.exponential
		}
		// A higher degree that could not be ruled out counts: nothing passes for want of a proof.
		if g.Slow {
			return true // what is not slow was made a note
		}
		return g.degree > 0 && (v.AtLeast || max(v.Degree, v.UpTo) >= g.degree)
	}
	return false
}

// Spares reports whether quadratic growth counts only where it is slow, or not at all.
func (g *Gate) Spares() bool { return g.degree == 0 || g.degree > 2 }

// Fails reports whether a finding about a pattern fails the run. a is nil for one that is about a file.
func (g *Gate) Fails(f report.Finding, a *Audited) bool {
	if a != nil && g.Proved && a.Proof != nil && a.Proof.Verdict == routes.Proved && f.Suppression == nil {
		return true // measured, whatever it was graded
	}
	if f.Suppression != nil || f.Level <= judge.Note && f.Rule != audit.RuleUnknown {
		return false // an unknown pattern may be a note, and yet nothing is known about it
	}
	if a == nil {
		return g.counts(f.Rule, redos.Verdict{})
	}
	for _, r := range g.reached {
		if a.isReached(r.level, r.least) {
			return true
		}
	}
	return g.counts(f.Rule, a.Verdict)
}
