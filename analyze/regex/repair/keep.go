package repair

import (
	"slices"

	"snag/analyze/regex/syntax"
)

const reasonKeep = "One attempt goes over all that begins like a match and is none; \\K lets the match begin behind it."

// keeps lets one attempt go over the places where loop n is read and what must follow it is not there. Ruby has
// no verb to skip them, but the match can begin behind what is read first.
func (v *view) keeps(n *syntax.Node) []candidate {
	if v.tree.Dialect != syntax.Ruby || startsSearch(v.tree.Root) {
		return nil
	}
	after, end := "", insert(len(v.tree.Source), "")
	if v.tree.Root.Op == syntax.OpAlternate {
		after, end.text = "(?:", ")"
	}
	var all []candidate
	for _, dead := range v.dead(n) {
		all = append(all, candidate{edits: []edit{insert(0, `\G(?:`+dead+`)*\K`+after), end}, rule: ruleKeep, reason: reasonKeep})
	}
	return all
}

// dead returns alternatives of which one reads on from each place where no match begins for want of what follows
// loop n, one character or all that the loop reads.
func (v *view) dead(n *syntax.Node) []string {
	if !n.IsLoop() || !v.isPlain(n) || captures(n) {
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
	greedy := v.body(n) + v.greedy(n) + "+"
	if quantifier := v.greedy(n); quantifier != "*" && quantifier != "+" {
		return nil
	}
	var all []string
	loop, copyable := v.copyable(n)
	for _, text := range slices.Compact([]string{closer, longer}) {
		if text != "" && !n.Lazy {
			all = append(all, other+"|"+opening+greedy+"(?!"+text+")")
		}
		if text != "" && copyable {
			all = append(all, other+"|"+opening+"(?!"+loop+text+")"+greedy)
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
