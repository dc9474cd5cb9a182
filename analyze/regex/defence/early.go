package defence

import (
	"slices"

	"snag/analyze/regex/syntax"
)

// early says where PCRE2's JIT does not enter a run again.
type early uint8

const (
	entersAgain early = iota
	// failsBefore is that of a run that every start comes to at one place: nowhere before the end of the last run.
	failsBefore
	// failsWithin is that of other runs: nowhere within the last run, also from the same start.
	failsWithin
)

// The most runs that PCRE2's JIT watches, and the most groups around one.
const (
	maxEarly = 3
	maxDepth = 4
)

// markEarly marks the runs that stand behind nothing but single characters, assertions and other such runs. There are
// none in a pattern that is held at the start of the text.
func (p *program) markEarly(root *part) {
	if p.mode == syntax.Prefix || p.mode == syntax.Full || root.anchored() {
		return
	}
	var before watched
	p.watch(root, &before, 0)
}

// watched is what stands before a part of the pattern.
type watched struct {
	runs   int  // that are watched
	varies bool // the number of characters does
}

// watch marks the runs in a part behind what stands before it, and adds them to that. goOn reports whether what follows
// the part may be marked as well.
func (p *program) watch(q *part, before *watched, depth int) (goOn bool) {
	switch q.op {
	case syntax.OpSet, syntax.OpAssert, syntax.OpEmpty, syntax.OpKeep:
		return true
	case syntax.OpConcat:
		for _, s := range q.subs {
			if !p.watch(s, before, depth) {
				return false
			}
		}
		return true
	case syntax.OpGroup, syntax.OpAtomic:
		return depth < maxDepth && p.watch(q.subs[0], before, depth+1)
	case syntax.OpAlternate:
		most, goOn := *before, true
		for _, s := range q.subs {
			one := *before
			goOn = p.watch(s, &one, depth) && goOn
			most = watched{max(most.runs, one.runs), most.varies || one.varies}
		}
		*before = most
		return goOn
	case syntax.OpRepeat:
		if !q.run() || q.subs[0].op != syntax.OpSet {
			return false
		}
		// Of what is not a class in brackets PCRE2 makes so many copies and a run.
		copied := q.min > 1 && p.tree.Source[q.subs[0].node.Span.Start] != '['
		before.varies = before.varies || copied
		if q.max != syntax.Unbounded || q.min > 1 && !copied {
			before.varies = true
			return true
		}
		q.early = failsWithin
		if !before.varies {
			q.early = failsBefore
		}
		before.varies = true
		before.runs++
		return before.runs < maxEarly
	}
	return false
}

// anchored reports whether PCRE2 sees that every match of the part begins at the start of the text or the search.
func (q *part) anchored() bool {
	switch q.op {
	case syntax.OpAssert:
		return q.node.Assert == syntax.TextStart || q.node.Assert == syntax.SearchStart
	case syntax.OpGroup, syntax.OpAtomic:
		return q.subs[0].anchored()
	case syntax.OpLook:
		return !q.node.Behind && !q.node.Negate && q.subs[0].anchored()
	case syntax.OpAlternate:
		return !slices.ContainsFunc(q.subs, func(s *part) bool { return !s.anchored() })
	case syntax.OpConcat:
		return len(q.subs) > 0 && q.subs[0].anchored()
	}
	return false
}

// A span is where a run stood: from behind the characters that it must have to its end.
type span struct{ from, to int }

// entered reports whether PCRE2's JIT enters a run at i that must have so many characters, and notes that it does.
func (m *matcher) entered(q *part, i int) bool {
	last, known := m.ran[q.id]
	from := i + q.min
	switch {
	case !known:
	case q.early == failsBefore && i <= last.to, q.early == failsWithin && last.from <= from && from <= last.to:
		return false
	}
	m.ran[q.id] = span{from, from}
	return true
}
