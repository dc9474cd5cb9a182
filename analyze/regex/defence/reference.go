package defence

import (
	"slices"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// capture matches a group that others may refer to. What it held before is there again where the rest fails.
func (m *matcher) capture(q *part, i int, next func(int) bool) bool {
	index := q.node.Index
	return m.match(q.subs[0], i, func(j int) bool {
		before, was := m.groups[index]
		m.groups[index] = span{i, j}
		if next(j) {
			return true
		}
		if m.groups[index] = before; !was {
			delete(m.groups, index)
		}
		return false
	})
}

// refer matches what a group has matched. Perl forgets where loops failed whenever it comes to a reference, also to a
// group that was not passed, and begins to count how often they run.
func (m *matcher) refer(q *part, i int, next func(int) bool) bool {
	m.visits = 0
	for _, index := range q.node.Refs {
		text, passed := m.groups[index]
		if !passed {
			continue
		}
		for at := text.from; at < text.to; at++ {
			if i == len(m.in) || !equal(m.in[at], m.in[i], q.node.Fold) || !m.step() {
				return false
			}
			i++
		}
		return next(i)
	}
	return false
}

func equal(a, b rune, fold charset.Fold) bool {
	return a == b || fold != syntax.FoldNone && charset.FoldClosure(charset.Of(a), fold).Contains(b)
}

// referring returns v with an attack that comes to the references of the pattern where its own does not, and grows in Perl
// for that reason alone, while it takes as many steps.
func referring(mode syntax.Mode, v redos.Verdict) (past redos.Verdict, ok bool) {
	if !refers(v.Tree.Root) || grows(mode, v) {
		return v, false
	}
	var texts []string
	v.Tree.Root.Has(func(n *syntax.Node) bool {
		if n.Op == syntax.OpBackref {
			if before, found := sample.New(nil).Until(v.Tree.Root, n); found && len(before) < maxInput/10 {
				texts = append(texts, wtf8.Encode(before))
			}
		}
		return len(texts) == mostReferences
	})
	for _, text := range texts {
		for _, behind := range []string{"", "!", "\n", "\n!"} {
			for _, suffix := range []string{v.Attack.Suffix + text + behind, text + behind, v.Attack.Suffix + "\n" + text + behind} {
				a := attack.Attack{Pumps: slices.Clone(v.Attack.Pumps), Suffix: suffix}
				if past, ok = replayed(mode, v, a); ok && grows(mode, past) {
					return past, true
				}
			}
		}
	}
	return v, false
}

// mostReferences is how many references of a pattern are led to.
const mostReferences = 3

// grows reports whether the attack of v grows in Perl, or whether that is not known.
func grows(mode syntax.Mode, v redos.Verdict) bool {
	f := Of(mode, v, "perl", perlVersion)
	return f.Outcome != Protected && f.Outcome != Spared
}

// perlVersion is one that has all defences of Perl that are known.
const perlVersion = "5.36"
