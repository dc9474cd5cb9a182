package defence

import (
	"math/bits"
	"slices"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/prefilter"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// The names of what spares V8 an attack.
const (
	openings = "search for what every match begins with"
	latin    = "no string of Latin-1 characters matches"
)

// maxLatin is the last character of Latin-1. V8 keeps texts of those alone apart, and has code of its own for them.
const maxLatin = 0xFF

// quickWidth is how many of those V8 compares at once with what a match begins with.
const quickWidth = 4

// sparedByV8 returns by which name V8 ends the attack of v before it matches, and what the attack lacks. unsure reports
// whether it may do so.
func sparedByV8(v redos.Verdict, mode syntax.Mode) (by, missing string, unsure bool) {
	if v.Cost.PumpsForBudget == 0 {
		return "", "", false
	}
	if r, ok := beyondLatin(v.Tree.Root); ok && isLatin(*v.Attack) {
		return latin, wtf8.Encode([]rune{r}), false
	}
	opening := prefilter.Opening(v.Tree)
	if v.BeginsAt(mode, opening) {
		return "", "", false
	}
	if !isLatin(*v.Attack) {
		return "", "", true
	}
	var quick []charset.Set
	var text []rune
	for i, set := range opening {
		if set.IsEmpty() {
			return "", "", false
		}
		text = append(text, set[0].Lo)
		if i < quickWidth {
			quick = append(quick, masked(set))
		}
	}
	if v.BeginsAt(mode, quick) {
		return "", "", true // by a table of what stands there, if that pays in this text
	}
	return openings, wtf8.Encode(text), false
}

// masked returns what has those bits in common that all characters of a set have: V8 compares no more at once. Of what is
// not Latin-1 it is everything.
func masked(set charset.Set) charset.Set {
	const all = 1<<16 - 1
	common, value := uint32(all), uint32(set[0].Lo)
	for _, span := range set {
		lo, hi := uint32(span.Lo), uint32(span.Hi)
		common &^= 1<<bits.Len32(lo^hi) - 1
		common &^= (lo ^ value) & common
	}
	ranges := []charset.Range{{Lo: maxLatin + 1, Hi: 0x10FFFF}}
	for r := range uint32(maxLatin + 1) {
		if r&common == value&common {
			ranges = append(ranges, charset.Range{Lo: rune(r), Hi: rune(r)})
		}
	}
	return charset.New(ranges...)
}

// beyondLatin returns a character beyond Latin-1 where every match of n holds such a one.
func beyondLatin(n *syntax.Node) (rune, bool) {
	switch n.Op {
	case syntax.OpSet:
		if !n.Set.IsEmpty() && n.Set[0].Lo > maxLatin {
			return n.Set[0].Lo, true
		}
	case syntax.OpConcat:
		for _, sub := range n.Subs {
			if r, ok := beyondLatin(sub); ok {
				return r, true
			}
		}
	case syntax.OpAlternate:
		var first rune
		for _, sub := range n.Subs {
			r, ok := beyondLatin(sub)
			if !ok {
				return 0, false
			}
			first = max(first, r)
		}
		return first, true
	case syntax.OpGroup:
		return beyondLatin(n.Subs[0])
	case syntax.OpRepeat:
		if n.Min > 0 {
			return beyondLatin(n.Subs[0])
		}
	}
	return 0, false
}

// isLatin reports whether the inputs of an attack are all Latin-1.
func isLatin(a attack.Attack) bool {
	return !slices.ContainsFunc(wtf8.Decode(a.Build(1)), func(r rune) bool { return r > maxLatin })
}

// pastV8 returns v with an attack of which V8 cannot see at once that it does not match.
func pastV8(mode syntax.Mode, v redos.Verdict) (past redos.Verdict, ok bool) {
	r, ok := beyondLatin(v.Tree.Root)
	if !ok || !isLatin(*v.Attack) {
		return v, false
	}
	for _, wide := range []string{"\u2028", wtf8.Encode([]rune{r}), "\n" + wtf8.Encode([]rune{r})} {
		if past, ok = replayed(mode, v, attack.Attack{Pumps: v.Attack.Pumps, Suffix: v.Attack.Suffix + wide}); ok {
			return past, true
		}
	}
	return v, false
}
