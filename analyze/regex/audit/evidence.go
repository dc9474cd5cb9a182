package audit

import (
	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/repair"
	"snag/analyze/regex/syntax"
)

// Evidence is what proves that a pattern is vulnerable, as reports show it.
type Evidence struct {
	Growth    growth                 `json:"growth"`
	Thumb     string                 `json:"rule_of_thumb,omitempty"`
	Attack    *attack.Attack         `json:"attack,omitempty"`
	Hotspot   *syntax.Span           `json:"hotspot,omitempty"`
	Hotspots  []syntax.Span          `json:"hotspots,omitempty"`
	Cost      redos.Cost             `json:"cost"`
	Confirmed []confirm.Confirmation `json:"confirmed,omitempty"`
	// Fix is the best rewrite, Alternatives are other ways to mend the pattern.
	Fix          *repair.Fix  `json:"fix,omitempty"`
	Alternatives []repair.Fix `json:"alternatives,omitempty"`
}

type growth struct {
	Kind    string `json:"kind"`
	Degree  int    `json:"degree,omitempty"`
	UpTo    int    `json:"up_to,omitempty"`
	AtLeast bool   `json:"at_least,omitempty"`
	Bounded bool   `json:"bounded,omitempty"`
}

// Evidence returns what proves a vulnerable pattern, nil for any other.
func (r *Result) Evidence() *Evidence {
	if !r.IsVulnerable() {
		return nil
	}
	v := r.Verdict
	e := &Evidence{
		Growth: growth{v.Class.String(), v.Degree, v.UpTo, v.AtLeast, v.Bounded}, Thumb: thumbs[v.Rule].id, Attack: v.Attack,
		Hotspots: v.Hotspots, Cost: v.Cost, Confirmed: r.Confirmed, Fix: r.Rewrite(),
	}
	if len(v.Hotspots) > 0 {
		e.Hotspot = &v.Hotspots[0]
	}
	for i := range r.Fixes {
		if f := &r.Fixes[i]; f != e.Fix {
			e.Alternatives = append(e.Alternatives, *f)
		}
	}
	return e
}
