package repair

import (
	"slices"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
	"snag/analyze/wtf8"
)

// edit replaces a part of the source of a pattern.
type edit struct {
	span syntax.Span
	text string
}

// candidate is a change of a pattern that may help.
type candidate struct {
	edits  []edit
	rule   string
	reason string
}

// apply returns the source with the edits, which must not overlap.
func apply(source []rune, edits []edit) []rune {
	sorted := slices.Clone(edits)
	sorting.Stable(sorted, func(a, b edit) int { return a.span.Start - b.span.Start })
	var out []rune
	at := 0
	for _, e := range sorted {
		if e.span.Start < at {
			return nil
		}
		out = append(out, source[at:e.span.Start]...)
		out = append(out, wtf8.Decode(e.text)...)
		at = e.span.End
	}
	return append(out, source[at:]...)
}

// view is a pattern with what rules ask about it.
type view struct {
	tree   *syntax.Tree
	parent map[*syntax.Node]*syntax.Node
}

func newView(tree *syntax.Tree) *view {
	v := &view{tree: tree, parent: map[*syntax.Node]*syntax.Node{}}
	syntax.Walk(tree.Root, func(n *syntax.Node) bool {
		for _, sub := range n.Subs {
			v.parent[sub] = n
		}
		return true
	})
	return v
}

// text returns what n was made from.
func (v *view) text(n *syntax.Node) string { return v.slice(n.Span.Start, n.Span.End) }

func (v *view) slice(start, end int) string { return wtf8.Encode(v.tree.Source[start:end]) }

// body returns the text of a repetition without its quantifier.
func (v *view) body(n *syntax.Node) string { return v.text(n.Subs[0]) }

// quantifier returns the text of the quantifier of a repetition.
func (v *view) quantifier(n *syntax.Node) string { return v.slice(n.Subs[0].Span.End, n.Span.End) }

// copyable returns the text of n with its groups made non-capturing, so that it can stand a second
// time. ok is false if it refers to groups, or the groups are of a form that is not known.
func (v *view) copyable(n *syntax.Node) (string, bool) { return v.copied(n, nil) }

// copied is copyable with edits of n.
func (v *view) copied(n *syntax.Node, edits []edit) (string, bool) {
	ok := true
	syntax.Walk(n, func(n *syntax.Node) bool {
		switch n.Op {
		case syntax.OpBackref, syntax.OpIf, syntax.OpCall, syntax.OpVerb, syntax.OpKeep:
			ok = false
		case syntax.OpGroup:
			if n.Index == 0 {
				return true
			}
			opening, body := v.slice(n.Span.Start, n.Span.End), bare(n.Subs[0])
			end := n.Span.Start + 1
			if strings.HasPrefix(opening, "(?") {
				i := strings.IndexAny(opening, ">")
				if i < 0 || n.Name == "" {
					ok = false
					return false
				}
				end = n.Span.Start + len([]rune(opening[:i+1]))
			}
			if up := v.parent[n]; body.Op != syntax.OpAlternate && (up == nil || up.Op != syntax.OpRepeat) {
				edits = append(edits, edit{syntax.Span{Start: n.Span.Start, End: end}, ""},
					edit{syntax.Span{Start: n.Span.End - 1, End: n.Span.End}, ""})
				return true
			}
			edits = append(edits, edit{syntax.Span{Start: n.Span.Start, End: end}, "(?:"})
		case syntax.OpLook:
			if n.Behind && n.Negate && n.MayBeLong() { // a guard that stands already
				edits = append(edits, edit{n.Span, ""})
				return false
			}
		}
		return true
	})
	if !ok {
		return "", false
	}
	for i := range edits {
		edits[i].span.Start -= n.Span.Start
		edits[i].span.End -= n.Span.Start
	}
	return wtf8.Encode(apply(v.tree.Source[n.Span.Start:n.Span.End], edits)), true
}

// bare returns n without the groups that do not capture around it.
func bare(n *syntax.Node) *syntax.Node {
	for n = n.Bare(); (n.Op == syntax.OpConcat || n.Op == syntax.OpAlternate) && len(n.Subs) == 1; n = n.Bare() {
		n = n.Subs[0]
	}
	return n
}

// isSetLoop reports whether n repeats one set of characters without a bound.
func isSetLoop(n *syntax.Node) bool { return n.IsLoop() && bare(n.Subs[0]).Op == syntax.OpSet }
