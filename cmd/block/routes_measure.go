package block

import (
	"context"
	"fmt"
	"slices"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/block/routes"
	"snag/analyze/block/stall"
	"snag/analyze/stats"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/probe/endpoint"
	"snag/probe/wire"
)

// plan bounds the sizes of a trial.
func (r *routesRun) plan(t routes.Trial) growth.Plan {
	p := growth.NewPlan(1, t.Most(r.options.maxBytes), r.options.budget, r.options.Limit)
	p.Cap = min(p.Cap, max(400*time.Millisecond, 2*p.Target)) // it is sent often, beside others
	return p
}

// glance grows the input once, and reports whether the cost rises so far that it has to be measured in earnest.
func (r *routesRun) glance(ctx context.Context, t *trialRun, in *endpoint.Input, left time.Duration) bool {
	o := r.options
	g := endpoint.Grow(ctx, endpoint.GrowConfig{
		Target: o.Wire, Input: in, Canary: r.canary.Bytes, Control: endpoint.NoRoute, PIDs: o.PIDs, Plan: r.plan(t.Trial),
		Expected: routes.Refusals(), MaxRequests: 300, MaxTime: min(left, 10*time.Second), Limit: o.Limit, Seed: o.seed, Idle: &r.idle, Glance: true,
	})
	t.glance = &g
	t.take(&g, growth.Judge(g.Series))
	t.Crossing = growth.CrossingOf(g.Series, t.Growth, o.budget).UpTo(g.Bound)
	costly := t.Own-t.Base >= o.budget*6/10 && t.Own > 2*t.Base || g.Why == growth.Wall && t.Own-t.Base > o.budget/10
	return costly && t.Amplifies(o.budget)
}

// take takes over what growing has shown.
func (t *trialRun) take(g *endpoint.Growing, judged growth.Growth) {
	t.Growth, t.Largest, t.Bytes, t.Statuses, t.Bound, t.Cut = judged, g.Largest, g.Bytes, g.Statuses, g.Bound, g.Cut
	t.Own, t.Base = 0, 0
	for i, c := range g.Ladder {
		if t.Own = max(t.Own, c.Cost); i < 4 && (i == 0 || c.Cost < t.Base) {
			t.Base = c.Cost
		}
	}
	if f := g.Failure; f != nil {
		t.Failed = fmt.Sprintf("n = %s: %s", cli.Thousands(int64(f.N)), f)
		if f.Outcome == wire.Answered && growth.MeaningOf(f.Status, nil) < growth.Throttled {
			t.Failed = "" // a limit on the size
		}
	}
}

// measure measures in earnest: again and again, beside the canary, and asks the service where it stands.
func (r *routesRun) measure(ctx context.Context, t *trialRun, q routes.Request, in *endpoint.Input, left time.Duration) {
	o := r.options
	h := &handlerOptions{stdio: o.stdio, Target: o.Target, request: target.Request{Method: q.Method, Data: q.Body, Form: q.Form}, from: 1, to: t.Trial.Most(o.maxBytes),
		budget: o.budget, trials: o.trials, maxRequests: 600, sizes: 6, repetitions: 3, maxBytes: o.maxBytes,
		control: endpoint.NoRoute, noVary: true, seed: o.seed, expected: routes.Refusals()}
	h.URL, h.Headers = r.base()+q.Path, slices.Concat(q.Header, r.headers())
	full := &handlerRun{options: h, time: min(max(left, 8*time.Second), 12*time.Second), canary: r.canary, input: in, grows: t.Spot != nil, glance: t.glance, idle: &r.idle, alone: r.alone}
	if plan := r.plan(t.Trial); full.grows {
		full.plan = &plan
	}
	full.measure(ctx, nil)
	t.full = full
	t.Failed = ""
	if g := full.growing; g != nil {
		t.take(g, full.growth)
		t.Crossing = full.crossing
	} else if full.stream != nil {
		t.Largest, t.Bytes = 1, 0
		if request, err := in.Request(1, o.seed); err == nil {
			t.Bytes = len(request.Bytes(o.Wire))
		}
	}
	if f := full.failure; f != nil && t.Failed == "" && (f.Outcome != wire.Answered || f.Status >= 500) {
		t.Failed = full.failureWords()
	}
	t.Collateral = full.collateral
	if curve := full.growth.Curve; len(curve) > 0 {
		t.Own = curve[len(curve)-1].Cost // the ladder was measured once
	}
	t.Own = max(t.Own, stall.Undelayed(full.Trials))
	t.Unwatched = full.collateral.Trials == 0
	t.Computes = full.computes() || t.Unwatched && full.growth.Clock == "cpu" && t.Own >= o.budget
}

// computes reports whether the processes of the target computed for a request as long as the budget allows, however
// much of a processor the machine left them.
func (r *handlerRun) computes() bool {
	var spent []float64
	for _, t := range r.Trials {
		if !t.Lost {
			spent = append(spent, float64(t.CPU))
		}
	}
	return len(spent) > 0 && stats.Median(spent) >= 0.8*float64(r.options.budget)
}
