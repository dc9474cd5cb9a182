// Package visit finds a request that each route of a service accepts: it sends what the routes are said to read,
// and learns from what is refused and from what other routes answer.
package visit

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/block/routes"
	"snag/probe/endpoint"
	"snag/probe/wire"
)

// Config says how to visit a service.
type Config struct {
	Target wire.Target
	Base   string   // scheme and host, as URLs begin
	Header []string // lines of every request, as templates
	// Limit ends a request; 0 means 5 s.
	Limit time.Duration
	Seed  uint64
	// MaxTries bounds the requests for a route; 0 means 16.
	MaxTries int
}

// State is how far the requests for a route got.
type State string

// The states.
const (
	Accepted  State = "accepted"  // 2xx, or a redirect
	Refused   State = "refused"   // the handler has read the request, and refuses it
	Login     State = "login"     // for those who have logged in
	Missing   State = "missing"   // the service has no such route, or not what it names
	Wrong     State = "wrong"     // of another method or type
	Throttled State = "throttled" // too many requests
	Broken    State = "broken"    // 5xx
	Endless   State = "endless"   // an answer that does not end within the limit
	Silent    State = "silent"    // no answer
)

// Visit is what came of the requests for a route.
type Visit struct {
	// Route is the route with what was learned about it, Values those of the last request, or of the one that got
	// farthest.
	Route   routes.Route
	Values  routes.Values
	State   State
	Status  int // of that request, 0 for no answer
	Answer  string
	Latency time.Duration
	Tries   int
	Outcome wire.Outcome
}

// Visitor visits the routes of a service one after the other. The caller closes it.
type Visitor struct {
	Config
	// Requests counts what was sent.
	Requests int
	answers  routes.Answers
	client   *wire.Client
	nothing  map[string]string // by method and part of the path, what is answered for paths that no route has
	tried    map[string]bool
}

// New returns a visitor.
func New(c Config) *Visitor {
	if c.Limit == 0 {
		c.Limit = 5 * time.Second
	}
	if c.MaxTries == 0 {
		c.MaxTries = 16
	}
	return &Visitor{Config: c, client: wire.NewClient(c.Target), nothing: map[string]string{}}
}

// Close closes the connection.
func (v *Visitor) Close() { v.client.Close() }

// Rest closes the connection until the next visit: there are servers that serve one connection at a time.
func (v *Visitor) Rest() {
	v.client.Close()
	v.client = wire.NewClient(v.Target)
}

// Moved tells where the service is now, when it was started again.
func (v *Visitor) Moved(target wire.Target, base string, header []string) {
	v.client.Close()
	v.Target, v.Base, v.Header = target, base, header
	v.client = wire.NewClient(target)
}

// Input makes the input of a request of the service, which holds up to so many bytes.
func (v *Visitor) Input(q routes.Request, maxBytes int) (*endpoint.Input, error) {
	headers := append(append([]string{}, q.Header...), v.Header...)
	return endpoint.NewInput(endpoint.InputConfig{Method: q.Method, URL: v.Base + q.Path, Headers: headers, Body: q.Body, Form: q.Form, MaxBytes: maxBytes})
}

// send sends a request once.
func (v *Visitor) send(ctx context.Context, q routes.Request) (wire.Reply, bool) {
	in, err := v.Input(q, 1<<20)
	if err != nil {
		return wire.Reply{}, false
	}
	request, err := in.Request(1, v.Seed)
	if err != nil {
		return wire.Reply{}, false
	}
	v.Requests++
	return v.client.Do(ctx, request.Bytes(v.Target), v.Limit), true
}

// Visit looks for a request that the route accepts.
func (v *Visitor) Visit(ctx context.Context, r routes.Route) Visit {
	best := Visit{Route: r, State: Silent}
	v.tried = map[string]bool{}
	for round, media := 0, r.BodyType; round < routes.Guesses && best.Tries < v.MaxTries && ctx.Err() == nil; round++ {
		r.BodyType = media
		if v.round(ctx, &r, round, &best) {
			break
		}
	}
	if best.State == Accepted && len(best.Answer) > 0 {
		v.answers.Keep(r.Path, best.Values, []byte(best.Answer))
	}
	return best
}

// round sends requests with one guess at what nothing is known of, as long as their refusals teach something. It
// reports whether no further guess is worth a request.
func (v *Visitor) round(ctx context.Context, r *routes.Route, round int, best *Visit) (done bool) {
	taught := false
	for best.Tries < v.MaxTries && ctx.Err() == nil {
		values := r.Guess(round)
		v.answers.Identify(*r, values, round)
		q := r.Request(values, nil)
		id := q.Path + "\x00" + q.Body + "\x00" + strings.Join(q.Header, "\n") + strings.Join(q.Form, "\n")
		if v.tried[id] {
			return false
		}
		v.tried[id] = true
		reply, ok := v.send(ctx, q)
		if !ok {
			return true
		}
		best.Tries++
		state := v.stateOf(ctx, *r, q, reply)
		if better(state, best.State) || best.Tries == 1 || taught && state == best.State {
			best.Route = *r
			best.Route.Inputs = slices.Clone(r.Inputs)
			best.State, best.Status, best.Values, best.Answer = state, reply.Status, values, string(reply.Body)
			best.Latency, best.Outcome = reply.Latency(), reply.Outcome
		}
		switch state {
		case Accepted:
			if to := reply.Get("Location"); to != "" {
				v.answers.Refer(to)
			}
			if slashAt(q.Path, reply) && !r.Slash {
				r.Slash, taught = true, true
				continue
			}
			return true
		case Refused:
			if taught = r.Taught(routes.Learn(string(reply.Body)), values); !taught && !otherType(r, reply.Status) {
				return false
			}
		case Wrong:
			if !otherType(r, reply.Status) {
				return true
			}
		case Throttled:
			if !pause(ctx, reply) {
				return true
			}
			delete(v.tried, id)
		case Missing, Broken:
			return false
		default:
			return true
		}
	}
	return true
}

// states are in the order of how far they get. What was not found by the handler itself is refused, and ranks above what
// broke it: both got there, and nothing can be measured at an answer of 5xx.
var states = map[State]int{Silent: 0, Missing: 1, Wrong: 2, Broken: 3, Throttled: 4, Endless: 5, Refused: 6, Login: 7, Accepted: 8}

func better(a, b State) bool { return states[a] > states[b] }

// stateOf says how far a request got.
func (v *Visitor) stateOf(ctx context.Context, r routes.Route, q routes.Request, reply wire.Reply) State {
	switch {
	case reply.Outcome == wire.TimedOut && reply.Status > 0, reply.Outcome == wire.Endless:
		return Endless
	case reply.Outcome != wire.Answered:
		return Silent
	case reply.Status/100 == 3:
		if to := strings.ToLower(reply.Get("Location")); strings.Contains(to, "login") || strings.Contains(to, "signin") || strings.Contains(to, "sign_in") {
			return Login
		}
		return Accepted
	case reply.Status < 400:
		return Accepted
	case reply.Status == 401 || reply.Status == 403 || reply.Status == 407:
		return Login
	case reply.Status == 404:
		if v.isNothing(ctx, r.Method, endpoint.NoRoute, q, reply) {
			return Missing
		}
		// What is mounted at a part of the path may have a page of its own for what it does not have.
		if under, _, params := strings.Cut(r.Path, "{"); strings.Count(under, "/") > 1 && !strings.Contains(r.Path, "...}") {
			plain, _, _ := strings.Cut(q.Path, "?")
			if !params {
				under = plain
			}
			if v.isNothing(ctx, r.Method+" "+under, plain+endpoint.NoRoute, q, reply) {
				return Missing
			}
		}
		return Refused
	case reply.Status == 405 || reply.Status == 415 || reply.Status == 406:
		return Wrong
	case growth.MeaningOf(reply.Status, nil) == growth.Throttled:
		return Throttled
	case reply.Status >= 500:
		return Broken
	}
	return Refused
}

// isNothing reports whether the answer is the one to a path that no route has. What is answered to that is known by
// the method, and by the part of the path, if any, that follows it in the key.
func (v *Visitor) isNothing(ctx context.Context, key, path string, q routes.Request, reply wire.Reply) bool {
	known, ok := v.nothing[key]
	if !ok {
		other := routes.Request{Method: q.Method, Path: path, Header: q.Header, Body: q.Body, Form: q.Form}
		if answer, sent := v.send(ctx, other); sent && answer.Status == 404 {
			known = likeness(other.Path, answer)
		}
		v.nothing[key] = known
	}
	return known != "" && known == likeness(q.Path, reply)
}

// likeness is what an answer of 404 has beside the path that it is about.
func likeness(path string, reply wire.Reply) string {
	text := string(reply.Body[:min(len(reply.Body), 4096)])
	plain, query, _ := strings.Cut(path, "?")
	names := []string{path, plain, query}
	if unescaped, err := url.PathUnescape(plain); err == nil {
		names = append(names, unescaped)
	}
	for _, name := range names {
		if len(name) > 1 {
			text = strings.ReplaceAll(text, name, "")
			text = strings.ReplaceAll(text, strings.ReplaceAll(name, "/", "&#x2F;"), "")
		}
	}
	text = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1 // times and ids of requests
		}
		return r
	}, text)
	return reply.Get("Content-Type") + "\n" + text
}

// slashAt reports whether a redirect only adds a slash to the path.
func slashAt(path string, reply wire.Reply) bool {
	if reply.Status/100 != 3 {
		return false
	}
	plain, _, _ := strings.Cut(path, "?")
	to, err := url.Parse(reply.Get("Location"))
	return err == nil && to.Path == plain+"/"
}

// otherType takes the next type of bodies, where the refusal may be about that. It reports whether there is one.
func otherType(r *routes.Route, status int) bool {
	if !r.HasBody() || status != 415 && status != 400 && status != 422 {
		return false
	}
	switch {
	case r.BodyType == "" || r.BodyType == "application/json" && status == 415:
		r.BodyType = "application/x-www-form-urlencoded"
	case strings.Contains(r.BodyType, "urlencoded"):
		r.BodyType = "multipart/form-data"
	default:
		return false
	}
	return true
}

// mostPause bounds how long a service that limits the rate is waited for.
const mostPause = 3 * time.Second

// pause waits as long as an answer asks for, if that is not too long.
func pause(ctx context.Context, reply wire.Reply) bool {
	wait := time.Second
	if seconds, err := strconv.Atoi(reply.Get("Retry-After")); err == nil {
		wait = time.Duration(seconds) * time.Second
	}
	if wait > mostPause {
		return false
	}
	select {
	case <-ctx.Done():
		return false
	case <-time.After(wait):
		return true
	}
}
