package repair

import (
	"slices"
	"strings"

	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
)

const reasonSkip = "Where the match fails behind (*SKIP), the search goes on from there, not from each character before."

// skips lets the search go on behind loop n where what follows it is not found: no match begins in between.
// PCRE and Perl have a verb for that.
func (v *view) skips(n *syntax.Node) []candidate {
	if v.tree.Dialect != syntax.PCRE && v.tree.Dialect != syntax.Perl || !n.IsLoop() || !v.isPlain(n) {
		return nil
	}
	var list []candidate
	for _, text := range v.runs(n) {
		list = append(list, rewritten(n, text+"(*SKIP)", "skip", reasonSkip))
	}
	return append(list, v.otherwise(n)...)
}

// runs returns what loop n may read before what follows it, as texts that need not give anything back: the loop
// itself, or, where it is lazy, one that stops at what must follow.
func (v *view) runs(n *syntax.Node) []string {
	if !n.Lazy {
		if bare(n.Subs[0]).Op == syntax.OpSet {
			return []string{v.text(n)}
		}
		return []string{v.text(n) + "+", v.text(n)}
	}
	set, closing := bare(n.Subs[0]), v.closing(n)
	if set.Op != syntax.OpSet || len(closing) == 0 {
		return nil
	}
	var list []string
	if rest := set.Set.Subtract(closing[0]); !rest.IsEmpty() && !rest.Equal(set.Set) {
		list = append(list, v.set(rest)+v.greedy(n))
	}
	if text := v.closer(n); text != "" {
		one := "(?:(?!" + text + ")" + v.body(n) + ")"
		if n.Min == 1 {
			list = append(list, v.body(n)+one+"*+")
		}
		if quantifier := v.greedy(n); quantifier == "*" || quantifier == "+" {
			list = append(list, one+quantifier+"+") // or PCRE keeps a place for each iteration, and its room ends
		}
	}
	return list
}

// greedy returns the quantifier of loop n without a mark for lazy.
func (v *view) greedy(n *syntax.Node) string {
	return strings.TrimSuffix(v.quantifier(n), "?")
}

// closer returns the text of what must follow loop n, as far as its length is bounded, "" for nothing.
func (v *view) closer(n *syntax.Node) string {
	return v.following(n, func(sub *syntax.Node) bool { return !sub.MayBeLong() })
}

// following returns the text of what must follow loop n, as far as parts are taken, "" for nothing.
func (v *view) following(n *syntax.Node, taken func(*syntax.Node) bool) string {
	for at := n; ; {
		up := v.parent[at]
		if up == nil || up.Op == syntax.OpRepeat || up.Op == syntax.OpLook {
			return ""
		}
		if up.Op == syntax.OpConcat {
			i := slices.Index(up.Subs, at) + 1
			text := ""
			for _, sub := range up.Subs[i:] {
				one, ok := v.copyable(sub)
				if !ok || !taken(sub) || len(text)+len(one) > maxCloser {
					break
				}
				text += one
			}
			if text != "" || i < len(up.Subs) {
				return text
			}
		}
		at = up
	}
}

// maxCloser bounds the length of what is looked for behind a loop.
const maxCloser = 60

// otherwise skips what loop n may read where what begins with it does not match.
func (v *view) otherwise(n *syntax.Node) []candidate {
	if n.Captures() {
		return nil
	}
	after, end := []*syntax.Node{n}, n.Span.End
	if up, i := v.place(n); up != nil {
		after, end = up.Subs[i:], up.Subs[len(up.Subs)-1].Span.End
	}
	rest := v.slice(n.Span.Start, end)
	var list []candidate
	opening, closing := "(?:", ")"
	if up := v.parent[n]; up != nil && up.Op == syntax.OpGroup {
		opening, closing = "", "" // n is all that is in it
	}
	put := func(loop string) {
		text := opening + rest + "|" + loop + "(*SKIP)(*FAIL)" + closing
		list = append(list, candidate{edits: []edit{{syntax.Span{Start: n.Span.Start, End: end}, text}}, rule: "skip", reason: reasonSkip})
	}
	put(v.body(n) + v.greedy(n))
	var sets charset.Set
	for _, sub := range after {
		syntax.Walk(sub, func(n *syntax.Node) bool {
			if n.Op == syntax.OpSet {
				sets = sets.Union(n.Set)
			}
			return true
		})
	}
	if one := bare(n.Subs[0]); one.Op != syntax.OpSet || !one.Set.Equal(sets) {
		put(v.set(sets) + v.greedy(n))
	}
	return list
}

// skipsOver skips, where the pattern does not match, what loop n reads up to an opening that ends behind it.
func (v *view) skipsOver(n *syntax.Node) []candidate {
	if v.tree.Dialect != syntax.PCRE && v.tree.Dialect != syntax.Perl || v.tree.Flags.Has(syntax.Extended) || !n.IsLoop() || !v.isPlain(n) {
		return nil
	}
	parts, ok := v.opening(n)
	if !ok {
		return nil
	}
	opening, ok := v.keeping(parts)
	across := v.across(parts, n)
	if !ok || across == "" {
		return nil
	}
	text := "|" + opening + "(?:(?!" + across + ")" + v.body(n) + ")*+(*SKIP)(*FAIL)"
	return []candidate{{edits: []edit{insert(len(v.tree.Source), text)}, rule: "skip", reason: reasonSkip}}
}

// isPlain reports whether n stands outside of loops, atomic groups and lookarounds.
func (v *view) isPlain(n *syntax.Node) bool {
	for up := v.parent[n]; up != nil; up = v.parent[up] {
		if up.Op != syntax.OpConcat && up.Op != syntax.OpGroup && up.Op != syntax.OpAlternate {
			return false
		}
	}
	return true
}

// hasVerb reports whether a backtracking verb stands in n.
func hasVerb(n *syntax.Node) bool {
	return n.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpVerb })
}

// isForced reports whether tree decides where its search goes on, by a verb or by standing where it began.
func isForced(tree *syntax.Tree) bool {
	return hasVerb(tree.Root) || startsSearch(tree.Root)
}

// startsSearch reports whether n begins with \G.
func startsSearch(n *syntax.Node) bool {
	return n.Op == syntax.OpConcat && len(n.Subs) > 0 && n.Subs[0].Op == syntax.OpAssert && n.Subs[0].Assert == syntax.SearchStart
}

// unforced returns a tree without verbs whose work in mode is no less than that of tree in the mode of the repair:
// where a match fails behind SKIP, it ends there instead, and the search for the next one goes on. ok is false if
// there is none.
func (r *repair) unforced(tree *syntax.Tree) (plain *syntax.Tree, mode syntax.Mode, ok bool) {
	c := *tree
	mode = syntax.All
	root := tree.Root
	if startsSearch(root) {
		rest := *root
		rest.Subs, mode = root.Subs[1:], syntax.Prefix
		root = &rest
		if r.mode == syntax.All {
			root = &syntax.Node{Op: syntax.OpRepeat, Max: syntax.Unbounded, Span: root.Span, Subs: []*syntax.Node{atomicOf([]*syntax.Node{root})}}
		}
	} else if r.mode == syntax.Prefix || r.mode == syntax.Full {
		mode = r.mode
	}
	c.Root, ok = ended(sequence(root, nil))
	return &c, mode, ok && !hasVerb(c.Root)
}

// ended returns the sequence in which a match that fails behind SKIP ends there.
func ended(parts []*syntax.Node) (*syntax.Node, bool) {
	empty := &syntax.Node{Op: syntax.OpEmpty}
	for i, n := range parts {
		switch {
		case !hasVerb(n):
			continue
		case n.Op == syntax.OpVerb && i > 0:
			rest, ok := ended(parts[i+1:])
			return concat(atomicOf(parts[:i]), alternate(rest, empty)), ok
		case n.Op != syntax.OpAlternate:
			return nil, false
		}
		// (?:X|L(*SKIP)(*FAIL))rest ends like (?:X rest|L).
		var alts []*syntax.Node
		for _, sub := range n.Subs {
			one := sequence(sub, nil)
			if end := len(one) - 2; end > 0 && one[end].Op == syntax.OpVerb && one[end+1].Op == syntax.OpSet && one[end+1].Set.IsEmpty() {
				alts = append(alts, concat(one[:end]...))
				continue
			}
			whole, ok := ended(slices.Concat(one, parts[i+1:]))
			if !ok {
				return nil, false
			}
			alts = append(alts, whole)
		}
		return concat(append(parts[:i:i], alternate(alts...))...), true
	}
	return concat(parts...), true
}

// sequence appends the parts of n, without the groups around them where a verb or a sequence is inside.
func sequence(n *syntax.Node, list []*syntax.Node) []*syntax.Node {
	switch {
	case n.Op == syntax.OpConcat:
		for _, sub := range n.Subs {
			list = sequence(sub, list)
		}
		return list
	case n.Op == syntax.OpGroup && hasVerb(n), n.Op == syntax.OpAlternate && len(n.Subs) == 1:
		return sequence(n.Subs[0], list)
	case n.Op == syntax.OpEmpty:
		return list
	}
	return append(list, n)
}

func concat(parts ...*syntax.Node) *syntax.Node {
	if len(parts) == 1 {
		return parts[0]
	}
	return &syntax.Node{Op: syntax.OpConcat, Subs: parts}
}

func alternate(alts ...*syntax.Node) *syntax.Node {
	return &syntax.Node{Op: syntax.OpGroup, Subs: []*syntax.Node{{Op: syntax.OpAlternate, Subs: alts}}}
}

func atomicOf(parts []*syntax.Node) *syntax.Node {
	return &syntax.Node{Op: syntax.OpAtomic, Subs: []*syntax.Node{concat(parts...)}}
}
