package repair

import (
	"slices"
	"strings"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
	"snag/analyze/wtf8"
)

// Bounds on what is done for rewrites that are not equivalent.
const (
	maxChanged     = 40 // kept while the equivalent ones are searched for
	auditedChanged = 12 // looked at
	shownChanged   = 2  // returned
	shownInputs    = 3  // gained or lost
	leastAlike     = 80 // percent of matches in common
)

// keep remembers a rewrite that changes the matches.
func (r *repair) keep(now attempt, tree *syntax.Tree, c candidate, claim Equivalence) {
	if len(r.changed) < maxChanged {
		r.changed = append(r.changed, r.step(now, tree, c, claim))
	}
}

// different returns linear rewrites that are not proved to find the same matches, those first that
// change least: nothing in all tests, where matches begin or end, what matches.
func (r *repair) different() []Fix {
	sorting.Stable(r.changed, func(a, b attempt) int { return int(b.claim) - int(a.claim) })
	var fixes []Fix
	var alikes []int
	for i, a := range r.changed {
		if i == auditedChanged || r.work >= 2*r.limits.Work || r.ctx.Err() != nil {
			break
		}
		alike := r.alike(a.tree)
		if alike < leastAlike {
			continue
		}
		if !r.isLinear(a.tree) {
			continue
		}
		a.audit = audit{class: redos.Linear}
		f, ok := Fix{}, false
		if a.claim == Tested {
			f, ok = r.tested(a)
		} else {
			f, ok = r.compared(a)
		}
		if !ok {
			continue
		}
		at := 0
		for at < len(fixes) && (fixes[at].Equivalence > f.Equivalence || fixes[at].Equivalence == f.Equivalence && alikes[at] >= alike) {
			at++
		}
		fixes, alikes = slices.Insert(fixes, at, f), slices.Insert(alikes, at, alike)
	}
	return fixes[:min(len(fixes), shownChanged)]
}

// tested reports a rewrite that could not be compared by proof, if it finds the same matches in all
// tests.
func (r *repair) tested(a attempt) (Fix, bool) {
	p, errP := backtrack.Compile(r.tree)
	q, errQ := backtrack.Compile(a.tree)
	if errP != nil || errQ != nil {
		return Fix{}, false
	}
	s := newSample(3, r.tree, a.tree)
	for range testedInputs {
		input := s.next()
		for _, opt := range r.applications(input) {
			x, y := p.Match(input, opt), q.Match(input, opt)
			if x.Outcome > backtrack.Matched || y.Outcome > backtrack.Matched {
				continue // too slow to tell
			}
			if x.Outcome != y.Outcome || x.Start != y.Start || x.End != y.End || x.Matches != y.Matches {
				return Fix{}, false
			}
		}
	}
	return r.fix(a), true
}

// applications are the ways in which the pattern is applied to input in tests.
func (r *repair) applications(input []rune) []backtrack.Options {
	opt := backtrack.Options{Mode: r.mode, MaxSteps: 20_000}
	if opt.Mode != syntax.Prefix {
		return []backtrack.Options{opt}
	}
	var all []backtrack.Options
	for start := 0; start <= len(input) && start < 4; start++ {
		opt.Start = start
		all = append(all, opt)
	}
	return all
}

// example is an input that the pattern matches, and how.
type example struct {
	input []rune
	match backtrack.Result
}

// mostExamples is the number of examples, and mostTries that of inputs among which they are looked for.
const (
	mostExamples = 100
	mostTries    = 600
)

// examples returns inputs that the pattern matches, found when they are first asked for: they are the same for all
// rewrites.
func (r *repair) examples() []example {
	if r.matched != nil {
		return r.matched
	}
	r.matched = []example{}
	p, err := backtrack.Compile(r.tree)
	if err != nil {
		return nil
	}
	s := newSample(2, r.tree)
	for try := 0; try < mostTries && len(r.matched) < mostExamples; try++ {
		input := s.next()
		if x := p.Match(input, r.briefly()); x.Outcome == backtrack.Matched {
			r.matched = append(r.matched, example{input, x})
		}
	}
	return r.matched
}

// briefly is how a pattern is applied to examples.
func (r *repair) briefly() backtrack.Options {
	return backtrack.Options{Mode: r.mode, MaxSteps: 20_000}
}

// alike returns how many of a hundred inputs that the pattern matches tree matches in the same places, or a smaller
// number where these are fewer than leastAlike.
func (r *repair) alike(tree *syntax.Tree) int {
	all := r.examples()
	q, err := backtrack.Compile(tree)
	if err != nil || len(all) == 0 {
		return 0
	}
	same := len(all)
	for _, e := range all {
		x := e.match
		if y := q.Match(e.input, r.briefly()); y.Outcome == x.Outcome && y.Start == x.Start && y.End == x.End && y.Matches == x.Matches {
			continue
		}
		if same--; 100*same/len(all) < leastAlike {
			return 0
		}
	}
	return 100 * same / len(all)
}

// compared reports a rewrite with the shortest inputs that it gains and loses.
func (r *repair) compared(a attempt) (f Fix, ok bool) {
	limits := r.limits.Proof
	limits.States, limits.Work = limits.States/2, limits.Work/2
	opt := equivalence.Options{Mode: r.mode, Level: equivalence.Accepts, Limits: limits, Each: true, Most: shownInputs}
	diffs, err := equivalence.Compare(r.tree, a.tree, opt)
	a.claim = ChangesLanguage
	var gains, loses []string
	for _, d := range diffs {
		text := wtf8.Encode(inCodePoints(r.tree, d.Input))
		if d.First {
			loses = append(loses, text)
		} else {
			gains = append(gains, text)
		}
	}
	switch {
	case len(diffs) == 0 && err != nil:
		return Fix{}, false
	case len(diffs) == 0:
		a.claim = ChangesMatches
	}
	f = r.fix(a)
	f.Gains, f.Loses = gains, loses
	f.Note = changeNote(f, err)
	return f, true
}

// changeNote says what a rewrite changes.
func changeNote(f Fix, err error) string {
	parts := []string{"the same inputs match, by proof, but some matches begin or end elsewhere"}
	if f.Equivalence == ChangesLanguage {
		parts = nil
		if len(f.Gains) > 0 {
			parts = append(parts, "it matches inputs that the pattern does not match")
		} else if err == nil {
			parts = append(parts, "it matches nothing that the pattern does not match, by proof")
		}
		if len(f.Loses) > 0 {
			parts = append(parts, "it does not match some that the pattern matches")
		} else if err == nil {
			parts = append(parts, "it matches all that the pattern matches, by proof")
		}
	}
	return strings.Join(parts, "; ")
}

// inCodePoints turns input in the alphabet of tree into code points.
func inCodePoints(tree *syntax.Tree, input []rune) []rune {
	if tree.ByCodePoint || tree.ByByte {
		return input
	}
	units := make([]uint16, len(input))
	for i, c := range input {
		units[i] = uint16(c)
	}
	return wtf8.FromUnits(units)
}
