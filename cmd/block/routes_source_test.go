package block

import (
	"testing"

	"snag/analyze/block/routes"
	"snag/analyze/reach"
	"snag/cmd/regex"
)

// TestWayOfSuspect holds that an element of a list is named within it.
func TestWayOfSuspect(t *testing.T) {
	for _, test := range []struct{ input, name, want string }{
		{"req.body.rows.*.label", "body.rows", "rows.*.label"},
		{"req.body.user.phone", "body.user.phone", "user.phone"},
		{"params", "body.contact.phone", "contact.phone"},
		{"req.body", "body", ""},
	} {
		s, ok := suspectOf(regex.Suspect{Level: reach.Remote, Ways: []reach.Way{{Level: reach.Remote, Kind: "body", Input: test.input, Name: test.name}}})
		if !ok || len(s.Ways) != 1 || s.Ways[0].Name != test.want {
			t.Errorf("%s, named %s: got %+v, want %q", test.input, test.name, s.Ways, test.want)
		}
	}
}

// TestWithout holds that a path of --url is not sent twice.
func TestWithout(t *testing.T) {
	for _, test := range []struct{ url, path, want string }{
		{"http://127.0.0.1:1/api/", "/api/users", "/users"},
		{"http://127.0.0.1:1/api?x=1", "/apis/users", "/apis/users"},
		{"http://127.0.0.1:1", "/api/users", "/api/users"},
		{"", "/api/users", "/api/users"},
	} {
		o := &routesOptions{service: test.url}
		if got := without(o.basePath(), []routes.Route{{Path: test.path}}); got[0].Path != test.want {
			t.Errorf("%s, %s: %s, want %s", test.url, test.path, got[0].Path, test.want)
		}
	}
}
