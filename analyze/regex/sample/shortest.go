package sample

import (
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// Openings returns texts that lead into n more and more deeply, with what lookbehinds want before them:
// a search begins again at each of them.
func Openings(n *syntax.Node) (words []string) {
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
		part, ok := Shortest(sub)
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

// Shortest returns a text that n may match, of the first alternatives and the fewest repetitions.
func Shortest(n *syntax.Node) (text []rune, ok bool) {
	switch n.Op {
	case syntax.OpSet:
		if n.Set.IsEmpty() {
			return nil, false
		}
		return []rune{n.Set[0].Lo}, true
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			part, ok := Shortest(sub)
			if !ok || len(text) > 50 {
				return nil, false
			}
			text = append(text, part...)
		}
		return text, true
	case syntax.OpAlternate, syntax.OpGroup:
		return Shortest(n.Subs[0])
	case syntax.OpRepeat:
		part, ok := Shortest(n.Subs[0])
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

// Kinds returns a character of each kind that the pattern tells apart, up to a dozen.
func Kinds(tree *syntax.Tree) (letters []rune) {
	var sets []charset.Set
	syntax.Walk(tree.Root, func(n *syntax.Node) bool {
		if len(n.Set) > 0 && len(sets) < 100 {
			sets = append(sets, n.Set)
		}
		return true
	})
	alphabet := charset.NewPartition(sets, tree.MaxChar())
	for class := range min(alphabet.Len, 12) {
		letters = append(letters, alphabet.Example(class))
	}
	return letters
}
