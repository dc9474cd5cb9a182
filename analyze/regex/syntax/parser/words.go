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

// spells reports whether what is read here matches other spellings of the same text, as Onigmo and Perl do without regard
// to case: ß and ss match each other. It does not where it looks back, but for what is refused there.
func (p *parser) spells() bool {
	return (p.dialect == syntax.Ruby || p.dialect == syntax.Perl) && p.alphabet.Fold == syntax.FoldUnicode && !p.frames[len(p.frames)-1].backward
}

// pushSpelled adds a set as one term that matches what its characters are folded to as well. explicit are those that
// were not written as a class of POSIX, of which Onigmo leaves out what begins with a character of ASCII, and Perl all.
func (p *parser) pushSpelled(set, explicit charset.Set, start int) {
	var words [][]rune
	if p.spells() {
		for _, s := range charset.Spellings() {
			if set.Overlaps(s.Chars) && p.alphabet.Joins(s) && (explicit.Overlaps(s.Chars) || p.dialect == syntax.Ruby && s.Text[0] >= 0x80) {
				words = append(words, s.Text)
			}
		}
	}
	if len(words) == 0 {
		p.pushSet(set, start)
		return
	}
	n := p.newNode(syntax.OpSet, start)
	n.Set = set
	t := trie{p: p, start: start}
	p.push(p.spelled(append([]*syntax.Node{n}, t.branches(normalizeWords(words), 0)...)))
}

// spelled returns the node for spellings of what the first of them is.
func (p *parser) spelled(spellings []*syntax.Node) *syntax.Node {
	n := p.newNode(syntax.OpAlternate, spellings[0].Span.Start)
	n.Span = spellings[0].Span
	n.GroupLo, n.GroupHi = spellings[0].GroupLo, spellings[0].GroupLo
	n.Subs = p.newSubs(spellings...)
	return n
}

// maxSpelled is the length of the longest text of which all spellings are told.
const maxSpelled = 4

// respell returns the terms of an alternative, in which texts are replaced by all their spellings.
func (p *parser) respell(terms []*syntax.Node) []*syntax.Node {
	var out []*syntax.Node
	for i := 0; i < len(terms); {
		end := i
		for j := i; j < min(max(i+1, end), i+maxSpelled); j++ {
			for _, s := range charset.Spellings() {
				if n := p.spelledBy(terms[j:], s); n > 0 {
					end = max(end, j+n)
				}
			}
		}
		if end == i {
			out = append(out, terms[i])
			i++
			continue
		}
		end = min(end, i+maxSpelled)
		part := terms[i:end]
		whole := p.concat(part)
		spellings := []*syntax.Node{whole}
		p.tile(part, nil, false, func(nodes []*syntax.Node) {
			n := p.concat(nodes)
			n.Span, n.GroupLo, n.GroupHi = whole.Span, whole.GroupLo, whole.GroupLo
			spellings = append(spellings, n)
		})
		out = append(out, p.spelled(spellings))
		i = end
	}
	return out
}

// tile calls found with all spellings of terms, behind nodes, but the terms themselves if those before stand in nodes.
func (p *parser) tile(terms, nodes []*syntax.Node, other bool, found func([]*syntax.Node)) {
	nodes = slices.Clip(nodes)
	if len(terms) == 0 {
		if other {
			found(nodes)
		}
		return
	}
	p.tile(terms[1:], append(nodes, terms[0]), other, found)
	for _, s := range charset.Spellings() {
		n := p.spelledBy(terms, s)
		if n == 0 {
			continue
		}
		set := trie{p: p, start: terms[0].Span.Start}.set(s.Chars)
		set.Span.End, set.GroupLo, set.GroupHi = terms[n-1].Span.End, terms[0].GroupLo, terms[0].GroupLo
		p.tile(terms[n:], append(nodes, set), true, found)
	}
}

// spelledBy returns how many of the first terms, which are written as characters one behind the other, are the text of a
// spelling, else 0. Perl joins what matches a character whatever it is written as, also in a group that does not capture.
func (p *parser) spelledBy(terms []*syntax.Node, s charset.Spelling) int {
	if len(terms) < len(s.Text) || !p.alphabet.Joins(s) {
		return 0
	}
	cased := false
	for i, r := range s.Text {
		n := terms[i]
		if p.dialect == syntax.Perl {
			n = n.Bare()
		} else if !p.isPlain(n) || i > 0 && terms[i-1].Span.End != n.Span.Start {
			return 0
		}
		if n.Op != syntax.OpSet || !n.Set.Equal(p.alphabet.Literal(r)) {
			return 0
		}
		cased = cased || n.Set.Size() > 1
	}
	if !cased {
		return 0
	}
	return len(s.Text)
}

// isPlain reports whether n is a character that stands for itself in the pattern.
func (p *parser) isPlain(n *syntax.Node) bool {
	return n.Op == syntax.OpSet && n.Span.End == n.Span.Start+1 && p.src[n.Span.Start] != '.'
}

// concat returns the sequence of nodes.
func (p *parser) concat(nodes []*syntax.Node) *syntax.Node {
	if len(nodes) == 1 {
		return nodes[0]
	}
	first := nodes[0]
	n := p.newNode(syntax.OpConcat, first.Span.Start)
	n.Span.End = nodes[len(nodes)-1].Span.End
	n.GroupLo, n.GroupHi = first.GroupLo, first.GroupLo
	n.Subs = p.newSubs(nodes...)
	return n
}
