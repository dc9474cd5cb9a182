package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"

	"snag/analyze/block/calls"
	"snag/analyze/regex/audit"
	"snag/cmd/cli"
	"snag/probe/cache"
)

func TestMain(m *testing.M) {
	if os.Getenv(cache.Variable) == "" {
		os.Setenv(cache.Variable, "off")
	}
	os.Exit(m.Run())
}

// client is a client of a server in the same process.
type client struct {
	*testing.T
	rpc     *jrpc2.Client
	ended   chan error // what the server returned
	mu      sync.Mutex
	came    []*jrpc2.Request // what the server said unasked
	wake    chan struct{}
	answers map[string]func(*jrpc2.Request) any
}

// patience is how long a test waits for what the server says.
const patience = 30 * time.Second

// start starts a server.
func start(t *testing.T) *client {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	c := &client{T: t, ended: make(chan error, 1), wake: make(chan struct{}, 1), answers: map[string]func(*jrpc2.Request) any{}}
	ctx, stop := context.WithCancel(t.Context())
	stdio := &cli.Stdio{In: toServer, Out: fromServer, Err: io.Discard, Version: "test", Rules: slices.Concat(audit.Rules, calls.Rules)}
	go func() { c.ended <- serve(ctx, stdio) }()
	c.rpc = jrpc2.NewClient(newFraming(toClient, fromClient), &jrpc2.ClientOptions{
		OnNotify: c.keep,
		OnCallback: func(_ context.Context, r *jrpc2.Request) (any, error) {
			c.keep(r)
			c.mu.Lock()
			defer c.mu.Unlock()
			if answer := c.answers[r.Method()]; answer != nil {
				return answer(r), nil
			}
			return nil, nil
		},
	})
	t.Cleanup(func() { stop(); toServer.Close(); toClient.Close(); c.rpc.Close() })
	return c
}

func (c *client) keep(r *jrpc2.Request) {
	c.mu.Lock()
	c.came = append(c.came, r)
	c.mu.Unlock()
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// initialize starts a server for a folder, "" for none, with the capabilities and options that are given as JSON.
func initialize(t *testing.T, folder, capabilities, options string) *client {
	t.Helper()
	c := start(t)
	c.begin(folder, capabilities, options)
	return c
}

func (c *client) begin(folder, capabilities, options string) (result initializeResult) {
	c.Helper()
	p := map[string]any{"processId": nil, "capabilities": json.RawMessage(capabilities), "initializationOptions": json.RawMessage(options)}
	if folder != "" {
		p["workspaceFolders"] = []workspaceFolder{{URI: uriOf(folder), Name: "test"}}
	}
	c.ask("initialize", p, &result)
	c.tell("initialized", map[string]any{})
	return result
}

// ask sends a request and fails the test unless it is answered.
func (c *client) ask(method string, params, result any) {
	c.Helper()
	ctx, stop := context.WithTimeout(c.Context(), patience)
	defer stop()
	if err := c.rpc.CallResult(ctx, method, params, result); err != nil {
		c.Fatalf("%s: %v", method, err)
	}
}

func (c *client) tell(method string, params any) {
	c.Helper()
	if err := c.rpc.Notify(c.Context(), method, params); err != nil {
		c.Fatalf("%s: %v", method, err)
	}
}

func (c *client) open(uri, language, text string) {
	c.Helper()
	c.tell("textDocument/didOpen", didOpenParams{textDocumentItem{URI: uri, LanguageID: language, Version: 1, Text: text}})
}

// await waits until the server says something by a method that wanted accepts, and decodes it.
func await[P any](c *client, method string, wanted func(P) bool) P {
	c.Helper()
	late := time.After(patience)
	seen := 0
	var last P
	for {
		c.mu.Lock()
		came := c.came[seen:]
		seen = len(c.came)
		c.mu.Unlock()
		for _, r := range came {
			var p P
			if r.Method() != method || r.UnmarshalParams(&p) != nil {
				continue
			}
			if last = p; wanted(p) {
				return p
			}
		}
		select {
		case <-c.wake:
		case <-late:
			c.Fatalf("%s did not come as awaited; the last was %+v", method, last)
		}
	}
}

// forget passes over all that the server has said until now.
func (c *client) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.came = nil
}

// diagnostics waits for the diagnostics of a document that wanted accepts.
func (c *client) diagnostics(uri string, wanted func([]diagnostic) bool) []diagnostic {
	c.Helper()
	return await(c, "textDocument/publishDiagnostics", func(p publishDiagnosticsParams) bool {
		return p.URI == uri && wanted(p.Diagnostics)
	}).Diagnostics
}

// some accepts a number of diagnostics.
func some(n int) func([]diagnostic) bool {
	return func(d []diagnostic) bool { return len(d) == n }
}

// write fills a folder with files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// syncBuffer is a buffer that several goroutines write to.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
