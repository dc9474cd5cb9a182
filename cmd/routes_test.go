package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
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
	"/plain": {"get": {}},
	"/gone": {"get": {}},
	"/secret": {"get": {}}}}`

// newShop is a service with routes that have to be asked in the right way. It counts what writes, and the requests for
// a route that has no inputs.
func newShop(t *testing.T) (server *httptest.Server, wrote, plain *atomic.Int64) {
	wrote, plain = &atomic.Int64{}, &atomic.Int64{}
	refuse := func(w http.ResponseWriter, status int, message string) {
		w.WriteHeader(status)
		json.NewEncoder(w).Encode(map[string]string{"error": message})
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "{}") })
	mux.HandleFunc("GET /items", func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"items": [{"id": "i-7"}]}`) })
	mux.HandleFunc("POST /items", func(http.ResponseWriter, *http.Request) { wrote.Add(1) })
	mux.HandleFunc("GET /plain", func(http.ResponseWriter, *http.Request) { plain.Add(1) })
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
	server = httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server, wrote, plain
}

// TestRoutes holds which requests routes get, which of them are accepted, and that none writes that must not.
func TestRoutes(t *testing.T) {
	server, wrote, plain := newShop(t)
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
	want := map[string]string{"GET /health": "accepted", "GET /items": "accepted", "POST /items": "", "GET /items/{id}": "accepted", "GET /find": "accepted", "GET /logout": "", "GET /plain": "accepted", "GET /gone": "missing", "GET /secret": "accepted"}
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
	if n := plain.Load(); n < 2 {
		t.Errorf("%d requests to a route without inputs: one is accepted, and another is measured", n)
	}
	if n := wrote.Load(); n != 0 {
		t.Errorf("%d requests were sent that write", n)
	}
}

// shops are shops in several frameworks, with planted stalls behind validators and routes that look dangerous and are
// not. Unless all is asked for, the short ones send requests to some of their routes only.
var shops = []struct {
	name    string
	needs   []string // a command that succeeds where the framework is installed
	build   []string // a command that makes what is served, in the folder of the shop
	command []string
	stalls  []string
	short   []string // routes, nil for all
	twofold bool     // it is run twice, and has to find the same
	whole   bool     // it is run for SNAG_MATRIX=all only: another stands for its language or its way to list routes
	calls   []string // that block and are proved, with their routes
}{
	{
		name: "fastify", needs: []string{"node", "-e", "require('./fastify/server.js'); process.exit()"}, command: []string{"node", "fastify/server.js"},
		stalls: []string{"GET /search", "POST /contact", "POST /cart", "GET /report", "POST /login"},
		short:  []string{"GET /search", "POST /cart", "POST /tokens", "POST /coupons"}, twofold: true,
	},
	{
		name: "express", whole: true, needs: []string{"node", "-e", "require('./express/server.js'); process.exit()"}, command: []string{"node", "express/server.js"},
		stalls: []string{"GET /search", "POST /contact", "POST /cart", "GET /report", "POST /login"},
		short:  []string{"POST /login", "POST /reviews"},
		calls:  []string{"crypto.pbkdf2Sync in POST /login"},
	},
	{
		name: "flask", needs: []string{"/usr/bin/python3", "-c", "import flask"}, command: []string{"env", "PORT={port}", "/usr/bin/python3", "flask/server.py"},
		stalls: []string{"GET /search", "POST /contact", "POST /cart", "GET /report", "POST /comments"},
		short:  []string{"GET /report", "GET /latest"},
	},
	{
		name: "sinatra", whole: true, needs: []string{"ruby", "-e", "require 'sinatra/base'"}, command: []string{"env", "PORT={port}", "ruby", "sinatra/server.rb"},
		stalls: []string{"GET /search", "POST /contact", "POST /cart", "GET /report", "POST /comments"},
		short:  []string{"POST /contact", "GET /tags/*"},
	},
	{
		name: "koa", whole: true, needs: []string{"node", "-e", "require('./koa/server.js'); process.exit()"}, command: []string{"node", "koa/server.js"},
		stalls: []string{"GET /api/search", "POST /api/cart"},
		short:  []string{"GET /api/search", "POST /api/coupons"},
	},
	{
		name: "nest", whole: true, needs: []string{"node", "-e", "require('@nestjs/core')"}, command: []string{"node", "nest/server.js"},
		stalls: []string{"GET /api/search", "POST /api/cart"},
		short:  []string{"GET /api/search", "GET /api/orders/{number}"},
	},
	{
		name: "next", needs: []string{"node", "-e", "require('./next/node_modules/next')"}, build: []string{"node", "node_modules/.bin/next", "build"},
		command: []string{"node", "next/node_modules/.bin/next", "start", "next/", "-H", "127.0.0.1", "-p", "{port}"},
		stalls:  []string{"GET /api/search", "POST /api/cart"},
		short:   []string{"POST /api/cart", "GET /api/orders/{number}"},
	},
	{
		name: "nethttp", needs: []string{"go", "version"}, command: []string{"env", "PORT={port}", "go", "run", "nethttp/main.go"},
		stalls: []string{"GET /search", "POST /cart"},
		short:  []string{"POST /cart", "POST /coupons"},
	},
	{
		name: "fastapi", whole: true, needs: []string{"/usr/bin/python3", "-c", "import fastapi, uvicorn"}, command: []string{"env", "PORT={port}", "/usr/bin/python3", "fastapi/server.py"},
		stalls: []string{"GET /api/search", "POST /api/cart"},
		short:  []string{"POST /api/cart", "POST /api/coupons"},
	},
	{
		name: "forms", whole: true, needs: []string{"/usr/bin/python3", "-c", "import django"}, command: []string{"env", "PORT={port}", "/usr/bin/python3", "forms/server.py"},
		stalls: []string{"GET /shop/search", "POST /shop/cart"},
		short:  []string{"GET /shop/search", "POST /shop/coupons"},
	},
	{
		name: "php", needs: []string{"php", "-v"}, command: []string{"php", "-S", "127.0.0.1:{port}", "php/index.php"},
		stalls: []string{"GET /search", "POST /report"},
		short:  []string{"POST /report", "GET /latest"},
	},
	{
		name: "rails", needs: []string{"ruby", "-e", "require 'action_controller/railtie'; require 'puma'"}, command: []string{"puma", "-b", "tcp://127.0.0.1:{port}", "-t", "1:1", "-e", "production", "rails/config.ru"},
		stalls: []string{"POST /api/contact", "GET /api/report/{kind}"},
		short:  []string{"POST /api/contact", "POST /api/coupons"},
	},
	{
		name: "spring", needs: []string{"javap", "-cp", "spring/libraries/*", "org.springframework.boot.SpringApplication"},
		build:   []string{"javac", "-parameters", "-cp", "libraries/*", "-d", "classes", "Shop.java", "ShopController.java"},
		command: []string{"java", "-XX:+UseSerialGC", "-cp", "spring/classes:spring/libraries/*", "shop.Shop", "--server.port={port}"},
		stalls:  []string{"GET /api/search", "POST /api/reviews"},
		short:   []string{"GET /api/search", "POST /api/coupons"},
	},
}

// TestRoutesOfShops holds that of real shops the planted stalls are proved and nothing else is claimed, and that the
// same service twice gives the same findings.
func TestRoutesOfShops(t *testing.T) {
	snagtest.Long(t)
	const folder = "../testdata/block/routes"
	for _, shop := range shops {
		if shop.whole && !snagtest.IsWhole() {
			continue
		}
		t.Run(shop.name, func(t *testing.T) {
			snagtest.Needs(t, shop.needs[0])
			check := exec.Command(shop.needs[0], shop.needs[1:]...)
			if check.Dir = folder; check.Run() != nil {
				snagtest.Skip(t, "%s is not installed", shop.name)
			}
			if shop.build != nil {
				build := exec.Command(shop.build[0], shop.build[1:]...)
				build.Dir, build.Env = filepath.Join(folder, shop.name), append(os.Environ(), "NEXT_TELEMETRY_DISABLED=1")
				if out, err := build.CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			arguments := []string{"block", "routes", folder + "/" + shop.name, "-f", "json"}
			want := map[string]bool{}
			for _, id := range shop.stalls {
				if all := snagtest.IsWhole() || shop.short == nil; all || slices.Contains(shop.short, id) {
					want[id] = true
				}
			}
			if snagtest.IsWhole() || shop.short == nil {
				arguments = append(arguments, "--allow-writes")
			} else {
				for _, id := range shop.short {
					arguments = append(arguments, "--only", id)
				}
			}
			port := strconv.Itoa(snagtest.FreePort(t))
			arguments = append(arguments, "--")
			for _, word := range shop.command {
				arguments = append(arguments, strings.NewReplacer("{port}", port, shop.name+"/", folder+"/"+shop.name+"/").Replace(word))
			}
			snagtest.InThree(t, func() error {
				first, calls, fingerprints := provedBy(t, arguments)
				if !maps.Equal(first, want) {
					return fmt.Errorf("proved %v, want %v", first, want)
				}
				if !slices.Equal(calls, shop.calls) {
					return fmt.Errorf("proved the calls %v, want %v", calls, shop.calls)
				}
				if shop.twofold {
					if _, _, again := provedBy(t, arguments); !slices.Equal(fingerprints, again) {
						return fmt.Errorf("findings %v, and then %v", fingerprints, again)
					}
				}
				return nil
			})
		})
	}
}

// provedBy returns the routes at which a run proved a stall, the blocking calls that it proved, and the fingerprints
// of its findings.
func provedBy(t *testing.T, arguments []string) (routes map[string]bool, calls, fingerprints []string) {
	document := validDocument(t, "routes.schema.json", -1, arguments...)
	routes = map[string]bool{}
	for _, route := range at(document, "data", "routes").([]any) {
		for _, trial := range at(route, "trials").([]any) {
			if at(trial, "verdict") == "proved" {
				routes[at(route, "method").(string)+" "+at(route, "path").(string)] = true
			}
		}
	}
	for _, one := range at(document, "data", "calls").([]any) {
		if at(one, "verdict") == "proved" {
			calls = append(calls, at(one, "call").(string)+" in "+at(one, "route").(string))
		}
	}
	for _, one := range at(document, "findings").([]any) {
		fingerprints = append(fingerprints, at(one, "fingerprint").(string))
	}
	slices.Sort(fingerprints)
	return routes, calls, fingerprints
}

// TestRoutesOfWedged holds that a service which a request wedges is proved so, ended and started again, with the login
// that --before makes anew, that the routes after it are tried, and that a request which wedges it only after many
// others is undecided.
func TestRoutesOfWedged(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "python3")
	dir := t.TempDir()
	token := filepath.Join(dir, "token")
	description := filepath.Join(dir, "api.json")
	number := `{"get": {"parameters": [{"name": "n", "in": "query", "required": true, "schema": {"type": "integer"}}]}}`
	if err := os.WriteFile(description, []byte(`{"openapi": "3.0.0", "paths": {"/count": `+number+`, "/spin": `+number+`, "/work": `+number+`}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	snagtest.InThree(t, func() error {
		document := validDocument(t, "routes.schema.json", -1, "block", "routes", "-f", "json", "--openapi", description, "--limit", "1s",
			"--before", `sh -c 'echo "X-Token: $(cat `+token+`)"'`, "--", "python3", "../testdata/block/routes/wedge.py", strconv.Itoa(snagtest.FreePort(t)), token)
		for _, one := range at(document, "findings").([]any) {
			message, _ := at(one, "message").(string)
			if strings.HasPrefix(message, "GET /count,") || strings.HasPrefix(message, "GET /spin,") && message != "GET /spin, query.n as a number: the service answered nobody any more after n = 10." {
				return fmt.Errorf("%q", message)
			}
		}
		for i, path := range []string{"/count", "/spin", "/work"} {
			route := at(document, "data", "routes").([]any)[i]
			trials := at(route, "trials").([]any)
			if at(route, "path") != path || at(route, "state") != "accepted" || len(trials) != 1 {
				return fmt.Errorf("%v, want that %s is accepted and its number tried", route, path)
			}
			if verdict := at(trials[0], "verdict"); path == "/count" && verdict != "undecided" {
				return fmt.Errorf("%s: %v, want undecided", path, trials[0])
			}
			if largest := at(trials[0], "largest").(float64); path == "/spin" && (largest != 9 || at(trials[0], "verdict") != "proved") || path == "/work" && largest < 1000 {
				return fmt.Errorf("%s: %v, want that it is wedged after n = 10, and that the other is tried after it", path, trials[0])
			}
		}
		return nil
	})
}
