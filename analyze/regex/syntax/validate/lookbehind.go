// Package validate finds what a compiler refuses in patterns that can be read: lookbehinds that are too wide for it,
// recursion without end, and whatever Go's own parser refuses.
package validate

import "snag/analyze/regex/syntax"

// A width is how many characters a node may match. The most is unlimited if it is negative.
type width struct{ least, most int }

// maxWidth bounds widths: what is longer is taken for this.
const maxWidth = 1<<32 - 1

func (w width) fixed() bool { return w.least == w.most }

func (w width) plus(v width) width {
	w.least = min(w.least+v.least, maxWidth-1)
	if w.most < 0 || v.most < 0 {
		w.most = syntax.Unbounded
	} else {
		w.most = min(w.most+v.most, maxWidth)
	}
	return w
}

func (w width) or(v width) width {
	w.least = min(w.least, v.least)
	if w.most < 0 || v.most < 0 {
		w.most = syntax.Unbounded
	} else {
		w.most = max(w.most, v.most)
	}
	return w
}

func (w width) times(least, most int) width {
	v := width{least: min(w.least, maxWidth/max(least, 1)) * least}
	if w.least > maxWidth/max(least, 1) {
		v.least = maxWidth - 1
	}
	v.least = min(v.least, maxWidth-1)
	switch {
	case w.most == 0 || most == 0:
		v.most = 0
	case w.most < 0 || most < 0:
		v.most = syntax.Unbounded
	case w.most > maxWidth/most:
		v.most = maxWidth
	default:
		v.most = w.most * most
	}
	return v
}

const (
	tooWide  = "a lookbehind must have a bounded width"
	notFixed = "a lookbehind must have a fixed width"
)

// A measure computes widths by the rules of one dialect.
type measure struct {
	tree   *syntax.Tree
	groups []*syntax.Node // captures by number, for references and calls
	widths map[int]width  // of the captures that were asked for
	reason string         // what cannot stand in a lookbehind, or ""
	negate bool           // Ruby: the lookbehind is negative
}

// Lookbehinds returns the error for the first of some lookbehinds of tree that is wider than the engine allows, nil if
// there is none.
func Lookbehinds(tree *syntax.Tree, behinds []*syntax.Node) *syntax.Error {
	m := measure{tree: tree, widths: map[int]width{}}
	for _, n := range behinds {
		if m.check(n); m.reason != "" {
			return &syntax.Error{Pos: n.Span.Start, Msg: m.reason}
		}
	}
	return nil
}

// check gives the reason why the lookbehind n is refused, if it is.
func (m *measure) check(n *syntax.Node) {
	m.negate = n.Negate
	switch m.tree.Dialect {
	case syntax.Python:
		if w := m.of(n.Subs[0]); !w.fixed() {
			m.reason = notFixed
		}
	case syntax.Java:
		if w := m.of(n.Subs[0]); w.most < 0 || w.most >= syntax.MaxRepeat {
			m.reason = tooWide
		}
	case syntax.Perl:
		if w := m.of(n.Subs[0]); w.most < 0 || w.most > 255 {
			m.reason = "a lookbehind is at most 255 characters wide"
		}
	case syntax.PCRE, syntax.Ruby:
		body := n.Subs[0]
		if m.tree.Dialect == syntax.Ruby {
			body = body.Bare()
		}
		alts := []*syntax.Node{body}
		if body.Op == syntax.OpAlternate {
			alts = body.Subs
		}
		for _, alt := range alts {
			if w := m.of(alt); !w.fixed() || m.tree.Dialect == syntax.PCRE && w.most > 65535 {
				m.reason = notFixed
			}
		}
	}
}

// of returns the width of n.
func (m *measure) of(n *syntax.Node) width {
	switch n.Op {
	case syntax.OpSet:
		if len(n.Set) == 0 {
			switch m.tree.Source[n.Span.Start] {
			case '(':
				return width{} // a failing assertion
			case '\\':
				return width{0, syntax.Unbounded} // Java: a reference to no group
			}
		}
		return width{1, 1}
	case syntax.OpConcat:
		var w width
		for _, sub := range n.Subs {
			w = w.plus(m.of(sub))
		}
		return w
	case syntax.OpAlternate:
		w := m.of(n.Subs[0])
		for _, sub := range n.Subs[1:] {
			w = w.or(m.of(sub))
		}
		return w
	case syntax.OpRepeat:
		if last := m.tree.Source[n.Span.End-1]; m.tree.Dialect == syntax.Java && n.Subs[0].Op == syntax.OpSet && !n.Lazy && (last == '*' || last == '+') {
			// Pattern takes a greedy loop over one character for bounded.
			return width{n.Min, n.Min}
		}
		if m.tree.Dialect == syntax.Ruby && n.Min != n.Max {
			return width{0, syntax.Unbounded}
		}
		if sub := n.Subs[0]; m.tree.Dialect == syntax.Java && (n.Min > 0 || n.Max != 1) && sub.Op == syntax.OpGroup && sub.Subs[0].Has(varies) && !sub.Subs[0].Has(isLook) {
			// Pattern measures no loop over a group that may match in several ways, be it bounded.
			return width{0, syntax.Unbounded}
		}
		return m.of(n.Subs[0]).times(n.Min, n.Max)
	case syntax.OpAssert:
		if m.tree.Dialect == syntax.Ruby && (n.Assert == syntax.TextEnd || n.Assert == syntax.TextEndLine) {
			m.reason = "the end of the text in a lookbehind"
		}
		return width{}
	case syntax.OpGroup:
		if m.tree.Dialect == syntax.Ruby && n.Index > 0 && m.negate {
			m.reason = "a capture in a negative lookbehind"
		}
		return m.of(n.Subs[0])
	case syntax.OpAtomic:
		if m.tree.Dialect == syntax.Ruby {
			m.reason = "an atomic group in a lookbehind"
		}
		if sub := n.Subs[0]; m.tree.Dialect == syntax.Java && sub.Op == syntax.OpRepeat && sub.Max == syntax.Unbounded {
			return width{0, syntax.Unbounded}
		}
		if sub := n.Subs[0]; sub.Op == syntax.OpRepeat && sub.Span.Start == n.Span.Start {
			return m.of(sub.Subs[0]).times(sub.Min, sub.Max) // possessive
		}
		return m.of(n.Subs[0])
	case syntax.OpLook:
		if m.tree.Dialect == syntax.Ruby && !n.Behind {
			m.reason = "a lookahead in a lookbehind"
		}
		return width{}
	case syntax.OpIf:
		return m.conditional(n)
	case syntax.OpBackref, syntax.OpCall:
		return m.reference(n)
	case syntax.OpAbsent:
		return width{0, syntax.Unbounded}
	}
	return width{}
}

// varies reports whether n itself may match in several ways.
func varies(n *syntax.Node) bool {
	return n.Op == syntax.OpAlternate || n.Op == syntax.OpRepeat && n.Min != n.Max
}

// isLook reports whether n is a lookaround, whose choices are its own.
func isLook(n *syntax.Node) bool { return n.Op == syntax.OpLook }

func (m *measure) conditional(n *syntax.Node) width {
	subs := n.Subs[len(n.Subs)-2:]
	if look := n.Subs[0]; len(n.Subs) == 3 && look.Negate && look.Subs[0].Op == syntax.OpEmpty {
		return m.of(subs[1])
	}
	return m.of(subs[0]).or(m.of(subs[1]))
}

// reference returns the width of a backreference or call, which is that of the group.
func (m *measure) reference(n *syntax.Node) width {
	unbounded := width{0, syntax.Unbounded}
	if n.Op == syntax.OpBackref && m.tree.Dialect != syntax.Python && m.tree.Dialect != syntax.PCRE || n.Refs[0] == 0 || len(n.Refs) > 1 {
		return unbounded
	}
	if m.groups == nil {
		m.groups = make([]*syntax.Node, m.tree.Groups+1)
		syntax.Walk(m.tree.Root, func(g *syntax.Node) bool {
			if g.Op == syntax.OpGroup && g.Index > 0 {
				if m.groups[g.Index] != nil {
					m.widths[g.Index] = unbounded // several groups have the number
				}
				m.groups[g.Index] = g
			}
			return true
		})
	}
	index := n.Refs[0]
	if w, ok := m.widths[index]; ok {
		return w
	}
	m.widths[index] = unbounded // while it is being measured
	w := m.of(m.groups[index].Subs[0])
	m.widths[index] = w
	return w
}
