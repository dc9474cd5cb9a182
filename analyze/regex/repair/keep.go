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
	for _, dead := range v.dead([]*syntax.Node{n}) {
		all = append(all, candidate{edits: []edit{insert(0, `\G(?:`+dead+`)*\K`+after), end}, rule: ruleKeep, reason: reasonKeep})
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
