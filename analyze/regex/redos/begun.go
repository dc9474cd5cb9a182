package redos

import (
	"slices"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/charset"
	"snag/analyze/regex/prefilter"
	"snag/analyze/regex/sample"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
	"snag/analyze/wtf8"
)

// begun returns v with an attack at whose places the engine begins to match, if it has such a one: where a lookaround
// stands first, an engine looks at once for what follows it, and of text that lacks that tries nothing.
func (d *decision) begun(v Verdict) Verdict {
	if v.Attack == nil || v.Bounded || d.limits.ClassOnly || !prefilter.ForOpening(d.tree) || d.mode == syntax.Prefix || d.mode == syntax.Full || !d.tree.Root.Has(d.looksLong) {
		return v
	}
	opening := prefilter.Opening(d.tree)
	if len(opening) == 0 || slices.ContainsFunc(opening, charset.Set.IsEmpty) {
		return v
	}
	searched := prefilter.Searched(d.tree, opening)
	s := &decision{ctx: d.ctx, tree: searched, mode: d.mode, limits: d.limits, prover: newProver(searched, d.mode, d.limits.Steps), part: true}
	if s.begins(v) {
		return v
	}
	limit := s.prover.steps + huntSteps
	for _, a := range d.beginnings(v, opening) {
		if s.prover.steps > limit || d.ctx.Err() != nil {
			return v
		}
		if other, ok := d.through(s, v, a); ok {
			return other
		}
	}
	s.limits.ClassOnly = true
	if found := s.backtracking(); found.Attack != nil && found.Class == v.Class && found.Degree == v.Degree {
		if other, ok := d.through(s, v, *found.Attack); ok {
			return other
		}
	}
	return v
}

// looksLong reports whether n is a lookaround that may read a text of any length, and behind which the engine looks for
// what follows.
func (d *decision) looksLong(n *syntax.Node) bool {
	return n.Op == syntax.OpLook && (n.Negate || prefilter.ForText(d.tree.Dialect)) && n.Has((*syntax.Node).IsLong)
}

// mostSpared is how many times fewer steps an attack may take when nothing is tried but where a match may begin: one of
// as many places as an opening is wide is left then.
const mostSpared = 2 * prefilter.Width

// BeginsAt reports whether the attack of v is one, too, on an engine that begins a match only where the opening is, on a
// pattern that is applied as mode says.
func (v Verdict) BeginsAt(mode syntax.Mode, opening []charset.Set) bool {
	if len(opening) == 0 || mode == syntax.Prefix || mode == syntax.Full {
		return true
	}
	_, over, err := Steps(prefilter.Searched(v.Tree, opening), mode, *v.Attack, v.Cost.PumpsForBudget, v.Cost.BudgetSteps/mostSpared)
	return over || err != nil
}

// begins is BeginsAt for the search that d decides about.
func (d *decision) begins(v Verdict) bool {
	_, within := d.prover.replay(*v.Attack).cost(v.Cost.PumpsForBudget, v.Cost.BudgetSteps/mostSpared)
	return !within
}

// through returns v with attack a, if that grows as v does in s, the search for the opening, and exceeds the budget there.
func (d *decision) through(s *decision, v Verdict, a attack.Attack) (Verdict, bool) {
	if len(d.lacks(a)) > len(d.lacks(*v.Attack)) {
		return v, false
	}
	r := s.prover.replay(a)
	if v.Class == Polynomial {
		none, _ := r.cost(0, huntTrySteps)
		few, _ := r.cost(4, huntTrySteps)
		more, _ := r.cost(16, huntTrySteps)
		if more.Steps-none.Steps < 6*(few.Steps-none.Steps) {
			return v, false
		}
		if _, grows := r.grows(v.Degree); !grows {
			return v, false
		}
	} else if _, grows := r.exponential(); !grows {
		return v, false
	}
	other, ok := d.claim(v, a, d.prover.replay(a))
	if !ok || !d.settle(&other) || !s.begins(other) {
		return v, false
	}
	other.Cost.SafeLength = min(v.Cost.SafeLength, other.Cost.LengthForBudget) // which holds of all inputs
	return other, true
}

// beginnings returns attacks that repeat what a match may begin with, behind texts that may make a lookaround read on or
// behind what v repeats, and before such that may make a match fail, the shortest first.
func (d *decision) beginnings(v Verdict, opening []charset.Set) (attacks []attack.Attack) {
	const most, mostLooks, mostLetters = 1000, 3, 4
	s := sample.New(nil)
	var begin []rune
	for _, set := range opening {
		r, _ := s.Character(set)
		begin = append(begin, r)
	}
	words := []string{wtf8.Encode(begin), wtf8.Encode(s.Text(d.tree.Root))}
	pump := v.Attack.Pumps[0].Pump
	prefixes, ends := []string{"", v.Attack.Pumps[0].Prefix}, []string{"", v.Attack.Suffix}
	looks := 0
	var behind []string // texts on which a negative lookbehind fails, and the search goes on
	d.tree.Root.Has(func(n *syntax.Node) bool {
		if n.Op == syntax.OpLook && looks < mostLooks {
			text := wtf8.Encode(s.Text(n.Subs[0]))
			prefixes, ends = append(prefixes, text), append(ends, text)
			if n.Behind && n.Negate {
				behind = append(behind, text)
			}
			looks++
		}
		return false
	})
	letters := sample.Kinds(d.tree)
	for _, r := range letters[:min(len(letters), mostLetters)] {
		letter := wtf8.Encode([]rune{r})
		prefixes, ends = append(prefixes, letter), append(ends, letter)
		if len(opening) == 1 && opening[0].Contains(r) {
			words = append(words, letter)
		}
	}
	add := func(end string, pumps ...attack.Pump) {
		if a := (attack.Attack{Pumps: pumps, Suffix: end}); len(a.Build(1)) <= sample.Longest && len(attacks) < most {
			attacks = append(attacks, a)
		}
	}
	prefixes, ends = unique(prefixes), unique(ends)
	for _, word := range unique(words) {
		for _, again := range unique([]string{word, word + " ", word + "!", word + pump, pump + word}) {
			for _, end := range ends {
				add(end, append(slices.Clone(v.Attack.Pumps), attack.Pump{Pump: again})...)
				for _, prefix := range prefixes {
					add(end, attack.Pump{Prefix: prefix, Pump: again})
				}
				for _, fails := range behind {
					add(end, append(slices.Clone(v.Attack.Pumps), attack.Pump{Prefix: fails, Pump: again})...)
				}
			}
		}
		for _, end := range ends { // of exponential growth one place is enough
			add(end, attack.Pump{Prefix: word, Pump: pump})
		}
	}
	sorting.Stable(attacks, func(a, b attack.Attack) int { return len(a.Build(1)) - len(b.Build(1)) })
	return attacks
}

// unique returns the texts, each of them once.
func unique(texts []string) (once []string) {
	for _, text := range texts {
		if !slices.Contains(once, text) {
			once = append(once, text)
		}
	}
	return once
}
