package report

import (
	"fmt"
	"slices"
)

// WithoutMinor returns the report with its minor findings counted in notes, one for all that are minor for
// the same reason. Those that somebody suppressed stay, as they are listed apart.
func (r *Report) WithoutMinor() *Report {
	short := *r
	short.Findings, short.Notes = nil, slices.Clip(r.Notes)
	var reasons []string
	counts := map[string]int{}
	for _, f := range r.Findings {
		if f.Minor == "" || f.Suppression != nil {
			short.Findings = append(short.Findings, f)
			continue
		}
		if counts[f.Minor]++; counts[f.Minor] == 1 {
			reasons = append(reasons, f.Minor)
		}
	}
	slices.Sort(reasons)
	for _, reason := range reasons {
		what := "findings are"
		if counts[reason] == 1 {
			what = "finding is"
		}
		short.Notes = append(short.Notes, fmt.Sprintf("%d %s %s (--all)", counts[reason], what, reason))
	}
	return &short
}
