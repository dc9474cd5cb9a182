package block

import (
	"net/url"
	"strings"
	"testing"

	"snag/analyze/block/routes"
	"snag/analyze/regex/attack"
)

// TestShownRequests checks that commands hold what snag sends in full, also in a cookie or as a password, and no
// credentials of the user, given as headers or recorded by a browser.
func TestShownRequests(t *testing.T) {
	tests := []struct{ from, key, want, not string }{
		{"source", "cookie.theme", "Cookie: theme=aaa%21", "user-token"},
		{"source", "body.password", `"password":"aaa!"`, "user-token"},
		{"source", "query.q", "q=aaa%21", "user-token"},
		{"har", "query.q", "q=aaa%21", "mine"},
		{"har", "cookie.theme", "Cookie: theme=aaa%21", "mine"},
	}
	for _, tt := range tests {
		route := routes.Route{Method: "POST", Path: "/login", From: []string{tt.from}}
		values := routes.Values{}
		for _, in := range []routes.Input{{Place: routes.Cookie, Name: "theme"}, {Place: routes.Body, Name: "password"}, {Place: routes.Query, Name: "q"}} {
			in.Schema = routes.NewSchema()
			route.Inputs = append(route.Inputs, in)
			values[in.Key()] = "mine"
			if in.Place == routes.Query {
				values[in.Key()] = "theirs"
			}
		}
		o := &routesOptions{maxBytes: 1 << 20, service: "http://127.0.0.1:3000/"}
		o.Base = &url.URL{Scheme: "http", Host: "127.0.0.1:3000"}
		o.Wire.Host = "127.0.0.1:3000"
		o.Headers = []string{"Authorization: Bearer user-token"}
		spot := routes.Spot{Key: tt.key, Filling: routes.Filling{Form: routes.AsAttack, Attack: &attack.Attack{Pumps: []attack.Pump{{Pump: "a"}}, Suffix: "!"}}}
		r := routesRun{options: o, inventory: inventory{routes: []routes.Route{route}}, visited: make([]routeRun, 1), given: 1}
		r.visited[0].visit.Values = values
		run := &trialRun{Trial: routes.Trial{Spot: &spot, Suspect: -1}}
		q := r.shownRequest(run)
		curl, again := r.curl(q, 3), r.again(q, 3)
		if !strings.Contains(curl, tt.want) || strings.Contains(curl+again, tt.not) || !strings.Contains(curl, "Bearer") {
			t.Errorf("%s, %s: %s\n%s\nwant %q and no %q", tt.from, tt.key, curl, again, tt.want, tt.not)
		}
	}
}
