package regex

import (
	"cmp"
	"context"
	"slices"

	"snag/analyze/regex/repair"
	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
	"snag/cmd/report"
	"snag/cmd/report/render"
)

// mostOffers is for how many findings a rewrite is looked for that was not asked for, when all are shown.
const mostOffers = 100

// offer is a finding that is shown with a rewrite although none was asked for.
type offer struct {
	index   int // of the finding in the report
	finding report.Finding
	audited pattern.Audited
}

// offer keeps what it takes to find a rewrite for the finding that comes next, where people would see it.
func (r *regexReport) offer(a *pattern.Audited, f report.Finding) {
	if a.IsVulnerable() && r.out.ForPeople() && f.Suppression == nil && len(a.Fixes) == 0 {
		r.offers = append(r.offers, offer{len(r.report.Findings), f, *a})
	}
}

// makeOffers adds to the findings that are shown, the worst ones, what to write instead.
func (r *regexReport) makeOffers(ctx context.Context) {
	most := mostOffers
	if r.out.Format.Name == "table" && !r.out.All {
		most = render.ShownFindings
	}
	sorting.Stable(r.offers, func(a, b offer) int {
		return cmp.Or(cmp.Compare(b.finding.Level, a.finding.Level), cmp.Compare(b.finding.Weight, a.finding.Weight))
	})
	var first []offer // of each group, whose patterns are the same
	groups := map[string][]offer{}
	for _, o := range r.offers {
		if groups[o.finding.Group] == nil {
			first = append(first, o)
		}
		groups[o.finding.Group] = append(groups[o.finding.Group], o)
	}
	propose := func(o offer) offer {
		found := o.audited.Result
		_ = found.Propose(ctx, repair.QuickLimits) // interrupted: what there is by then is shown
		o.audited.Shown = found.Fixes
		return o
	}
	for found := range cli.InOrder(ctx, r.options.jobs, slices.Values(first[:min(len(first), most)]), propose) {
		for _, o := range groups[found.finding.Group] {
			o.audited.Shown = found.audited.Shown
			r.report.Findings[o.index].Details = o.audited.Details()
		}
	}
}
