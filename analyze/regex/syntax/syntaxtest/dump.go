package syntaxtest

import (
	"fmt"
	"strings"

	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// How much of a node Dump shows: beyond, indentation stays the same and source text is cut.
const (
	maxIndent  = 40
	maxExcerpt = 40
)

// Dump returns the tree for people to read: one line a node, indented by depth, with what the node
// is, its span and the source text there. Control characters are escaped; lone surrogates come out
// as U+FFFD.
func Dump(t *syntax.Tree) string {
	var b strings.Builder
	dump(&b, t, t.Root, 0)
	return b.String()
}

func dump(b *strings.Builder, t *syntax.Tree, n *syntax.Node, depth int) {
	source := t.Source[n.Span.Start:n.Span.End]
	cut := ""
	if len(source) > maxExcerpt {
		source, cut = source[:maxExcerpt], "…"
	}
	excerpt := strings.Map(visible, string(source))
	fmt.Fprintf(b, "%s%s  %d-%d  %s%s\n", strings.Repeat("  ", min(depth, maxIndent)), Describe(n), n.Span.Start, n.Span.End, excerpt, cut)
	for _, sub := range n.Subs {
		dump(b, t, sub, depth+1)
	}
}

// visible replaces control characters by their pictures.
func visible(r rune) rune {
	switch {
	case r < ' ':
		return 0x2400 + r
	case 0x7F <= r && r < 0xA0, r == 0x2028, r == 0x2029, wtf8.IsSurrogate(r):
		return 0xFFFD
	}
	return r
}

// Describe returns what the node itself is, without its operands: "repeat 1 or more, lazy".
func Describe(n *syntax.Node) string {
	switch n.Op {
	case syntax.OpSet:
		return "set " + n.Set.String()
	case syntax.OpConcat:
		return "sequence"
	case syntax.OpAlternate:
		return "alternatives"
	case syntax.OpRepeat:
		return "repeat " + Counts(n)
	case syntax.OpGroup:
		s := "group"
		if n.Index > 0 {
			s = fmt.Sprintf("capture %d", n.Index)
		}
		if n.Name != "" {
			s += " <" + n.Name + ">"
		}
		if n.Pop > 0 {
			s += fmt.Sprintf(", takes back %d", n.Pop)
		}
		return s
	case syntax.OpLook:
		s := "lookahead"
		if n.Behind {
			s = "lookbehind"
		}
		if n.Negate {
			s = "negative " + s
		}
		return s
	case syntax.OpBackref:
		return "backreference" + references(n)
	case syntax.OpAssert:
		return assertion(n.Assert)
	case syntax.OpAtomic:
		return "atomic group"
	case syntax.OpIf:
		if len(n.Refs) == 0 {
			return "conditional"
		}
		return "if captured" + references(n)
	case syntax.OpCall:
		return "call of" + references(n)
	case syntax.OpAbsent:
		return "absence"
	case syntax.OpKeep:
		return "start of the match"
	case syntax.OpVerb:
		return "verb " + n.Name
	}
	return "empty"
}

// references lists the captures that n refers to.
func references(n *syntax.Node) string {
	var s string
	for _, i := range n.Refs {
		s += fmt.Sprintf(" %d", i)
	}
	if n.Name != "" {
		s += " <" + n.Name + ">"
	}
	return s
}

// Counts returns how often a repetition repeats: "1 or more, lazy".
func Counts(n *syntax.Node) string {
	var s string
	switch {
	case n.Min == n.Max:
		s = fmt.Sprintf("%d times", n.Min)
	case n.Max == syntax.Unbounded:
		s = fmt.Sprintf("%d or more", n.Min)
	default:
		s = fmt.Sprintf("%d to %d", n.Min, n.Max)
	}
	if n.Lazy {
		s += ", lazy"
	}
	return s
}

// assertion names an assertion in words.
func assertion(a syntax.Assertion) string {
	switch a {
	case syntax.TextStart:
		return "start of text"
	case syntax.TextEnd:
		return "end of text"
	case syntax.LineStart:
		return "start of line"
	case syntax.LineEnd:
		return "end of line"
	case syntax.WordBoundary:
		return "word boundary"
	case syntax.TextEndLine:
		return "end of text or before its last line end"
	case syntax.SearchStart:
		return "start of the search"
	}
	return "no word boundary"
}
