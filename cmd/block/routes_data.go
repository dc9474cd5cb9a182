package block

import (
	"snag/analyze/block/growth"
	"snag/analyze/block/routes"
	"snag/analyze/block/stall"
	"snag/analyze/sorting"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/visit"
)

// routesData is the data of the report.
type routesData struct {
	Target  targetItem   `json:"target"`
	Budget  float64      `json:"budget_ms"`
	Routes  []routeItem  `json:"routes"`
	Regexes []provedOf   `json:"regexes"`
	Calls   []provedCall `json:"calls"`
	// Requests counts what was sent to find requests that are accepted, and Restarts how often the service was
	// started again.
	Requests int `json:"requests"`
	Restarts int `json:"restarts"`
}

// routeItem is a route.
type routeItem struct {
	Method string      `json:"method"`
	Path   report.Text `json:"path"`
	From   []string    `json:"from"`
	File   report.Text `json:"file,omitempty"`
	Line   int         `json:"line,omitempty"`
	// Skipped says why it got no request, "" when it got some.
	Skipped string `json:"skipped,omitempty"`
	// State is how far requests got, and Status what the last one was answered with, 0 for nothing.
	State  visit.State `json:"state,omitempty"`
	Status int         `json:"status,omitempty"`
	Tries  int         `json:"tries"`
	// Request is the one that got farthest, as curl.
	Request string      `json:"request,omitempty"`
	Inputs  []inputItem `json:"inputs"`
	Trials  []trialItem `json:"trials"`
	Left    int         `json:"left"` // trials for which there was no time
}

// inputItem is an input of a route.
type inputItem struct {
	Place     routes.Place `json:"place"`
	Name      report.Text  `json:"name"`
	Type      string       `json:"type,omitempty"`
	Required  bool         `json:"required"`
	MaxLength *int         `json:"max_length"` // null where nothing is known to bound it
}

// trialItem is a series of requests.
type trialItem struct {
	Input   report.Text    `json:"input"` // "request" for the request itself
	Form    routes.Form    `json:"form,omitempty"`
	Verdict routes.Verdict `json:"verdict"`
	Why     []string       `json:"why"`
	// Regex is the fingerprint of the finding whose attack it was.
	Regex    string               `json:"regex,omitempty"`
	Growth   string               `json:"growth"`
	Largest  int                  `json:"largest"`
	Bytes    int                  `json:"bytes"`
	Own      float64              `json:"own_ms"`
	AtBudget *float64             `json:"at_budget"`
	Bound    *int                 `json:"bound"` // the largest size that is accepted, null where none is refused
	Effect   stall.Effect         `json:"effect"`
	Stall    float64              `json:"stall_ms"`
	Answers  []growth.StatusRange `json:"answers"`
	Where    *target.Place        `json:"where"`
	Curl     string               `json:"curl,omitempty"`
	Command  string               `json:"command,omitempty"`
}

// provedOf is what the run says about a regex, for snag regex --proved.
type provedOf struct {
	Fingerprint string         `json:"fingerprint"`
	Rule        string         `json:"rule"`
	Pattern     report.Text    `json:"pattern"`
	File        report.Text    `json:"file"`
	Line        int            `json:"line"`
	Verdict     routes.Verdict `json:"verdict"`
	Route       report.Text    `json:"route,omitempty"`
	Input       report.Text    `json:"input,omitempty"`
	Own         float64        `json:"own_ms"`
	Why         []string       `json:"why"`
}

func (r *routesRun) data() routesData {
	o := r.options
	d := routesData{Budget: cli.Milliseconds(o.budget), Routes: []routeItem{}, Regexes: []provedOf{}, Calls: append([]provedCall{}, r.calls...), Restarts: r.restarts,
		Target: targetItem{o.Wire.Address, o.Protocol(), report.RedactURL(r.canary.Path), false, "process", append([]int{}, o.PIDs...)}}
	if r.visitor != nil {
		d.Requests = r.visitor.Requests
	}
	for i, one := range r.routes {
		d.Routes = append(d.Routes, r.routeItem(one, &r.visited[i]))
	}
	for i := range r.suspects {
		d.Regexes = append(d.Regexes, r.provedOf(i))
	}
	return d
}

func (r *routesRun) routeItem(one routes.Route, seen *routeRun) routeItem {
	item := routeItem{Method: one.Method, Path: report.Text(one.Path), From: append([]string{}, one.From...), File: report.Text(one.File), Line: one.Line,
		Skipped: seen.skipped, State: seen.visit.State, Status: seen.visit.Status, Tries: seen.visit.Tries, Inputs: []inputItem{}, Trials: []trialItem{}, Left: seen.left}
	for _, in := range one.Inputs {
		x := inputItem{Place: in.Place, Name: report.Text(in.Name), Type: in.Type, Required: in.Required}
		if in.MaxLength != routes.NoLimit {
			x.MaxLength = &in.MaxLength
		}
		item.Inputs = append(item.Inputs, x)
	}
	if seen.visit.Tries > 0 {
		item.Request = r.curl(one.Request(seen.visit.Values, nil), 1)
	}
	for i := range seen.trials {
		item.Trials = append(item.Trials, r.trialItem(&seen.trials[i]))
	}
	return item
}

func (r *routesRun) trialItem(t *trialRun) trialItem {
	item := trialItem{Input: report.Text(t.key()), Verdict: t.verdict, Why: append([]string{}, r.whyNot(t)...), Growth: t.Growth.Class(), Largest: t.Largest, Bytes: t.Bytes,
		Own: cli.Milliseconds(t.Own), Effect: t.Collateral.Effect, Stall: cli.Milliseconds(t.Collateral.Stall), Answers: append([]growth.StatusRange{}, t.Statuses.Ranges()...)}
	if item.Effect == "" {
		item.Effect = stall.EffectUnknown
	}
	if t.Spot != nil {
		item.Form = t.Spot.Form
	}
	if t.Suspect >= 0 {
		item.Regex = r.suspects[t.Suspect].Fingerprint
	}
	if t.Crossing.N > 0 {
		n := cli.Thousandths(t.Crossing.N)
		item.AtBudget = &n
	}
	if t.Bound > 0 {
		item.Bound = &t.Bound
	}
	if t.full != nil {
		item.Where = t.full.where
	}
	if t.verdict == routes.Proved || t.Suspect >= 0 {
		q := r.request(t)
		item.Curl, item.Command = r.curl(q, t.size()), r.again(q, t.size())
	}
	return item
}

// provedOf joins the trials of a regex.
func (r *routesRun) provedOf(i int) provedOf {
	s := r.suspects[i]
	p := provedOf{Fingerprint: s.Fingerprint, Rule: s.Rule, Pattern: report.Text(s.Pattern), File: report.Text(s.File), Line: s.Line, Verdict: routes.NotMeasured, Why: []string{}}
	best := r.trialsOf(i)
	if len(best) == 0 {
		p.Why = append(p.Why, r.untried(s))
		return p
	}
	t := best[0]
	p.Verdict, p.Route, p.Input, p.Own = t.verdict, report.Text(r.routes[t.Route].ID()), report.Text(t.key()), cli.Milliseconds(t.Own)
	p.Why = append(p.Why, r.whyNot(t)...)
	return p
}

// trialsOf are the trials of a regex, the one that says most first.
func (r *routesRun) trialsOf(suspect int) (all []*trialRun) {
	for i := range r.visited {
		for k := range r.visited[i].trials {
			if t := &r.visited[i].trials[k]; t.Suspect == suspect {
				all = append(all, t)
			}
		}
	}
	sorting.Stable(all, func(a, b *trialRun) int { return b.verdict.Weight() - a.verdict.Weight() })
	return all
}
