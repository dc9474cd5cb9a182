package repair

import (
	"slices"

	"snag/analyze/regex/syntax"
)

const reasonKeep = "One attempt goes over all that begins like a match and is none; \\K lets the match begin behind it."

// keeps lets one attempt go over the places where loop n is read and what must follow it is not there. Ruby has
// no verb to skip them, but the match can begin behind what is read first.
func (v *view) keeps(n *syntax.Node) []candidate {
	if v.tree.Dialect != syntax.Ruby || !n.IsLoop() || !v.isPlain(n) || captures(n) || startsSearch(v.tree.Root) {
		return nil
	}
	closer, longer := v.closer(n), v.following(n, func(sub *syntax.Node) bool { return !mayBeLong(sub) || isSetLoop(sub) })
	parts, ok := v.opening(n)
	opening, copyable := v.join(parts)
	if longer == "" || !ok || !copyable || slices.ContainsFunc(parts, mayBeLong) {
		return nil
	}
	first := opening
	if n.Min > 0 {
		first += v.body(n)
	}
	if first == "" {
		return nil
	}
	other := "(?!" + first + ")" + v.set(v.anything())
	if len(parts) == 1 && bare(parts[0]).Op == syntax.OpSet && n.Min == 0 {
		other = v.set(v.anything().Subtract(bare(parts[0]).Set))
	}
	before, after := `\G(?:`+other+"|"+opening, ""
	list := []edit{insert(len(v.tree.Source), "")}
	if v.tree.Root.Op == syntax.OpAlternate {
		after, list[0].text = "(?:", ")"
	}
	var all []candidate
	put := func(dead string) {
		all = append(all, candidate{edits: []edit{insert(0, before+dead+`)*\K`+after), list[0]}, rule: ruleKeep, reason: reasonKeep})
	}
	greedy := v.body(n) + v.greedy(n) + "+"
	if quantifier := v.greedy(n); quantifier != "*" && quantifier != "+" {
		return nil
	}
	loop, copyable := v.copyable(n)
	for _, text := range slices.Compact([]string{closer, longer}) {
		if text != "" && !n.Lazy {
			put(greedy + "(?!" + text + ")")
		}
		if text != "" && copyable {
			put("(?!" + loop + text + ")" + greedy)
		}
	}
	return all
}

// IsForSearches reports whether the rewrite finds the same matches in searches from the front alone: not where a match
// has to begin at a given place, as for start_with?, rindex and StringScanner, nor as a part of another pattern.
func (f Fix) IsForSearches() bool {
	return slices.ContainsFunc(f.Steps, func(s Step) bool { return s.Rule == ruleKeep })
}

// ruleKeep is the rule of keeps.
const ruleKeep = "keep"
