package reach

import (
	"slices"
	"strings"
	"testing"

	"snag/cmd/report"
)

// TestRoutesSince compares inventories of one route that differ in one thing.
func TestRoutesSince(t *testing.T) {
	length := func(n int) *int { return &n }
	route := func(path string, bound *int, reaches ...sinkItem) routeItem {
		return routeItem{Methods: []string{"GET"}, Path: report.Text(path), Written: report.Text(path), Inputs: []inputItem{{Kind: "query", Name: "query.q", MaxLength: bound}}, Reaches: reaches}
	}
	regex := func(pattern, verdict, level string, bound *int, line int) sinkItem {
		return sinkItem{Kind: "regex", Name: report.Text(pattern), Input: "query.q", Verdict: verdict, Level: level, MaxLength: bound, Location: &report.JSONLocation{File: "f.js", Line: line}}
	}
	inventory := func(routes ...routeItem) inventoryData { return inventoryData{Routes: routes} }
	narrowed, aside := inventory(route("/b", nil)), inventory(route("/t", nil))
	narrowed.Route = "/b"
	aside.Routes[0].Role, aside.Aside = "test", true
	for _, test := range []struct {
		name        string
		before, now inventoryData
		want        []string
	}{
		{"equal", inventory(route("/a", nil)), inventory(route("/a", nil)), nil},
		{"a bound that is gone", inventory(route("/a", length(100))), inventory(route("/a", nil)), []string{"worse GET /a query.q: 100 characters, any length"}},
		{"a bound that is new", inventory(route("/a", nil)), inventory(route("/a", length(100))), []string{"better GET /a query.q: any length, 100 characters"}},
		{"a new route tells what it reaches", inventory(), inventory(route("/a", nil, regex("(a+)+b", "exponential", "remote", nil, 3))),
			[]string{"new GET /a: , ", "new GET /a query.q reaches f.js:3: , exponential, any length"}},
		{"of a route that is gone nothing else is told", inventory(route("/a", nil, regex("(a+)+b", "exponential", "remote", nil, 3))), inventory(), []string{"gone GET /a: , "}},
		{"what is harmless is not told", inventory(route("/a", nil)), inventory(route("/a", nil, regex("a", "linear", "remote", nil, 3))), nil},
		{"a pattern at another line", inventory(route("/a", nil, regex("a+b+", "polynomial", "remote", nil, 3))), inventory(route("/a", nil, regex("a+b+", "polynomial", "remote", nil, 7))), nil},
		{"a pattern that was edited in place", inventory(route("/a", nil, regex("a+a+b", "polynomial", "remote", nil, 3))), inventory(route("/a", nil, regex("(a+)+b", "exponential", "remote", nil, 3))),
			[]string{"worse GET /a query.q reaches f.js:3: polynomial, any length, exponential, any length"}},
		{"a pattern that is gone", inventory(route("/a", nil, regex("(a+)+b", "exponential", "remote", nil, 3))), inventory(route("/a", nil)), []string{"gone GET /a query.q reaches f.js:3: exponential, any length, "}},
		{"another level", inventory(route("/a", nil, regex("(a+)+b", "exponential", "remote", nil, 3))), inventory(route("/a", nil, regex("(a+)+b", "exponential", "remote-possible", nil, 3))),
			[]string{"better GET /a query.q reaches f.js:3: exponential, any length, exponential, any length, remote-possible"}},
		{"other routes before", narrowed, inventory(route("/a", nil), route("/b", nil)), nil},
		{"other routes now", inventory(route("/a", nil), route("/b", nil)), narrowed, nil},
		{"routes of tests before alone", aside, inventory(), nil},
	} {
		var got []string
		for _, c := range test.now.since(&test.before) {
			got = append(got, strings.Join([]string{c.Change + " " + string(c.Name) + ": " + string(c.Before), string(c.Now)}, ", "))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s:\ngot  %q\nwant %q", test.name, got, test.want)
		}
	}
}

// TestEarlierRoutes reads inventories that are not as snag writes them.
func TestEarlierRoutes(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{`{"routes": [{"path": "/a", "inputs": [{}], "reaches": [{"kind": "call"}], "location": null}]}`, ""},
		{`{"routes": []}`, ""},
		{`{"routes": [7]}`, "data.routes: "},
		{`{"rules": []}`, "the report lists no routes"},
		{`7`, "the report lists no routes"},
	} {
		r, err := report.Read(strings.NewReader(`{"schema": "snag/v1", "summary": {}, "findings": [], "data": ` + test.data + `}`))
		if err != nil {
			t.Fatalf("%s: %v", test.data, err)
		}
		data, err := earlierRoutes(r)
		if (err == nil) != (test.want == "") || err != nil && !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.data, err, test.want)
		}
		if err == nil {
			data.since(&inventoryData{})
			(&inventoryData{}).since(data)
		}
	}
}
