package regex

import (
	"context"
	"runtime"

	"snag/analyze/reach"
	"snag/analyze/reach/model"
	"snag/analyze/regex/attack"
	"snag/analyze/regex/audit"
	"snag/cmd/cli"
	"snag/cmd/regex/pattern"
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
	reader := NewReader(io, paths, tree, runtime.GOMAXPROCS(0))
	results, err := reader.Judge(ctx)
	if err != nil {
		return nil, err
	}
	var all []pattern.Audited
	for result := range results {
		all = append(all, result.Audited...)
		judged(len(all), result.Name)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	p, files, err := reader.Open(ctx, known)
	if err != nil {
		return nil, err
	}
	defer files.Close()
	p.Follow(ctx, pattern.Followed(all))
	found := &Service{Suspects: suspects(all)}
	found.addRoutes(ctx, p)
	return found, ctx.Err()
}

// suspects are the vulnerable patterns of what was audited.
func suspects(all []pattern.Audited) (suspects []Suspect) {
	bar := pattern.Bar{Budget: pattern.NewBudget(), Spares: true}
	occasions := map[string]int{}
	for i := range all {
		a := &all[i]
		if a.Rule() == "" {
			continue
		}
		id := a.Identity()
		a.Occasion = occasions[id]
		occasions[id]++
		f, ok := a.Assess(bar)
		if !ok || !a.IsVulnerable() || a.Verdict.Attack == nil || f.Rule == audit.RuleInvalid {
			continue
		}
		s := Suspect{Fingerprint: f.Fingerprint, Rule: f.Rule, Pattern: a.Text, Location: a.Location(), Attack: *a.Attack(),
			Promised: a.Verdict.Cost.PumpsForBudget, Suppressed: f.Suppression != nil}
		if a.Reach != nil {
			s.Level, s.Ways = a.Reach.Level, a.Reach.Ways
		}
		suspects = append(suspects, s)
	}
	return suspects
}

// addRoutes adds the routes of the program.
func (found *Service) addRoutes(ctx context.Context, p *pattern.Program) {
	places := p.Placer()
	inventory := p.Project().Routes(ctx)
	found.NotFollowed = inventory.NotFollowed
	for _, r := range inventory.Routes {
		one := Route{Route: r}
		if at := places.All([]reach.Place{r.At}); len(at) > 0 {
			one.Location = at[0]
		}
		for _, h := range r.Handlers {
			one.Handlers = append(one.Handlers, places.All([]reach.Place{h})...)
		}
		found.Routes = append(found.Routes, one)
	}
}
