package routes

import (
	"fmt"
	"slices"
	"testing"
)

func TestJoin(t *testing.T) {
	route := func(method, path string, handlers ...string) Route {
		return Route{Method: method, Path: path, Handlers: handlers}
	}
	listed := []Route{route("GET", "/api/users/{id}", "users.js:3"), route("GET", "/v1/a", "a.js:1"), route("GET", "/v2/a", "a.js:1"), route("PUT", "/-/tags/{tag}"),
		route("DELETE", "/a", "auth.js:1", "wrap.js:1"), route("DELETE", "/b", "auth.js:1", "wrap.js:1"), route("DELETE", "/c", "auth.js:1", "wrap.js:1"), route("DELETE", "/d", "wrap.js:1")}
	for _, test := range []struct {
		source Route
		want   []string
	}{
		{route("GET", "/api/users/{user}", "other.js:1"), []string{"/api/users/{user}"}}, // the same path
		{route("GET", "/users/{id}", "users.js:3"), []string{"/api/users/{id}"}},         // a prefix that the source does not tell
		{route("GET", "/{…}", "a.js:1"), []string{"/v1/a", "/v2/a"}},                     // registered twice
		{route("POST", "/{…}", "a.js:1"), []string{"/{…}"}},                              // another method
		{route("PUT", "/{…}/tags/{tag}", "tags.js:9"), []string{"/-/tags/{tag}"}},        // the only one that ends so
		{route("GET", "/{…}/a", "b.js:9"), []string{"/{…}/a"}},                           // two end so
		{route("DELETE", "/{…}", "auth.js:1", "h.js:1"), []string{"/{…}"}},               // what stands before an answer says nothing
		{route("DELETE", "/{…}", "wrap.js:1", "h.js:1"), []string{"/{…}"}},               // nor does a wrapper
		{route("GET", "/prefix", "a.js:1"), []string{"/prefix"}},                         // which of two is not known
		{route("GET", "/only/here", "c.js:1"), []string{"/only/here"}},
	} {
		var got []string
		joined := Join([]Route{test.source}, listed)
		for _, r := range joined[:len(joined)-len(listed)] {
			got = append(got, r.Path)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", fmt.Sprint(test.source.ID(), test.source.Handlers), got, test.want)
		}
	}
}
