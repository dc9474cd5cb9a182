package routes

import (
	"slices"
	"testing"
)

func TestAssume(t *testing.T) {
	get := func(paths ...string) (all []Route) {
		for _, path := range paths {
			all = append(all, Route{Method: "GET", Path: path})
		}
		return all
	}
	for _, test := range []struct{ paths, want []string }{
		{[]string{"/{…}/stats", "/{…}/users/{id}"}, []string{"/stats", "/users/{id}"}},
		{[]string{"/api/{…}/token", "/api/4/status", "/api/4/all"}, []string{"/api/4/token", "/api/4/status", "/api/4/all"}},
		{[]string{"/api/{…}/status", "/api/4/status"}, []string{"/api/4/status"}},
		{[]string{"/api/{…}/token", "/api/4/status", "/api/5/status"}, []string{"/api/{…}/token", "/api/4/status", "/api/5/status"}},
		{[]string{"/{…}", "/{…}/{id}", "/a/{…}", "/{…}/x/{…}", "/v{…}/x"}, []string{"/{…}", "/{…}/{id}", "/a/{…}", "/{…}/x/{…}", "/v{…}/x"}},
	} {
		var got []string
		for _, r := range Assume(get(test.paths...)) {
			got = append(got, r.Path)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.paths, got, test.want)
		}
	}
}
