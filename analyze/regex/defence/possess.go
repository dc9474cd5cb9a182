package defence

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// A following is what may stand behind a part of the pattern: characters, and the end of the text or line.
type following struct {
	set   charset.Set
	end   bool
	known bool
}

func (f following) or(g following) following {
	return following{f.set.Union(g.set), f.end || g.end, f.known && g.known}
}

// markPossessive finds the repetitions of one character behind which nothing of it can stand: PCRE2 does not try shorter
// runs of those.
func (p *program) markPossessive(q *part, after following) {
	switch q.op {
	case syntax.OpConcat:
		for i := len(q.subs) - 1; i >= 0; i-- {
			p.markPossessive(q.subs[i], after)
			first, empty := q.subs[i].begins()
			if empty {
				first = first.or(after)
			}
			after = first
		}
	case syntax.OpGroup, syntax.OpAlternate:
		for _, s := range q.subs {
			p.markPossessive(s, after)
		}
	case syntax.OpRepeat:
		if q.run() {
			// Of classes in brackets PCRE2 does not ask whether they hold what ends the text or line.
			escaped := p.tree.Source[q.subs[0].node.Span.Start] == '\\'
			q.possessive = after.known && !after.set.Overlaps(q.single()) &&
				(!after.end || escaped && !q.single().Contains('\n'))
			return
		}
		if q.max != 1 {
			first, _ := q.subs[0].begins()
			after = after.or(first)
		}
		p.markPossessive(q.subs[0], after)
	default:
		for _, s := range q.subs {
			p.markPossessive(s, following{})
		}
	}
}

// begins is what the part may begin with, and whether it may match no text.
func (q *part) begins() (first following, empty bool) {
	switch q.op {
	case syntax.OpSet:
		return following{set: q.set, known: true}, false
	case syntax.OpEmpty:
		return following{known: true}, true
	case syntax.OpConcat:
		first.known = true
		for _, s := range q.subs {
			one, none := s.begins()
			if first = first.or(one); !none {
				return first, false
			}
		}
		return first, true
	case syntax.OpGroup:
		return q.subs[0].begins()
	case syntax.OpAlternate:
		first.known = true
		for _, s := range q.subs {
			one, none := s.begins()
			first, empty = first.or(one), empty || none
		}
		return first, empty
	case syntax.OpRepeat:
		first, empty = q.subs[0].begins()
		return first, empty || q.min == 0
	case syntax.OpAssert:
		switch q.node.Assert {
		case syntax.TextEnd, syntax.TextEndLine, syntax.LineEnd:
			return following{end: true, known: true}, false
		}
	}
	return following{}, true
}
