package defence

import (
	"slices"

	"snag/analyze/regex/prefilter"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// lacksOpening returns what the attack of v lacks where Perl, PHP or Ruby begin to match, "" if it has that where it
// costs: behind lookarounds these look for a string at the beginning, or for one of its characters, and try nothing
// elsewhere.
func lacksOpening(mode syntax.Mode, v redos.Verdict, engine string) string {
	if v.Cost.PumpsForBudget == 0 || !v.Tree.Root.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpLook }) {
		return ""
	}
	opening := prefilter.Opening(v.Tree)
	if len(opening) == 0 || opening[0].IsEmpty() || opening[0].Size() > mostBegin {
		return ""
	}
	if engine == "ruby" && slices.ContainsFunc(needed(v.Tree.Root, engine).found, func(n need) bool { return !n.fixed }) {
		return "" // it looks for that instead
	}
	// PCRE2 looks for one of several characters as a positive lookahead in front has them.
	const cases = 4
	if engine == "php" && opening[0].Size() > cases && v.Tree.Root.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpLook && !n.Negate }) {
		return ""
	}
	width := 1
	for engine != "php" && width < len(opening) && opening[width-1].Size() <= cases && opening[width].Size() <= cases {
		width++
	}
	if v.BeginsAt(mode, opening[:width]) {
		return ""
	}
	var text []rune
	for _, set := range opening[:width] {
		text = append(text, set[0].Lo)
	}
	return wtf8.Encode(text)
}

// mostBegin is the largest number of characters for one of which these engines look.
const mostBegin = 1 << 16
