package endpoint

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"snag/probe/wire"
)

// Canary is the cheap request that others send.
type Canary struct {
	Path  string
	Bytes []byte // of the whole request
	// Answer is the one to the request, before the measurement.
	Answer wire.Reply
}

// CanaryConfig says where to look for a canary.
type CanaryConfig struct {
	Target wire.Target
	Path   string       // "" tries the usual ones
	Header []wire.Field // of every request
	Limit  time.Duration
}

// canaryPaths are tried in order when no canary is named.
var canaryPaths = []string{"/health", "/healthz", "/ping", "/livez", "/status"}

// NoRoute is a path that hardly any server has: its 404 is cheap, and it ignores bodies.
const NoRoute = "/snag-no-such-route"

// noCanary says why there is no canary, and what to look at.
type noCanary struct {
	error
	hint string
}

func (e noCanary) Unwrap() error { return e.error }

// Hint returns the remedy.
func (e noCanary) Hint() string { return e.hint }

// FindCanary chooses the cheap request, and returns the target as it is to be spoken to: over HTTP/2 when it
// refuses HTTP/1.1. An error knows its remedy, unless ctx has ended; the canary has then what became of the request.
func FindCanary(ctx context.Context, c CanaryConfig) (Canary, wire.Target, error) {
	found, reply, err := c.choose(ctx)
	if ctx.Err() != nil || err == nil && !refusesHTTP1(reply) {
		return found, c.Target, err
	}
	if over, ok := wire.OverHTTP2(ctx, c.Target); ok {
		c.Target = over
		found, reply, err = c.choose(ctx)
	}
	hint := "is it the right address, and does --canary name a cheap path?"
	switch {
	case err == nil:
		return found, c.Target, nil
	case !c.Target.HTTP2 && reply.Status == 0 && (reply.Outcome == wire.Malformed || reply.Outcome == wire.Closed || reply.Outcome == wire.Reset):
		hint = "it answers neither HTTP/1.1 nor HTTP/2: " + hint
	}
	return found, c.Target, noCanary{err, hint}
}

// refusesHTTP1 reports whether an answer over HTTP/1.1 asks for another version.
func refusesHTTP1(r wire.Reply) bool {
	return r.Status == http.StatusHTTPVersionNotSupported || r.Status == http.StatusUpgradeRequired
}

// choose returns the reply to the canary, or to what failed, as well.
func (c CanaryConfig) choose(ctx context.Context) (Canary, wire.Reply, error) {
	client := wire.NewClient(c.Target)
	defer client.Close()
	ask := func(path string) (Canary, wire.Reply) {
		request := wire.Request{Method: "GET", Path: path, Header: c.Header}.Bytes(c.Target)
		reply := client.Do(ctx, request, c.Limit)
		return Canary{path, request, reply}, reply
	}
	if c.Path != "" {
		found, r := ask(c.Path)
		if err := unconnected(c.Target, r); err != nil {
			return found, r, err
		}
		if r.Outcome != wire.Answered {
			return found, r, fmt.Errorf("the canary %s: %s", c.Path, r)
		}
		return found, r, nil
	}
	for _, path := range slices.Concat(canaryPaths, []string{NoRoute}) {
		found, r := ask(path)
		if err := unconnected(c.Target, r); err != nil {
			return found, r, err
		}
		switch {
		case r.Outcome != wire.Answered:
			return found, r, fmt.Errorf("%s: %s", path, r)
		case r.Status < 300, path == NoRoute:
			return found, r, nil
		}
	}
	return Canary{}, wire.Reply{}, nil // not reached: the last path is taken in any case
}

// unconnected returns why there was no connection for a request, nil when there was one.
func unconnected(target wire.Target, r wire.Reply) error {
	switch r.Outcome {
	case wire.Refused, wire.Failed, wire.Cancelled:
		return fmt.Errorf("connect to %s: %s", target.Address, cmp.Or(reason(r.Error, target.Address), string(r.Outcome)))
	}
	return nil
}

// reason is what a failed connection says beside the address, which the caller names: what the net
// package puts before it tells nothing more.
func reason(text, address string) string {
	for _, before := range []string{"dial tcp: ", "dial tcp ", "dial unix ", address + ": "} {
		text = strings.TrimPrefix(text, before)
	}
	if _, after, ok := strings.Cut(text, "connect: "); ok {
		text = after // behind one of the addresses of a host name
	}
	if strings.HasPrefix(text, "lookup ") && strings.HasSuffix(text, ": no such host") {
		return "no such host"
	}
	return text
}
