package pattern

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/reach"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/defence"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/probe/cache"
	"snag/probe/engine"
)

// Host confirms patterns in engines.
type Host struct {
	Engines []engine.Engine
	// one reports whether a pattern is confirmed in a single engine, that of its language if it is there.
	one bool
	// budget is the time after which nothing more is begun, 0 for any.
	budget time.Duration
}

// NewHost finds the engines that --engine names.
func NewHost(names []string, budget time.Duration) (*Host, error) {
	h := &Host{one: true, budget: budget}
	find := make([]string, len(names))
	for i, name := range names {
		find[i] = strings.TrimSpace(name)
		switch find[i] {
		case "all":
			find[i], h.one = "auto", false
		case "auto":
		default:
			h.one = false // each that is named is meant
		}
	}
	var err error
	h.Engines, err = engine.Find(find...)
	return h, err
}

// CloseEngines ends the workers of engines.
func CloseEngines(engines []engine.Engine) {
	for _, e := range engines {
		e.Close() // a worker that does not end by itself is killed; there is nothing to add
	}
}

// running are the engines that confirm patterns of a dialect.
func (h *Host) running(d syntax.Dialect) []engine.Engine {
	var all []engine.Engine
	for _, e := range h.Engines {
		if e.Runs(d) {
			all = append(all, e)
		}
	}
	if h.one && len(all) > 1 {
		own := slices.IndexFunc(all, func(e engine.Engine) bool { return e.Name() == confirm.EngineOf(d) })
		return all[max(own, 0):][:1]
	}
	return all
}

// ConfirmAll measures the vulnerable ones among the patterns, equal ones once, until the time is spent: what requests reach
// first, and of that the worst. What is left then is marked as not run; the text says how many, "" for none.
func (h *Host) ConfirmAll(ctx context.Context, patterns []Audited, verdicts *cache.Verdicts, p *cli.Progress) string {
	places := map[redos.Pattern][]*Audited{}
	var worst []*Audited
	for i := range patterns {
		a := &patterns[i]
		if !a.IsVulnerable() || len(h.running(a.Dialect)) == 0 {
			continue
		}
		if len(places[a.Pattern]) == 0 {
			worst = append(worst, a)
		}
		places[a.Pattern] = append(places[a.Pattern], a)
	}
	worstFirst(worst)
	began, left := time.Now(), 0
	for done, a := range worst {
		if ctx.Err() != nil {
			break
		}
		running := h.running(a.Dialect)
		var confirmed []confirm.Confirmation
		if h.budget > 0 && time.Since(began) >= h.budget {
			left++
			for _, e := range running {
				series := confirm.Series{Engine: e.Name()}
				confirmed = append(confirmed, confirm.Confirmation{Series: series, Outcome: confirm.Skipped, Reason: "the time for engines was used up"})
			}
		} else {
			p.Set(done, len(worst), "vulnerable patterns confirmed, "+cmp.Or(a.Location().String(), a.ID))
			confirmed = ConfirmIn(ctx, running, a, engine.Limits{}, verdicts)
		}
		for _, same := range places[a.Pattern] {
			same.Confirmed, same.Verdict = confirmed, a.Verdict
		}
	}
	if left == 0 {
		return ""
	}
	return fmt.Sprintf("in %s engines confirmed the worst %d of %s; the rest was not run (--engine-time)", h.budget, len(worst)-left, cli.Plural(len(worst), "vulnerable pattern"))
}

// worstFirst sorts vulnerable patterns in the order in which they are measured.
func worstFirst(all []*Audited) {
	reached := func(a *Audited) int {
		if a.Reach != nil && a.Level() >= reach.RemotePossible {
			return 1
		}
		return 0
	}
	sorting.Stable(all, func(a, b *Audited) int {
		return cmp.Or(cmp.Compare(reached(b), reached(a)), cmp.Compare(b.rank(), a.rank()), cmp.Compare(b.weight(), a.weight()))
	})
}

// rank orders vulnerable patterns by their growth, and by what could not be ruled out.
func (a *Audited) rank() int {
	const most = 1 << 16
	if a.Verdict.Class == redos.Exponential {
		return most
	}
	return max(a.Verdict.Degree, a.Verdict.UpTo)
}

// ConfirmIn measures a vulnerable pattern in those of the engines that run its dialect, one after the
// other, unless that is known. When ctx ends it returns what was measured until then. Where the first engine looks
// for what every match holds, and the attack lacks it, an attack that holds it takes its place; where it shows no growth,
// one of a single pump that shows it does.
func ConfirmIn(ctx context.Context, engines []engine.Engine, a *Audited, limits engine.Limits, known *cache.Verdicts) []confirm.Confirmation {
	var all []confirm.Confirmation
	for _, e := range engines {
		if !e.Runs(a.Pattern.Dialect) {
			continue
		}
		if past, ok := defence.Past(a.Mode, a.Verdict, e.Name()); ok && len(all) == 0 {
			a.Verdict = past
		}
		c, err := known.Confirm(ctx, e, engine.Job{Pattern: a.Pattern, Verdict: a.Verdict, Limits: limits})
		if err != nil {
			break
		}
		if len(all) == 0 {
			c = a.rejoin(ctx, e, c, limits, known)
		}
		all = append(all, c.Explain(defence.Of(a.Mode, a.Verdict, c.Engine, c.Version)))
	}
	return all
}

// rejoin returns what an engine made of the attack of a, or of one of a single pump where it shows growth with that alone:
// then that attack takes the place of the other.
func (a *Audited) rejoin(ctx context.Context, e engine.Engine, c confirm.Confirmation, limits engine.Limits, known *cache.Verdicts) confirm.Confirmation {
	if c.Outcome != confirm.NotReached && c.Outcome != confirm.OptimisedAway {
		return c
	}
	joined, ok := a.Verdict.Joined(ctx, a.Mode)
	if !ok {
		return c
	}
	second, err := known.Confirm(ctx, e, engine.Job{Pattern: a.Pattern, Verdict: joined, Limits: limits})
	if err != nil || second.Outcome != confirm.Confirmed {
		return c
	}
	a.Verdict = joined
	return second
}

// EngineChoices are what --engine takes, for help and completion.
func EngineChoices() []cli.Choice {
	choices := []cli.Choice{{Name: "auto", Help: "the engine of each pattern's language"}, {Name: "all", Help: "every engine that is installed"}, {Name: "none", Help: "analysis only"}}
	for _, name := range engine.Names() {
		choices = append(choices, cli.Choice{Name: name, Help: "measure in " + name})
	}
	return choices
}
