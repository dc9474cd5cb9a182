package parser

import (
	"slices"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

// pushClassSet adds a set, which may hold strings, as one term. The specification tries strings
// before characters, longer ones first, and the empty string last.
//
// Of two strings that match at one position the shorter is a prefix of the longer, so only that
// order counts, and a tree of common prefixes which tries to go on before it ends keeps it with far
// fewer nodes. In a lookbehind, where text is matched from the right, the tree is one of suffixes.
func (p *parser) pushClassSet(s classSet, start int) {
	if len(s.words) == 0 {
		p.pushSet(s.chars, start)
		return
	}
	t := trie{p: p, start: start, backward: p.frames[len(p.frames)-1].backward}
	words := s.words
	if t.backward {
		words = slices.Clone(words)
		for i, w := range words {
			words[i] = slices.Clone(w)
			slices.Reverse(words[i])
		}
		words = normalizeWords(words)
	}
	empty := len(words[0]) == 0
	if empty {
		words = words[1:]
	}
	alts := t.branches(words, 0)
	if len(s.chars) > 0 {
		n := p.newNode(syntax.OpSet, start)
		n.Set = s.chars
		alts = append(alts, n)
	}
	if empty {
		alts = append(alts, p.newNode(syntax.OpEmpty, start))
	}
	p.push(t.alternate(alts))
}

// A trie makes the nodes of a class's strings. All get the span of the class.
type trie struct {
	p        *parser
	start    int
	backward bool
}

// branches returns the alternatives for words, which ascend, share their first depth characters and
// are all longer. First characters with the same continuation become one set.
func (t trie) branches(words [][]rune, depth int) []*syntax.Node {
	type branch struct {
		first []charset.Range
		tails [][]rune
	}
	var order []*branch
	for len(words) > 0 {
		r := words[0][depth]
		n := 1
		for n < len(words) && words[n][depth] == r {
			n++
		}
		b := &branch{first: []charset.Range{{Lo: r, Hi: r}}, tails: words[:n]}
		words = words[n:]
		if last := len(order) - 1; last >= 0 && sameTails(order[last].tails, b.tails, depth+1) {
			order[last].first = append(order[last].first, b.first...)
			continue
		}
		order = append(order, b)
	}
	alts := make([]*syntax.Node, len(order))
	for i, b := range order {
		alts[i] = t.branch(charset.Normalize(b.first), b.tails, depth)
	}
	return alts
}

// sameTails reports whether a and b are equal but for the characters before depth.
func sameTails(a, b [][]rune, depth int) bool {
	return slices.EqualFunc(a, b, func(v, w []rune) bool { return slices.Equal(v[depth:], w[depth:]) })
}

// branch returns the node for words that share the characters up to depth, where there is one of
// first.
func (t trie) branch(first charset.Set, words [][]rune, depth int) *syntax.Node {
	sequence := []*syntax.Node{t.set(first)}
	for depth++; len(words[0]) > depth && words[0][depth] == words[len(words)-1][depth]; depth++ {
		sequence = append(sequence, t.set(charset.Of(words[0][depth])))
	}
	ends := len(words[0]) == depth
	if ends {
		words = words[1:]
	}
	if len(words) > 0 {
		alts := t.branches(words, depth)
		if ends {
			alts = append(alts, t.p.newNode(syntax.OpEmpty, t.start))
		}
		sequence = append(sequence, t.alternate(alts))
	}
	if len(sequence) == 1 {
		return sequence[0]
	}
	if t.backward {
		slices.Reverse(sequence)
	}
	n := t.p.newNode(syntax.OpConcat, t.start)
	n.Subs = t.p.newSubs(sequence...)
	return n
}

func (t trie) set(s charset.Set) *syntax.Node {
	n := t.p.newNode(syntax.OpSet, t.start)
	n.Set = charset.FoldClosure(s, t.p.alphabet.Fold)
	return n
}

func (t trie) alternate(alts []*syntax.Node) *syntax.Node {
	if len(alts) == 1 {
		return alts[0]
	}
	n := t.p.newNode(syntax.OpAlternate, t.start)
	n.Subs = t.p.newSubs(alts...)
	return n
}
