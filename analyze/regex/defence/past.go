package defence

import (
	"slices"
	"strings"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
)

// Past returns v with an attack that holds what the engine looks for before it matches, and that takes as many
// steps. ok is false if the attack of v, which must not be nil, holds it or no other is found. It takes a bounded
// number of steps.
func Past(mode syntax.Mode, v redos.Verdict, engine string) (past redos.Verdict, ok bool) {
	if v.Tree == nil || v.Bounded || v.Cost.PumpsForBudget == 0 {
		return v, false
	}
	switch engine {
	case "node":
		return pastV8(mode, v)
	case "perl", "php", "ruby":
	default:
		return v, false
	}
	missing, unsure := lacks(v.Tree, v.Attack, engine)
	if missing == "" && unsure {
		missing = wanted(v.Tree, v.Attack, engine)
	}
	if missing == "" && engine == "perl" {
		return referring(mode, v)
	}
	if missing == "" {
		return v, false
	}
	suffixes := []string{v.Attack.Suffix + missing, missing + v.Attack.Suffix}
	for _, apart := range separators(v.Tree.Root) {
		suffixes = append(suffixes, v.Attack.Suffix+apart+missing, apart+missing+v.Attack.Suffix)
	}
	for _, suffix := range suffixes {
		a := attack.Attack{Pumps: v.Attack.Pumps, Suffix: suffix}
		still, doubt := lacks(v.Tree, &a, engine)
		if room, lacksRoom := strings.CutPrefix(still, missing); lacksRoom { // behind what was added
			a.Suffix += room
			still, doubt = lacks(v.Tree, &a, engine)
		}
		if still != "" || unsure && doubt {
			continue
		}
		if past, ok = replayed(mode, v, a); ok {
			return past, true
		}
	}
	if engine == "php" || unsure { // PHP looks behind the place where it begins
		return v, false
	}
	for _, ahead := range []string{missing, missing + missing} { // the second where a match holds something ahead of it
		first := v.Attack.Pumps[0]
		first.Prefix = ahead + "\n" + first.Prefix
		a := attack.Attack{Pumps: append([]attack.Pump{first}, v.Attack.Pumps[1:]...), Suffix: v.Attack.Suffix}
		if still, _ := lacks(v.Tree, &a, engine); still == "" {
			return replayed(mode, v, a)
		}
	}
	return v, false
}

// separators are characters that may keep a match from what stands behind them: what ends a line, and what the sets of
// the pattern leave out.
func separators(root *syntax.Node) []string {
	const most = 6
	found := []string{"\n"}
	root.Has(func(n *syntax.Node) bool {
		if n.Op == syntax.OpSet {
			if out := n.Set.Negate(0x7e); len(out) > 0 && n.Set.Size() > 0x7e {
				if one := string(out[len(out)-1].Hi); !slices.Contains(found, one) {
					found = append(found, one)
				}
			}
		}
		return len(found) >= most
	})
	return found
}

// Lacks returns what the engine looks for before it matches and the attack of v lacks, "" if there is nothing.
func Lacks(v redos.Verdict, engine string) string {
	if v.Tree == nil || v.Attack == nil {
		return ""
	}
	missing, _ := lacks(v.Tree, v.Attack, engine)
	return missing
}

// replayed returns v with attack a in the place of its own, if that takes no fewer steps.
func replayed(mode syntax.Mode, v redos.Verdict, a attack.Attack) (redos.Verdict, bool) {
	c := v.Cost
	limit := 2*c.BudgetSteps + 1
	at, over, err := redos.Steps(v.Tree, mode, a, c.PumpsForBudget, limit)
	if err != nil || !over && at.Steps < c.BudgetSteps {
		return v, false
	}
	c.Points = slices.Clone(c.Points)
	for i, p := range c.Points {
		now, over, err := redos.Steps(v.Tree, mode, a, p.Pumps, max(limit, 2*p.Steps))
		if err != nil || over || now.Steps < p.Steps-p.Steps/8 {
			return v, false
		}
		c.Points[i] = now
	}
	c.LengthForBudget = at.Length
	v.Attack, v.Cost = &a, c
	return v, true
}
