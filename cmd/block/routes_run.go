package block

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/block/routes"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/probe/endpoint"
	"snag/probe/visit"
	"snag/probe/wire"
)

// routesRun is what was observed and judged.
type routesRun struct {
	options *routesOptions
	inventory
	selection routes.Selection
	progress  *cli.Progress
	visited   []routeRun   // parallel to the routes
	calls     []provedCall // parallel to the calls that block, made when everything was tried
	canary    endpoint.Canary
	idle      endpoint.Idle
	visitor   *visit.Visitor
	given     int // headers of the command line
	port      int // of the command line
	// mostPath is the length of a path with its query above which nothing is answered, by the place that was filled.
	mostPath  map[routes.Place]int
	alone     bool // one process serves
	fromLogin []string
	restarts  int
	bounded   context.Context // of the whole run; that of trials ends earlier
	late      bool            // time ran out
	lost      string          // why the service is no longer there
}

// routeRun is what came of one route.
type routeRun struct {
	skipped string // why it got no request
	visit   visit.Visit
	trials  []trialRun
	left    int // trials for which there was no time
	spent   time.Duration
}

// trialRun is what came of one trial.
type trialRun struct {
	routes.Trial
	routes.Measured
	verdict routes.Verdict
	why     string
	// glance is the look before it, nil for none.
	glance *endpoint.Growing
	// full is the measurement in earnest, nil where a glance was enough.
	full *handlerRun
}

// choose notes which routes get requests.
func (r *routesRun) choose() error {
	if len(r.routes) == 0 {
		return cli.WithHint(cli.Usagef("no routes were found"), "give the folder of the source, or describe the service with --openapi or --har")
	}
	r.visited = make([]routeRun, len(r.routes))
	some := false
	for i, one := range r.routes {
		r.visited[i].skipped = r.selection.Skips(one)
		some = some || r.visited[i].skipped == ""
	}
	for _, pattern := range slices.Concat(r.options.only, r.options.skip) {
		if !slices.ContainsFunc(r.routes, func(one routes.Route) bool { return routes.Names(pattern, one) }) {
			var names []string
			for _, one := range r.routes {
				names = append(names, one.ID())
			}
			return cli.WithHint(cli.Usagef("no route is named %q", pattern), cli.Suggest(pattern, names))
		}
	}
	if !some {
		return cli.WithHint(fmt.Errorf("nothing was measured: none of %s gets a request: %s", cli.Plural(len(r.routes), "route"), r.visited[0].skipped), "--allow-writes sends those that write, --only 'METHOD /path' one of them")
	}
	return nil
}

// tryAll visits all routes, and then makes the trials: first the attacks of all, then the requests themselves,
// then the forms of inputs.
func (r *routesRun) tryAll(ctx context.Context) error {
	r.bounded = ctx
	if len(r.options.Command) > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, target.TimeLeft(ctx)-min(confirming, r.options.MaxTime/5))
		defer cancel()
	}
	order := routes.Order(r.routes)
	order = slices.DeleteFunc(order, func(i int) bool { return r.visited[i].skipped != "" })
	err := r.visitAll(ctx, order)
	r.visitor.Rest()
	plans := map[int][]routes.Trial{}
	for _, i := range order {
		if state := r.visited[i].visit.State; measurable(state) || state == visit.Missing && r.perhapsThere(i) {
			plans[i] = routes.Plan(r.routes, i, r.visited[i].visit.Values, r.suspects)
		}
	}
	rounds := []func(i int) []routes.Trial{
		func(i int) []routes.Trial { return attacks(plans[i]) },
		func(i int) []routes.Trial { return []routes.Trial{{Route: i, MaxLength: routes.NoLimit, Suspect: -1}} },
		func(i int) []routes.Trial {
			return slices.DeleteFunc(slices.Clone(plans[i]), func(t routes.Trial) bool { return t.Suspect >= 0 })
		},
	}
	for number, round := range rounds {
		for at, i := range order {
			if _, planned := plans[i]; !planned {
				continue
			}
			state := r.visited[i].visit.State
			if number > 0 && state == visit.Missing {
				continue
			}
			if number == 2 && state != visit.Accepted && state != visit.Refused {
				continue // what asks for a login reads no inputs
			}
			if err == nil {
				r.progress.Set(at+1, len(order), []string{"attacks, ", "requests, ", "inputs, "}[number]+r.routes[i].ID())
				err = r.tryRoute(ctx, i, round(i))
				continue
			}
			r.visited[i].left += len(round(i))
		}
	}
	if errors.Is(err, errLost) {
		r.lost, err = err.Error(), nil
	}
	r.late = errors.Is(ctx.Err(), context.DeadlineExceeded)
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil
	}
	return err
}

func attacks(all []routes.Trial) []routes.Trial {
	return slices.DeleteFunc(slices.Clone(all), func(t routes.Trial) bool { return t.Suspect < 0 })
}

// measurable reports whether requests for a route tell anything: also one that needs a login may match first.
func measurable(s visit.State) bool {
	return s == visit.Accepted || s == visit.Refused || s == visit.Login || s == visit.Broken
}

// perhapsThere reports whether a route that answers as if it were not there may be: a handler that does not find what
// the path names often answers as its framework does.
func (r *routesRun) perhapsThere(i int) bool {
	return r.routes[i].File != "" && len(routes.Parameters(r.routes[i].Path)) > 0
}

// visitAll looks for a request that each route accepts.
func (r *routesRun) visitAll(ctx context.Context, order []int) error {
	for at, i := range order {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.progress.Set(at+1, len(order), "routes, "+r.routes[i].ID())
		seen := r.visitor.Visit(ctx, r.routes[i])
		r.visited[i].visit = seen
		if r.routes[i] = seen.Route; seen.State == visit.Missing && seen.Route.Assumed != "" {
			r.routes[i].Path = seen.Route.Assumed
			r.visited[i] = routeRun{skipped: routes.PathUnknown}
			continue
		}
		if seen.State != visit.Silent || ctx.Err() != nil {
			continue
		}
		if state := r.check(ctx); state != well {
			t := trialRun{Trial: routes.Trial{Route: i, MaxLength: routes.NoLimit, Suspect: -1}}
			err := r.failed(ctx, &t, state)
			r.visited[i].trials = append(r.visited[i].trials, t)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// tryRoute makes trials of a route, as long as its time lasts. An input that was proved to stall is not tried again.
func (r *routesRun) tryRoute(ctx context.Context, i int, trials []routes.Trial) error {
	one := &r.visited[i]
	for at, t := range trials {
		if err := ctx.Err(); err != nil {
			one.left += len(trials) - at
			return err
		}
		if one.spent >= r.options.routeTime {
			one.left += len(trials) - at
			return nil
		}
		if one.proved(t) {
			continue
		}
		begun := time.Now()
		result, err := r.try(ctx, t, r.options.routeTime-one.spent)
		one.spent += time.Since(begun)
		if result != nil {
			one.trials = append(one.trials, *result)
		}
		if err != nil {
			one.left += len(trials) - at - 1
			return err
		}
	}
	return nil
}

// proved reports whether the input of a trial, or the request without growing, is known to stall. What stalls the
// input would be taken for the work of a regex that is not said to get it.
func (one *routeRun) proved(t routes.Trial) bool {
	return slices.ContainsFunc(one.trials, func(done trialRun) bool {
		if done.verdict != routes.Proved {
			return false
		}
		same := done.Spot == nil || t.Spot != nil && t.Spot.Key == done.Spot.Key
		return same && !t.Exact
	})
}

// try makes one trial: a glance first, and where the cost rises the measurement in earnest.
func (r *routesRun) try(ctx context.Context, t routes.Trial, left time.Duration) (*trialRun, error) {
	one := &r.visited[t.Route]
	q := one.visit.Route.Request(t.Values(one.visit.Values), t.Spot)
	in, err := r.inputOf(q, t.Spot)
	if err != nil {
		return nil, nil // it cannot be written as a request
	}
	result := &trialRun{Trial: t}
	costly := false
	blocking := t.Spot == nil && len(r.routes[t.Route].BlockingOf(r.blocking)) > 0
	if t.Spot == nil {
		costly = r.oftenSlow(ctx, result, in)
	} else {
		costly = r.glance(ctx, result, in, left)
	}
	if state := r.troubled(ctx, result); state != well {
		return result, r.failed(ctx, result, state)
	}
	r.noteUnanswered(result, in)
	if t.Spot == nil && !costly && !blocking {
		return nil, nil
	}
	// On a busy machine a second series may tell what the first leaves open.
	for tries := 0; costly && tries < 2 && ctx.Err() == nil; tries++ {
		r.measure(ctx, result, q, in, left)
		if state := r.troubled(ctx, result); state != well {
			return result, r.failed(ctx, result, state)
		}
		verdict, _ := result.Judge(r.options.budget, t)
		costly = t.Spot != nil && verdict == routes.Undecided && result.Unclear()
	}
	result.verdict, result.why = result.Judge(r.options.budget, t)
	if one.visit.State == visit.Missing && result.verdict != routes.Proved {
		return nil, nil // perhaps nothing got there
	}
	return result, nil
}

// confirming is how much of a run's time is kept to find out whether the request of its last trial ends the service alone.
const confirming = 30 * time.Second

// failed notes that the service is gone or answers nobody, and brings it back. What snag started, or somebody else once it
// was gone, is sent the last request once more: it proves nothing where that does no harm by itself.
func (r *routesRun) failed(ctx context.Context, t *trialRun, state health) error {
	t.Died, t.Hung = state == gone, state == hung
	t.verdict, t.why = t.Judge(r.options.budget, t.Trial)
	foreign := len(r.options.Command) == 0
	if foreign && state == hung {
		return r.restore(ctx)
	}
	if err := r.restore(r.bounded); err != nil {
		if foreign { // anybody may have ended it
			t.Died, t.verdict = false, routes.Undecided
			t.why = "the service listened no more after it, and did not come back: whether the request ended it is not known"
		}
		return err
	}
	again := r.repeat(r.bounded, t)
	switch {
	case r.bounded.Err() != nil:
		return r.bounded.Err()
	case again != well && ctx.Err() != nil:
		return ctx.Err()
	case again != well:
		return r.restore(ctx)
	}
	t.Died, t.Hung = false, false
	t.verdict = routes.Undecided
	t.why = map[health]string{gone: "the service ended", hung: "the service answered nobody any more"}[state] +
		", and does not when the same request alone is sent to it again: perhaps for want of what was sent before"
	return ctx.Err()
}

// repeat sends the last request of a trial once more, and looks what becomes of the service.
func (r *routesRun) repeat(ctx context.Context, t *trialRun) health {
	in, err := r.inputOf(r.request(t), t.Spot) // with the headers of a new login
	if err != nil {
		return well
	}
	request, err := in.Request(t.size(), r.options.seed)
	if err != nil {
		return well
	}
	client := wire.NewClient(r.options.Wire)
	client.Do(ctx, request.Bytes(r.options.Wire), r.options.Limit)
	client.Close() // a server of one thread serves nobody else until then
	return r.check(ctx)
}

// troubled looks after the service where a trial did not end well.
func (r *routesRun) troubled(ctx context.Context, t *trialRun) health {
	if t.Failed == "" || ctx.Err() != nil {
		return well
	}
	return r.check(ctx)
}

// oftenSlow reports whether the request itself takes a good part of the budget each time. The trial gets what the
// last one took.
func (r *routesRun) oftenSlow(ctx context.Context, t *trialRun, in *endpoint.Input) bool {
	request, err := in.Request(1, r.options.seed)
	if err != nil {
		return false
	}
	client := wire.NewClient(r.options.Wire)
	defer client.Close()
	for range 3 {
		clock := endpoint.StartClock(r.options.PIDs)
		reply := client.Do(ctx, request.Bytes(r.options.Wire), r.options.Limit)
		if reply.Outcome != wire.Answered {
			t.Failed = reply.String()
			return false
		}
		t.Largest, t.Statuses = 1, growth.Statuses{1: reply.Status}
		if t.Own = max(clock.Read().Undelayed(reply.Latency()-r.idle.Base, 0), 0); t.Own < r.options.budget*8/10 {
			return false
		}
	}
	return true
}

// worst are the trials that are shown of a route: for each input the one that costs most.
func (one *routeRun) worst() (shown []*trialRun) {
	byKey := map[string]int{}
	weight := func(t *trialRun) int {
		return map[routes.Verdict]int{routes.Proved: 5, routes.NotReproduced: 4, routes.Undecided: 3, routes.Harmless: 2}[t.verdict]
	}
	for i := range one.trials {
		t := &one.trials[i]
		key := fmt.Sprint(t.Suspect) + t.key()
		if t.Suspect < 0 {
			key = t.key()
		}
		at, known := byKey[key]
		if !known {
			byKey[key] = len(shown)
			shown = append(shown, t)
		} else if cmp.Or(weight(t)-weight(shown[at]), cmp.Compare(t.Own, shown[at].Own)) > 0 {
			shown[at] = t
		}
	}
	return shown
}

// key names the input of a trial, "request" for the request itself.
func (t *trialRun) key() string {
	if t.Spot == nil {
		return "request"
	}
	return t.Spot.Key
}
