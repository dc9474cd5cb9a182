package block

import (
	"strings"
	"testing"
	"time"

	"snag/analyze/block/routes"
	"snag/probe/endpoint"
	"snag/probe/visit"
	"snag/probe/wire"
)

// TestNoteUnanswered holds that a query which a service leaves unanswered is waited for once.
func TestNoteUnanswered(t *testing.T) {
	r := &routesRun{options: &routesOptions{maxBytes: 1 << 20}, visitor: visit.New(visit.Config{Base: "http://h"})}
	r.options.Limit = 5 * time.Second
	query := &routes.Spot{Key: "query.q", Filling: routes.Filling{Form: routes.AsText}}
	input := func(spot *routes.Spot) *endpoint.Input {
		in, err := r.inputOf(routes.Request{Method: "GET", Path: `/find?q={{repeat "x" n}}`}, spot)
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	fits := func(spot *routes.Spot, n int) bool {
		_, err := input(spot).Request(n, 1)
		return err == nil
	}
	seen := func(spot *routes.Spot, largest int, outcome wire.Outcome) {
		one := &trialRun{Trial: routes.Trial{Spot: spot}, Measured: routes.Measured{Largest: largest}, glance: &endpoint.Growing{Failure: &endpoint.Failure{N: 2 * largest, Outcome: outcome}}}
		r.noteUnanswered(one, input(spot))
	}
	seen(query, 4000, wire.Closed)
	seen(query, 100, wire.TimedOut)
	if !fits(query, 9000) || len(r.notes) != 0 {
		t.Errorf("bounded by what says nothing of a length: %q", r.notes)
	}
	seen(query, 4000, wire.TimedOut)
	if !fits(query, 4000) || fits(query, 4001) {
		t.Error("n = 4000 must fit, and one more must not")
	}
	if !fits(&routes.Spot{Key: "body.q"}, 9000) || !fits(nil, 9000) {
		t.Error("only the query is bounded")
	}
	if len(r.notes) != 1 || !strings.Contains(r.notes[0], "a query of more than 4,008 bytes gets no answer within 5s") {
		t.Errorf("notes: %q", r.notes)
	}
}
