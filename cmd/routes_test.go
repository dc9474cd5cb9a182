package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"snag/probe/snagtest"
)

// shopDescription describes what newShop serves, and not all that its routes need.
const shopDescription = `{"openapi": "3.0.0", "paths": {
	"/health": {"get": {}},
	"/items": {"get": {}, "post": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"name": {"type": "string"}}}}}}}},
	"/items/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string", "maxLength": 40}}]}},
	"/find": {"get": {}},
	"/logout": {"get": {}},
	"/gone": {"get": {}},
	"/secret": {"get": {}}}}`

// newShop is a service with routes that have to be asked in the right way. It counts what writes.
func newShop(t *testing.T) (*httptest.Server, *atomic.Int64) {
	var wrote atomic.Int64
	refuse := func(w http.ResponseWriter, status int, message string) {
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(map[string]string{"error": message})
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{}") })
	mux.HandleFunc("GET /items", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"items": [{"id": "i-7"}]}`) })
	mux.HandleFunc("POST /items", func(http.ResponseWriter, *http.Request) { wrote.Add(1) })
	mux.HandleFunc("GET /logout", func(http.ResponseWriter, *http.Request) { wrote.Add(1) })
	mux.HandleFunc("GET /items/{id}", func(w http.ResponseWriter, r *http.Request) {
		if r.PathValue("id") != "i-7" {
			refuse(w, 404, "no such item")
			return
		}
		io.WriteString(w, "{}")
	})
	mux.HandleFunc("GET /find", func(w http.ResponseWriter, r *http.Request) {
		switch q := r.URL.Query(); {
		case q.Get("kind") == "":
			refuse(w, 400, "kind is required")
		case q.Get("kind") != "big" && q.Get("kind") != "small":
			refuse(w, 422, "kind must be one of big, small")
		default:
			io.WriteString(w, "[]")
		}
	})
	mux.HandleFunc("GET /secret", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer MARKER" {
			refuse(w, 401, "who are you?")
		}
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server, &wrote
}

// TestRoutes holds which requests routes get, which of them are accepted, and that none writes that must not.
func TestRoutes(t *testing.T) {
	server, wrote := newShop(t)
	description := filepath.Join(t.TempDir(), "api.json")
	if err := os.WriteFile(description, []byte(shopDescription), 0o600); err != nil {
		t.Fatal(err)
	}
	document := validDocument(t, "routes.schema.json", -1, "block", "routes", "-f", "json", "--url", server.URL, "--openapi", description, "--max-time", "40s", "--max-bytes", "20000",
		"-H", "Authorization: Bearer MARKER", "--fail-on", "proved")
	text, err := json.Marshal(document)
	if err != nil || strings.Contains(string(text), "MARKER") {
		t.Errorf("the report shows a credential, %v", err)
	}
	want := map[string]string{"GET /health": "accepted", "GET /items": "accepted", "POST /items": "", "GET /items/{id}": "accepted", "GET /find": "accepted", "GET /logout": "", "GET /gone": "missing", "GET /secret": "accepted"}
	all, _ := at(document, "data", "routes").([]any)
	if len(all) != len(want) {
		t.Errorf("%d routes, want %d", len(all), len(want))
	}
	for _, one := range all {
		id := at(one, "method").(string) + " " + at(one, "path").(string)
		state, _ := at(one, "state").(string)
		skipped, _ := at(one, "skipped").(string)
		if state != want[id] || (skipped != "") != (want[id] == "") {
			t.Errorf("%s: %q, left out for %q; want %q", id, state, skipped, want[id])
		}
	}
	if n := wrote.Load(); n != 0 {
		t.Errorf("%d requests were sent that write", n)
	}
}

// TestRoutesOfShop holds that of a real shop the planted stalls are proved, behind schemas, and nothing else.
func TestRoutesOfShop(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	const folder = "../testdata/block/routes"
	if _, err := os.Stat(folder + "/node_modules/fastify"); err != nil {
		snagtest.Skip(t, "fastify is not installed in testdata/block/routes")
	}
	snagtest.InThree(t, func() error {
		document := validDocument(t, "routes.schema.json", -1, "block", "routes", folder+"/fastify", "-f", "json", "--allow-writes", "--", "node", folder+"/fastify/server.js")
		found := map[string]bool{}
		for _, route := range at(document, "data", "routes").([]any) {
			for _, trial := range at(route, "trials").([]any) {
				if at(trial, "verdict") == "proved" {
					found[at(route, "method").(string)+" "+at(route, "path").(string)] = true
				}
			}
		}
		want := map[string]bool{"GET /search": true, "POST /contact": true, "POST /cart": true, "GET /report": true, "POST /login": true}
		if !maps.Equal(found, want) {
			return fmt.Errorf("proved %v, want %v", found, want)
		}
		return nil
	})
}
