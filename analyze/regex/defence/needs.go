package defence

import (
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// A need is a string that every match holds. fixed reports whether it always stands at the same distance
// from where the match begins.
type need struct {
	text  []rune
	fixed bool
}

// needs collects them, and the sets of which every match holds a character.
type needs struct {
	perl    bool
	current need
	varies  bool // what stands before has no fixed width
	found   []need
	sets    []charset.Set
}

// needed returns what every match of the pattern holds, in its order, as far as the engine looks.
func needed(root *syntax.Node, engine string) needs {
	n := needs{perl: engine == "perl"}
	n.visit(root)
	n.flush()
	return n
}

func (n *needs) flush() {
	if len(n.current.text) > 0 {
		n.found = append(n.found, n.current)
	}
	n.current = need{}
}

func (n *needs) add(r rune) {
	if len(n.current.text) == 0 {
		n.current.fixed = !n.varies
	}
	n.current.text = append(n.current.text, r)
}

// only is the one character that the node matches.
func only(node *syntax.Node) (rune, bool) {
	for node.Op == syntax.OpGroup {
		node = node.Subs[0]
	}
	if node.Op != syntax.OpSet || len(node.Set) != 1 || node.Set[0].Lo != node.Set[0].Hi {
		return 0, false
	}
	return node.Set[0].Lo, true
}

func (n *needs) visit(node *syntax.Node) {
	if r, ok := only(node); ok {
		n.add(r)
		return
	}
	switch node.Op {
	case syntax.OpConcat, syntax.OpGroup, syntax.OpAtomic:
		for _, sub := range node.Subs {
			n.visit(sub)
		}
	case syntax.OpAssert, syntax.OpEmpty, syntax.OpKeep:
	case syntax.OpRepeat:
		n.repeat(node)
	case syntax.OpLook:
		n.flush()
		if !n.perl && !node.Behind && !node.Negate {
			n.visit(node.Subs[0])
			n.flush()
		}
	case syntax.OpSet:
		n.flush()
		n.sets = append(n.sets, node.Set)
	default:
		n.flush()
		n.varies = true
	}
}

func (n *needs) repeat(node *syntax.Node) {
	r, single := only(node.Subs[0])
	switch {
	case node.Min == 0 || node.Min > maxCount || single && !n.perl && node.Max != node.Min:
		// PCRE2 and Ruby do not count what is repeated.
		n.flush()
		n.varies = true
		return
	case single:
		for range node.Min {
			n.add(r)
		}
	default:
		n.visit(node.Subs[0])
	}
	if node.Max == node.Min && (node.Min == 1 || single) {
		return
	}
	// The first iteration continues what stands before; what stands behind continues the last.
	last := append([]rune(nil), n.current.text...)
	n.flush()
	n.varies = true
	if n.perl {
		if single {
			last = last[len(last)-node.Min:]
		}
		n.current.text = last
	}
}

// lacks returns a string that the engine looks for before it matches and that the attack lacks. The
// texts of the attack grow as its pumps do, so a few are enough. unsure reports whether the attack lacks
// something that the engine may look for.
func lacks(tree *syntax.Tree, a *attack.Attack, engine string) (missing string, unsure bool) {
	all := needed(tree.Root, engine)
	found, text := all.found, a.Build(4)
	if engine == "ruby" {
		in := wtf8.Decode(text)
		unsure = slices.ContainsFunc(all.sets, func(s charset.Set) bool { return !slices.ContainsFunc(in, s.Contains) })
	}
	if len(found) == 0 {
		return "", unsure
	}
	absent := func(rs []rune) bool { return len(rs) > 0 && !strings.Contains(text, wtf8.Encode(rs)) }
	if engine == "php" {
		// PCRE2 looks for the last character that stands in the pattern itself.
		last := found[len(found)-1].text
		if last = last[len(last)-1:]; absent(last) {
			return wtf8.Encode(last), false
		}
		return "", false
	}
	// Perl looks for the longest string that is fixed and the longest that floats, Ruby for the
	// longest, and for the first of several.
	var longest [2][]rune
	for _, s := range found {
		unsure = unsure || absent(s.text)
		kind := 0
		if engine == "perl" && !s.fixed {
			kind = 1
		}
		if len(s.text) > len(longest[kind]) {
			longest[kind] = s.text
		}
	}
	folded := tree.Flags.Has(syntax.IgnoreCase)
	for _, s := range longest {
		if absent(s) && !(folded && engine == "perl") {
			return wtf8.Encode(s), false
		}
	}
	return "", unsure || engine == "perl" && !strings.HasSuffix(text, wtf8.Encode(found[len(found)-1].text)) && endsFixed(tree.Root)
}

// endsFixed reports whether the pattern ends in a string and the end of the text, at which Perl looks.
func endsFixed(n *syntax.Node) bool {
	if n.Op != syntax.OpConcat || len(n.Subs) < 2 {
		return false
	}
	last := n.Subs[len(n.Subs)-1]
	_, literal := only(n.Subs[len(n.Subs)-2])
	return literal && last.Op == syntax.OpAssert && (last.Assert == syntax.TextEnd || last.Assert == syntax.TextEndLine || last.Assert == syntax.LineEnd)
}
