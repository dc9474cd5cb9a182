package locate

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"snag/probe/snagtest"
)

// routersOfOwn is a program with routers of the forms of Express, Koa and find-my-way, which need no package.
const routersOfOwn = `
const leaf = (path, methods, handle) => ({ route: { path, methods, stack: [{ handle }] } });
const handler = () => 1;
const inner = Object.assign(() => {}, { stack: [leaf('/:id', { get: true }, handler)] });
const app = Object.assign(() => {}, { handle() {}, settings: {}, mountpath: '/', path: () => '', _router: { stack: [
  leaf(['/a', '/b'], { _all: true }, handler), { handle: inner, regexp: /^\/api\/?(?=\/|$)/i, keys: [] },
  { handle: inner, regexp: /^\/of\/(?:([^\/]+?))\/?(?=\/|$)/i, keys: [{ name: 'shop' }] }, { handle: () => {}, regexp: /^\/?$/ },
  { handle: inner, path: '/last/7' }, { handle: inner, slash: true }, { handle: inner, regexp: /^\/(?:x|y)\/?(?=\/|$)/i }] } });
const koa = Object.assign(() => {}, { router: { stack: [{ methods: ['HEAD', 'GET'], path: '/koa/:x', stack: [handler] }, { methods: [], path: '/use' }] } });
globalThis.kept = [app, koa];
require('http').createServer((req, res) => res.end('ok')).listen(0, '127.0.0.1');
`

func TestRoutesOfNode(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	file := filepath.Join(t.TempDir(), "server.js")
	if err := os.WriteFile(file, []byte(routersOfOwn), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := RoutesOfNode(context.Background(), startServer(t, "node", file).PIDs)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range found {
		got = append(got, r.Method+" "+r.Path)
		if len(r.Handlers) != 1 || r.Handlers[0].Line != 3 || r.Handlers[0].File != file {
			t.Errorf("%s %s is handled at %v, want line 3 of %s", r.Method, r.Path, r.Handlers, file)
		}
	}
	slices.Sort(got)
	if want := []string{"ALL /a", "ALL /b", "GET /:id", "GET /api/:id", "GET /koa/:x", "GET /of/:shop/:id", "GET /{…}/:id", "GET /{…}/:id"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
