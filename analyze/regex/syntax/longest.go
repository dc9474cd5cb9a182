package syntax

import (
	"strconv"
	"unicode/utf8"

	"snag/analyze/regex/charset"
)

// Longest returns the length of the longest subject in which the pattern finds a match when it is applied in
// a mode, in the units in which the strings of its language are counted: UTF-16 in JavaScript, Java and .NET,
// bytes in PCRE, characters elsewhere. ok is false where subjects of any length can have one, or where that
// was not found out: the pattern has to be held at both ends of the subject on every way through it.
func (t *Tree) Longest(mode Mode) (n int, ok bool) {
	m := extent{t: t}
	r := m.of(t.Root)
	if m.gaveUp {
		return 0, false
	}
	if mode == Prefix || mode == Full {
		r.start = true
	}
	if mode == Full {
		r.end, r.tail = true, 0
	}
	n = Unbounded
	if r.start && r.end {
		n = add(r.most, r.tail)
	}
	if r.start {
		n = least(n, r.ahead)
	}
	return n, n >= 0
}

// LongestGroup returns the length of the longest text that a group matches, which is named by its number or its name, in the
// units of Longest: "0" for the whole match, "*" for the longest of all. ok is false where texts of any length can be, or
// where there is no such group.
func (t *Tree) LongestGroup(group string) (n int, ok bool) {
	m := extent{t: t}
	if group == "0" || group == "*" {
		n, ok = m.of(t.Root).most, true
	}
	Walk(t.Root, func(at *Node) bool {
		switch {
		case at.Op != OpGroup || at.Index == 0:
		case at.Pop != 0: // what stands between two groups
			m.gaveUp = true
		case group == "*" || group == at.Name || group == strconv.Itoa(at.Index):
			n, ok = most(n, m.of(at).most), true
		}
		return true
	})
	return n, ok && n >= 0 && !m.gaveUp
}

// LongestWithout returns the length of the longest subject in which the pattern finds no match when it is applied in a mode,
// in the units of Longest: a pattern such as /^.{51}/s finds one in all that are longer than 50.
func (t *Tree) LongestWithout(mode Mode) (n int, ok bool) {
	parts := []*Node{t.Root}
	if t.Root.Op == OpConcat {
		parts = t.Root.Subs
	}
	if at := parts[0]; at.Op == OpAssert && at.Assert == TextStart {
		parts = parts[1:]
	}
	whole := mode == Full
	if len(parts) > 1 && parts[1].Op == OpAssert && parts[1].Assert == TextEnd {
		parts, whole = parts[:1], true
	}
	if len(parts) != 1 || parts[0].Op != OpRepeat || parts[0].Min == 0 || parts[0].Min > maxLength>>8 || whole && parts[0].Max != Unbounded {
		return 0, false
	}
	last := rune(charset.MaxRune)
	switch {
	case t.ByByte:
		last = 0xff
	case !t.ByCodePoint:
		last = 0xffff
	}
	each := parts[0].Subs[0]
	if each.Op != OpSet || !each.Set.Equal(charset.New(charset.Range{Hi: last})) {
		return 0, false
	}
	m := extent{t: t}
	return (parts[0].Min - 1) * m.size(last), true
}

// maxLength bounds lengths: nothing bounds what is longer.
const maxLength = 1<<32 - 1

// extent measures how far the ways through a pattern lead.
type extent struct {
	t      *Tree
	gaveUp bool
}

// reach is what all ways through a part of a pattern have in common. Lengths are Unbounded where nothing
// bounds them.
type reach struct {
	// most is how much they read at most.
	most int
	// start and end report whether all test for the start and the end of the subject; tail is what can be
	// behind the end that they test for.
	start, end bool
	tail       int
	// ahead is how much of the subject can lie behind the beginning of the part by what lookaheads say.
	ahead int
}

func add(a, b int) int {
	if a < 0 || b < 0 || a > maxLength-b {
		return Unbounded
	}
	return a + b
}

func least(a, b int) int {
	if a < 0 || b >= 0 && b < a {
		return b
	}
	return a
}

func most(a, b int) int {
	if a < 0 || b < 0 {
		return Unbounded
	}
	return max(a, b)
}

func (m *extent) of(n *Node) reach {
	none := reach{ahead: Unbounded}
	switch n.Op {
	case OpSet:
		if n.Set.IsEmpty() {
			return none // no way leads on
		}
		return reach{most: m.size(n.Set[len(n.Set)-1].Hi), ahead: Unbounded}
	case OpConcat:
		return m.concat(n)
	case OpAlternate:
		r := m.of(n.Subs[0])
		for _, sub := range n.Subs[1:] {
			r = r.or(m.of(sub))
		}
		return r
	case OpRepeat:
		return m.repeat(n)
	case OpGroup, OpAtomic:
		return m.of(n.Subs[0])
	case OpAssert:
		switch n.Assert {
		case TextStart:
			none.start = true
		case TextEnd:
			none.end = true
		case TextEndLine:
			none.end = true
			for _, r := range n.Set {
				none.tail = max(none.tail, m.size(r.Hi))
			}
			if n.Pair {
				none.tail = max(none.tail, 2)
			}
		}
		return none
	case OpLook:
		if n.Behind || n.Negate {
			return none
		}
		r := m.of(n.Subs[0])
		ahead := r.ahead
		if r.end {
			ahead = least(ahead, add(r.most, r.tail))
		}
		return reach{start: r.start, ahead: ahead}
	case OpEmpty, OpKeep:
		return none
	case OpVerb:
		m.gaveUp = true // it may end the match, or begin it elsewhere
	}
	return reach{most: Unbounded, ahead: Unbounded}
}

func (m *extent) concat(n *Node) reach {
	all := reach{ahead: Unbounded}
	for _, sub := range n.Subs {
		r := m.of(sub)
		if r.end {
			all.end, all.tail = true, max(all.tail, r.tail)
		}
		all.start = all.start || r.start
		all.ahead = least(all.ahead, add(all.most, r.ahead))
		all.most = add(all.most, r.most)
	}
	return all
}

// repeat measures a repetition, of which only the first round is certain.
func (m *extent) repeat(n *Node) reach {
	r := m.of(n.Subs[0])
	if n.Min == 0 {
		r.start, r.end, r.tail, r.ahead = false, false, 0, Unbounded
	}
	switch {
	case r.most == 0 || n.Max == 0:
		r.most = 0
	case r.most < 0 || n.Max < 0 || r.most > maxLength/n.Max:
		r.most = Unbounded
	default:
		r.most *= n.Max
	}
	return r
}

// or returns what two ways have in common.
func (r reach) or(o reach) reach {
	return reach{most(r.most, o.most), r.start && o.start, r.end && o.end, max(r.tail, o.tail), most(r.ahead, o.ahead)}
}

// size returns how many units a character takes at most, of a set whose last one it is.
func (m *extent) size(last rune) int {
	switch {
	case m.t.ByByte || !m.t.ByCodePoint:
		return 1
	case m.t.Dialect == JavaScript || m.t.Dialect == Java:
		if last > 0xffff {
			return 2
		}
	case m.t.Dialect == PCRE:
		if n := utf8.RuneLen(last); n > 0 {
			return n
		}
		return utf8.UTFMax
	}
	return 1
}
