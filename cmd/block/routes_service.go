package block

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"snag/analyze/block/routes"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/endpoint"
	"snag/probe/process"
	"snag/probe/service"
	"snag/probe/visit"
	"snag/probe/wire"
)

// open starts the service, or finds the one that runs.
func (r *routesRun) open(ctx context.Context) (bounded context.Context, cancel context.CancelFunc, err error) {
	r.progress.Set(0, 0, "starting the service")
	r.options.URL = cmp.Or(r.options.service, "/")
	return r.options.Open(ctx)
}

// prepare logs in, and measures what trivial requests take.
func (r *routesRun) prepare(ctx context.Context) error {
	o := r.options
	if err := r.login(ctx); err != nil {
		return err
	}
	var err error
	if r.canary, err = o.FindCanary(ctx); err != nil {
		return err
	}
	idle, failure := endpoint.MeasureIdle(ctx, endpoint.GrowConfig{Target: o.Wire, Canary: r.canary.Bytes, PIDs: o.PIDs, Limit: o.Limit})
	if failure != nil {
		return o.Mute(fmt.Errorf("the canary %s: %s", report.RedactURL(r.canary.Path), failure), failure.Reply())
	}
	r.idle, r.alone = idle, o.Serving() == 1
	if r.visitor == nil {
		r.visitor = visit.New(visit.Config{Target: o.Wire, Base: r.base(), Header: r.headers(), Limit: min(o.Limit, 5*time.Second), Seed: o.seed})
	} else {
		r.visitor.Moved(o.Wire, r.base(), r.headers())
	}
	return nil
}

func (r *routesRun) close() {
	if r.visitor != nil {
		r.visitor.Close()
	}
}

// base is how the URLs of the service begin, with the path that --url has.
func (r *routesRun) base() string {
	return r.options.Base.Scheme + "://" + r.options.Base.Host + r.options.basePath()
}

// basePath is the path that --url has, without a slash at its end.
func (o *routesOptions) basePath() string {
	_, rest, _ := strings.Cut(o.service, "://")
	_, path, _ := strings.Cut(rest, "/")
	path, _, _ = strings.Cut(path, "?")
	if path = strings.Trim(path, "/"); path == "" {
		return ""
	}
	return "/" + path
}

// without takes a part off the paths of all routes, where they all begin with it: --url may say it again.
func without(base string, all []routes.Route) []routes.Route {
	if base == "" || slices.ContainsFunc(all, func(one routes.Route) bool { return !strings.HasPrefix(one.Path, base+"/") }) {
		return all
	}
	for i := range all {
		all[i].Path = strings.TrimPrefix(all[i].Path, base)
	}
	return all
}

// headers are the lines of every request.
func (r *routesRun) headers() []string {
	return append(append([]string{}, r.options.Headers[:r.given]...), r.fromLogin...)
}

// mostLogin bounds how long the command of --before may take.
const mostLogin = time.Minute

// login runs the command of --before, and takes the headers that it prints.
func (r *routesRun) login(ctx context.Context) error {
	o := r.options
	if o.before == "" {
		return nil
	}
	r.progress.Set(0, 0, "logging in")
	words, err := cli.ShellWords(o.before)
	if err != nil || len(words) == 0 {
		return cli.Usagef("--before: %q is no command", report.RedactText(o.before))
	}
	child, err := process.Start(process.Command{Argv: words, Env: []string{"SNAG_URL=" + r.base()}})
	if err != nil {
		return cli.Usagef("--before: start the command: %w", err)
	}
	defer child.Close()
	err = service.Await(ctx, child.Done(), 20*time.Millisecond, mostLogin, func() bool { return false })
	switch {
	case errors.Is(err, service.ErrEnded):
	case errors.Is(err, service.ErrLate):
		return fmt.Errorf("--before: the command did not end within %s", mostLogin)
	default:
		return err
	}
	if exit := child.Ended().Exit; exit.Code != 0 || exit.Signal != "" {
		err := fmt.Errorf("--before: the command ended with %s", exit)
		if text := service.LastLines(child, 3); text != "" {
			return cli.WithHint(err, "it wrote: "+text)
		}
		return err
	}
	stdout, _ := child.Output()
	lines, err := loginHeaders(stdout)
	if err != nil {
		return err
	}
	r.fromLogin = lines
	o.Headers = append(o.Headers[:r.given:r.given], lines...)
	return nil
}

// loginHeaders takes the lines of the form "Name: value" that a command printed.
func loginHeaders(text string) (lines []string, err error) {
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.ContainsAny(name, " \t\"") || http.CanonicalHeaderKey(name) == "" || strings.ContainsAny(value, "\r\x00") {
			return nil, cli.WithHint(fmt.Errorf("--before: line %d of what it printed is not of the form 'Name: value'", i+1), "what else it has to say belongs on stderr")
		}
		lines = append(lines, name+": "+strings.ReplaceAll(strings.TrimSpace(value), "{{", `{{"{{"}}`))
	}
	return lines, nil
}

// health is what has become of the service.
type health uint8

const (
	well health = iota
	hung        // it answers nobody
	gone        // the process has ended, or listens no more
)

// check asks whether the service still answers, for as long as a request may take.
func (r *routesRun) check(ctx context.Context) health {
	o := r.options
	if o.Child != nil {
		select {
		case <-o.Child.Done():
			return gone
		default:
		}
	}
	client := wire.NewClient(o.Wire)
	defer client.Close()
	reply := client.Do(ctx, r.canary.Bytes, o.Limit)
	if reply.Outcome == wire.Answered || ctx.Err() != nil {
		return well
	}
	if o.Child == nil && reply.Outcome == wire.Refused {
		return gone
	}
	if o.Child != nil {
		select {
		case <-o.Child.Done():
			return gone
		case <-time.After(100 * time.Millisecond):
		}
	}
	return hung
}

// errLost ends the run when the service does not come back.
var errLost = errors.New("the service does not answer any more")

// mostRestarts bounds how often the service is started again.
const mostRestarts = 20

// restore brings a service back that is hung or gone: one that snag started is ended and started again, another is
// waited for.
func (r *routesRun) restore(ctx context.Context) error {
	o := r.options
	r.restarts++
	if o.Child == nil {
		r.progress.Set(0, 0, "waiting for the service")
		for range 6 {
			state := r.check(ctx)
			switch {
			case ctx.Err() == context.Canceled:
				return ctx.Err()
			case ctx.Err() != nil:
				return errLost
			case state == well:
				return nil
			}
			if state == gone { // whoever supervises it takes a moment
				select {
				case <-ctx.Done():
				case <-time.After(time.Second):
				}
			}
		}
		return errLost
	}
	if r.restarts > mostRestarts {
		return fmt.Errorf("%w: it was started again %d times", errLost, mostRestarts)
	}
	o.Close()
	o.Child, o.Port = nil, r.port
	_, cancel, err := r.open(ctx)
	cancel() // the run that goes on is bounded already
	if err == nil {
		err = r.prepare(ctx)
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%w: start it again: %w", errLost, err)
	}
	return nil
}

// inputOf makes the input of a trial.
func (r *routesRun) inputOf(q routes.Request, spot *routes.Spot) (*endpoint.Input, error) {
	in, err := r.visitor.Input(q, r.options.maxBytes)
	if err == nil && spot != nil {
		in.MaxPath = r.mostPath[spot.Place()]
	}
	return in, err
}

// noteUnanswered remembers that a service leaves requests with a long path or query unanswered, where it does so
// to one and serves others: to wait for that again would tell nothing.
func (r *routesRun) noteUnanswered(t *trialRun, in *endpoint.Input) {
	if t.glance == nil || t.Largest == 0 {
		return
	}
	f, place := t.glance.Failure, t.Spot.Place()
	if f == nil || f.Outcome != wire.TimedOut || place != routes.Path && place != routes.Query {
		return
	}
	most, err := in.Request(t.Largest, r.options.seed)
	if err != nil || len(most.Path) < leastLong {
		return
	}
	if r.mostPath == nil {
		r.mostPath = map[routes.Place]int{}
	}
	r.mostPath[place] = len(most.Path)
	word := map[routes.Place]string{routes.Path: "path", routes.Query: "query"}[place]
	r.notes = append(r.notes, fmt.Sprintf("a request with a %s of more than %s bytes gets no answer within %s, while others do: the service refuses it in silence, and whatever stands before it had better bound the length", word, cli.Thousands(int64(len(most.Path))), r.options.Limit))
}

// leastLong is the length in bytes of a path with its query from which servers may refuse it.
const leastLong = 1000
