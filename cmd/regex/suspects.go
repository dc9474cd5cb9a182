package regex

import (
	"context"
	"runtime"

	"snag/analyze/reach"
	"snag/analyze/reach/model"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/audit"
	"snag/analyze/regex/redos"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/worktree"
)

// Suspect is a vulnerable pattern of source code, and who can send its attack.
type Suspect struct {
	Fingerprint, Rule, Pattern string
	Location                   report.Location
	Attack                     attack.Attack
	Promised                   int // pumps that are too much, 0 for not known
	Level                      reach.Level
	Ways                       []reach.Way
	Suppressed                 bool
}

// Route is a route of a program, with the places as reports name them.
type Route struct {
	reach.Route
	Location report.Location
	Handlers []report.Location
}

// Service is what the source of a service tells of it.
type Service struct {
	Suspects    []Suspect
	Routes      []Route
	NotFollowed []string
}

// Survey reads the source below paths: its routes, and what of its regexes is vulnerable, as snag regex finds it
// without engines.
func Survey(ctx context.Context, io *cli.Stdio, paths []string, tree worktree.Flags, known *model.Model, judged func(n int, name string)) (*Service, error) {
	o := &regexOptions{stdio: io, judge: redos.Analyze, pattern: newPatternFlags(), failOn: newGate("slow"), budget: newBudget(),
		paths: paths, tree: tree, jobs: runtime.GOMAXPROCS(0)}
	units, err := o.units(ctx)
	if err != nil {
		return nil, err
	}
	var all []audited
	work := func(u unit) unitResult { return u.audit(ctx, auditor{decide: o.judge, limits: o.limits()}) }
	for result := range cli.InOrder(ctx, o.jobs, units, work) {
		all = append(all, result.audited...)
		judged(len(all), result.name)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p, files, err := o.openProgram(ctx, known)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	p.follow(ctx, followed(all))
	found := &Service{Suspects: o.suspects(all)}
	found.addRoutes(ctx, p)
	return found, ctx.Err()
}

// suspects are the vulnerable patterns of what was audited.
func (o *regexOptions) suspects(all []audited) (suspects []Suspect) {
	occasions := map[string]int{}
	for i := range all {
		a := &all[i]
		if a.Rule() == "" {
			continue
		}
		id := a.identity()
		a.occasion = occasions[id]
		occasions[id]++
		f, ok := a.finding(bar{budget: o.budget, spares: true})
		if !ok || !a.IsVulnerable() || a.Verdict.Attack == nil || f.Rule == audit.RuleInvalid {
			continue
		}
		s := Suspect{Fingerprint: f.Fingerprint, Rule: f.Rule, Pattern: a.Text, Location: a.location(), Attack: *a.Verdict.Attack,
			Promised: a.Verdict.Cost.PumpsForBudget, Suppressed: f.Suppression != nil}
		if a.reach != nil {
			s.Level, s.Ways = a.reach.Level, a.reach.Ways
		}
		suspects = append(suspects, s)
	}
	return suspects
}

// addRoutes adds the routes of the program.
func (found *Service) addRoutes(ctx context.Context, p *Program) {
	places := p.placer()
	inventory := p.project().Routes(ctx)
	found.NotFollowed = inventory.NotFollowed
	for _, r := range inventory.Routes {
		one := Route{Route: r}
		if at := places.all([]reach.Place{r.At}); len(at) > 0 {
			one.Location = at[0]
		}
		for _, h := range r.Handlers {
			one.Handlers = append(one.Handlers, places.all([]reach.Place{h})...)
		}
		found.Routes = append(found.Routes, one)
	}
}
