package redos

import (
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// repetitions appends the unbounded repetitions of n to list.
func repetitions(n *syntax.Node, list []*syntax.Node) []*syntax.Node {
	if n.Op == syntax.OpRepeat && n.Max == syntax.Unbounded {
		list = append(list, n)
	}
	for _, sub := range n.Subs {
		list = repetitions(sub, list)
	}
	return list
}

// openings returns texts that lead into n more and more deeply, with what lookbehinds want before them:
// a search begins again at each of them.
func openings(n *syntax.Node) (words []string) {
	const most = 6
	for n.Op == syntax.OpGroup || n.Op == syntax.OpConcat && len(n.Subs) == 1 {
		n = n.Subs[0]
	}
	if n.Op != syntax.OpConcat {
		return nil
	}
	var text []rune
	for _, sub := range n.Subs[:len(n.Subs)-1] {
		if sub.Op == syntax.OpLook && sub.Behind && !sub.Negate {
			sub = sub.Subs[0]
		}
		part, ok := sampleOf(sub)
		if !ok || len(words) == most || len(text)+len(part) > 50 {
			break
		}
		if len(part) > 0 {
			text = append(text, part...)
			words = append(words, wtf8.Encode(text))
		}
	}
	return words
}

// sampleOf returns a short text that n may match, leaving assertions out of account.
func sampleOf(n *syntax.Node) (text []rune, ok bool) {
	switch n.Op {
	case syntax.OpSet:
		if n.Set.IsEmpty() {
			return nil, false
		}
		return []rune{n.Set[0].Lo}, true
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			part, ok := sampleOf(sub)
			if !ok || len(text) > 50 {
				return nil, false
			}
			text = append(text, part...)
		}
		return text, true
	case syntax.OpAlternate, syntax.OpGroup:
		return sampleOf(n.Subs[0])
	case syntax.OpRepeat:
		part, ok := sampleOf(n.Subs[0])
		if !ok || n.Min*len(part) > 50 {
			return nil, false
		}
		for range max(n.Min, 1) {
			text = append(text, part...)
		}
		return text, true
	}
	return nil, true
}
