package defence

import (
	"math"
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
	ahead int // the least number of characters of a match ahead of it
	rest  int // and behind it
}

// needs collects them, and the sets of which every match holds a character.
type needs struct {
	engine  string
	current need
	varies  bool // what stands before has no fixed width
	width   int  // the least that it has
	found   []need
	sets    []neededSet
	behind  []*syntax.Node // what stands behind the node that is visited, in its sequence
}

// A neededSet is a set of which every match holds a character, with at least so many ahead of it.
type neededSet struct {
	set   charset.Set
	ahead int
}

// needed returns what every match of the pattern holds, in its order, as far as the engine looks.
func needed(root *syntax.Node, engine string) needs {
	n := needs{engine: engine}
	n.visit(root)
	n.flush()
	for i := range n.found {
		one := &n.found[i]
		one.rest = max(n.width-one.ahead-len(one.text), 0)
	}
	return n
}

// first is the set of which every match holds a character before it holds anything else that the engine looks for, nil
// if there is none.
func (n *needs) first() charset.Set {
	switch {
	case len(n.found) > 0 && (len(n.sets) == 0 || n.found[0].ahead == 0):
		r := n.found[0].text[0]
		return charset.New(charset.Range{Lo: r, Hi: r})
	case len(n.sets) > 0:
		return n.sets[0].set
	}
	return nil
}

func (n *needs) flush() {
	if len(n.current.text) > 0 {
		n.found = append(n.found, n.current)
	}
	n.current = need{}
}

func (n *needs) add(r rune) {
	if len(n.current.text) == 0 {
		n.current.fixed, n.current.ahead = !n.varies, n.width
	}
	n.current.text = append(n.current.text, r)
	n.width++
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
	case syntax.OpConcat:
		for i, sub := range node.Subs {
			n.behind = node.Subs[i+1:]
			n.visit(sub)
		}
	case syntax.OpGroup, syntax.OpAtomic:
		n.behind = nil
		n.visit(node.Subs[0])
	case syntax.OpAssert, syntax.OpEmpty, syntax.OpKeep:
	case syntax.OpRepeat:
		n.repeat(node)
	case syntax.OpLook:
		n.flush()
		switch {
		case node.Behind || node.Negate || n.engine == "perl":
		case n.engine == "ruby":
			n.ahead(needed(node.Subs[0], n.engine))
		default:
			width := n.width
			n.visit(node.Subs[0])
			n.flush()
			n.width = width
		}
	case syntax.OpSet:
		n.flush()
		n.addSet(node.Set)
		n.width++
	case syntax.OpAlternate:
		n.flush()
		n.varies = true
		n.alternate(node)
	default:
		n.flush()
		n.varies = true
	}
}

// ahead notes what Ruby looks for of a lookahead: its first string or else its longest, no longer than what stands behind
// the lookahead may read.
func (n *needs) ahead(inside needs) {
	for _, s := range inside.sets {
		n.sets = append(n.sets, neededSet{s.set, n.width + s.ahead})
	}
	if len(inside.found) == 0 {
		return
	}
	one := inside.found[0]
	for _, s := range inside.found {
		if one.ahead > 0 && len(s.text) > len(one.text) {
			one = s
		}
	}
	fixed := one.fixed && !n.varies
	n.found = append(n.found, need{text: one.text[:min(len(one.text), longest(n.behind))], fixed: fixed, ahead: n.width + one.ahead})
}

// longest is how many characters the first node that reads any reads at most, a string as a whole, and one if there is
// no such node.
func longest(nodes []*syntax.Node) int {
	letters := 0
	for _, node := range nodes {
		if _, ok := only(node); ok {
			letters++
			continue
		}
		_, most := node.Widths()
		switch {
		case letters > 0:
			return letters
		case most < 0:
			return math.MaxInt
		case most > 0:
			return most
		}
	}
	return max(letters, 1)
}

// addSet notes a set that stands in the pattern. Ruby looks for none that is larger than ASCII.
func (n *needs) addSet(set charset.Set) {
	if n.engine == "ruby" && !set.IsEmpty() && set[len(set)-1].Hi < 0x80 {
		n.sets = append(n.sets, neededSet{set, n.width})
	}
}

// alternate looks into alternatives. Ruby looks for what each of them begins with, if it looks for something in each.
func (n *needs) alternate(node *syntax.Node) {
	var union charset.Set
	all, least := true, -1
	for _, sub := range node.Subs {
		one := needed(sub, n.engine)
		if least < 0 || one.width < least {
			least = one.width
		}
		begins := one.first()
		all = all && begins != nil
		union = union.Union(begins)
	}
	if all {
		n.addSet(union)
	}
	n.width += max(least, 0)
}

func (n *needs) repeat(node *syntax.Node) {
	r, single := only(node.Subs[0])
	switch {
	case n.engine == "ruby" && node.Min == 1 && node.Max == syntax.Unbounded:
		// Ruby does not look for what is repeated once or more often.
		n.flush()
		n.varies = true
		n.width += needed(node.Subs[0], n.engine).width
		return
	case node.Min == 0 || node.Min > maxCount || single && n.engine != "perl" && node.Max != node.Min:
		// PCRE2 and Ruby do not count what is repeated.
		n.flush()
		n.varies = true
		if single && node.Min <= maxCount {
			n.width += node.Min
		}
		return
	case single:
		for range node.Min {
			n.add(r)
		}
	default:
		before := n.width
		n.visit(node.Subs[0])
		n.width += (node.Min - 1) * (n.width - before)
	}
	if node.Max == node.Min && (node.Min == 1 || single) {
		return
	}
	// The first iteration continues what stands before; what stands behind continues the last.
	last := append([]rune(nil), n.current.text...)
	n.flush()
	n.varies = true
	if n.engine == "perl" {
		if single {
			last = last[len(last)-node.Min:]
		}
		n.current = need{text: last, ahead: n.width - len(last)}
	}
}

// lacks returns a string that the engine looks for before it matches and that the attack lacks. unsure reports whether
// the attack lacks something that the engine may look for.
func lacks(tree *syntax.Tree, a *attack.Attack, engine string) (missing string, unsure bool) {
	all := needed(tree.Root, engine)
	found, text := all.found, all.roomy(a)
	if engine == "ruby" {
		in := wtf8.Decode(text)
		for _, one := range all.sets {
			if slices.ContainsFunc(in[min(one.ahead, len(in)):], one.set.Contains) {
				continue
			}
			if len(all.sets) == 1 && len(found) == 0 {
				return wtf8.Encode([]rune{one.set[0].Lo}), false
			}
			unsure = true
		}
	}
	if len(found) == 0 {
		return "", unsure
	}
	absent := func(s need) bool {
		return len(s.text) > 0 && !hasRoom(wtf8.Decode(text), need{text: s.text, ahead: s.ahead})
	}
	if engine == "php" {
		// PCRE2 looks for the last character that stands in the pattern itself.
		last := found[len(found)-1].text
		if last = last[len(last)-1:]; absent(need{text: last}) {
			return wtf8.Encode(last), false
		}
		return "", false
	}
	// Perl looks for the longest string that is fixed and the longest that floats, Ruby for the
	// longest, and for the first of several. Both ask for room for what a match holds ahead of it, Perl behind it too.
	var longest [2]need
	for _, s := range found {
		unsure = unsure || absent(s)
		kind := 0
		if engine == "perl" && !s.fixed {
			kind = 1
		}
		if len(s.text) > len(longest[kind].text) {
			longest[kind] = s
		}
	}
	for _, s := range longest {
		switch {
		case absent(s):
			return wtf8.Encode(s.text), false
		case engine == "perl" && !hasRoom(wtf8.Decode(text), s):
			return wtf8.Encode(s.text) + strings.Repeat("x", s.rest), false
		}
	}
	if fixed, floats := longest[0], longest[1]; engine == "perl" && len(fixed.text) > 0 && len(floats.text) > 0 {
		// What floats is looked for behind the first place where what is fixed stands.
		in := wtf8.Decode(text)
		at := fixed.ahead
		for !slices.Equal(in[at:at+len(fixed.text)], fixed.text) {
			at++
		}
		if !hasRoom(in[at-fixed.ahead:], floats) {
			return wtf8.Encode(floats.text), false
		}
	}
	last := found[len(found)-1]
	if end := wtf8.Encode(last.text); engine == "perl" && endsFixed(tree.Root) && !strings.HasSuffix(text, end) && !strings.HasSuffix(text, end+"\n") {
		kind := 0
		if !last.fixed {
			kind = 1
		}
		// The last of the longest is what Perl looks for, and at the end alone.
		if len(last.text) >= len(longest[kind].text) && tree.Root.Subs[len(tree.Root.Subs)-1].Assert != syntax.LineEnd {
			return end, false
		}
		unsure = true
	}
	return "", unsure
}

// roomy returns a text of the attack that has room for what a match holds. The texts grow as the pumps do, so a few are
// enough for the rest.
func (n *needs) roomy(a *attack.Attack) string {
	const least = 4
	return a.Build(least + min(n.width, maxCount))
}

// wanted returns what the engine may look for and an attack lacks, in lines: the last of them where Perl may look for it
// at the end.
func wanted(tree *syntax.Tree, a *attack.Attack, engine string) string {
	all := needed(tree.Root, engine)
	found, text := all.found, all.roomy(a)
	var lines []string
	for i, s := range found {
		one := wtf8.Encode(s.text)
		atEnd := engine == "perl" && i == len(found)-1 && endsFixed(tree.Root) && !strings.HasSuffix(text, one)
		if atEnd || !hasRoom(wtf8.Decode(text), need{text: s.text, ahead: s.ahead}) {
			lines = append(lines, one)
		}
	}
	return strings.Join(lines, "\n")
}

// hasRoom reports whether a string stands in a text with as much ahead of it and behind it as a match holds.
func hasRoom(text []rune, s need) bool {
	for i := s.ahead; i+len(s.text)+s.rest <= len(text); i++ {
		if slices.Equal(text[i:i+len(s.text)], s.text) {
			return true
		}
	}
	return false
}

// endsFixed reports whether the pattern ends in a string and the end of the text, at which Perl looks.
func endsFixed(n *syntax.Node) bool {
	if n.Op != syntax.OpConcat || len(n.Subs) < 2 {
		return false
	}
	last := n.Subs[len(n.Subs)-1]
	before := n.Subs[len(n.Subs)-2]
	if before.Op == syntax.OpRepeat && before.Min > 0 {
		before = before.Subs[0]
	}
	_, literal := only(before)
	return literal && last.Op == syntax.OpAssert && (last.Assert == syntax.TextEnd || last.Assert == syntax.TextEndLine || last.Assert == syntax.LineEnd)
}
