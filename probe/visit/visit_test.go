package visit_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"snag/analyze/block/routes"
	"snag/probe/visit"
	"snag/probe/wire/wiretest"
)

// TestStates holds how far requests are said to get where a path is not found, or breaks the handler.
func TestStates(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch path := r.URL.Path; {
		case strings.HasPrefix(path, "/api/items/") && strings.Count(path, "/") == 3:
			w.WriteHeader(404)
			io.WriteString(w, "no such item")
		case path == "/api/broken/1":
			w.WriteHeader(500)
		case strings.HasPrefix(path, "/api/"):
			w.WriteHeader(404)
			io.WriteString(w, "the API does not have "+path)
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	target := wiretest.Target(t, server.URL)
	v := visit.New(visit.Config{Target: target, Base: server.URL})
	defer v.Close()
	for _, test := range []struct {
		path string
		want visit.State
	}{
		{"/gone", visit.Missing}, {"/gone/{id}", visit.Missing}, {"/api/gone", visit.Missing}, {"/api/gone/{id}", visit.Missing}, {"/api/items/{id}", visit.Refused}, {"/api/broken/{x}", visit.Broken},
	} {
		route := routes.Merge(routes.Route{Method: "GET", Path: test.path})[0]
		if got := v.Visit(context.Background(), route); got.State != test.want {
			t.Errorf("%s: %s with %d, want %s", test.path, got.State, got.Status, test.want)
		}
	}
}
