package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/cmd/cli"
)

func rawJSON(text string) json.RawMessage { return json.RawMessage(text) }

// discard is a stream that takes everything.
type discard struct{ io.Writer }

func (discard) Close() error { return nil }

func TestFraming(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Content-Length: 2\r\n\r\n{}", "{}"},
		{"content-length:2\n\n{}", "{}"},
		{"Content-Type: application/vscode-jsonrpc; charset=utf8\r\nContent-Length: 2\r\n\r\n{}", "{}"},
		{"Content-Length: 0\r\n\r\n", ""},
		{"", "error: EOF"},
		{"Content-Length: 2\r\n\r\n{", "error: the client ended within a message: unexpected EOF"},
		{"Content-Length: 2", "error: the client ended within a header: unexpected EOF"},
		{"\r\n", "error: the header of a message has no Content-Length"},
		{"{}\r\n\r\n", `error: the header of a message has the line "{}"`},
		{"Content-Length: -1\r\n\r\n", `error: Content-Length "-1" is not a number of at most 67108864`},
		{"Content-Length: 99999999999999999999\r\n\r\n", `error: Content-Length "99999999999999999999" is not a number of at most 67108864`},
		{"Content-Length: 67108865\r\n\r\n", `error: Content-Length "67108865" is not a number of at most 67108864`},
		{"X: " + strings.Repeat("a", 5000) + "\r\n\r\n", "error: the header of a message is longer than 4096 bytes"},
		{strings.Repeat("X: a\r\n", 5000) + "\r\n", "error: the header of a message is longer than 4096 bytes"},
	} {
		got, err := newFraming(strings.NewReader(c.in), discard{io.Discard}).Recv()
		text := string(got)
		if err != nil {
			text = "error: " + err.Error()
		}
		if text != c.want {
			t.Errorf("%.60q: got %s, want %s", c.in, text, c.want)
		}
	}
}

// FuzzFraming holds that what was sent is received, whatever comes before it, or an error says why not.
func FuzzFraming(f *testing.F) {
	f.Add([]byte("Content-Length: 2\r\n\r\n{}"), []byte("{}"))
	f.Add([]byte("\r\n\r\nContent-Length"), []byte(""))
	f.Fuzz(func(t *testing.T, before, message []byte) {
		var b bytes.Buffer
		c := newFraming(&b, discard{&b})
		if err := c.Send(message); err != nil {
			t.Fatal(err)
		}
		got, err := c.Recv()
		if err != nil || !bytes.Equal(got, message) {
			t.Fatalf("got %q and %v, want %q", got, err, message)
		}
		b.Write(before)
		for {
			got, err := c.Recv()
			if err != nil {
				break
			}
			if len(got) > len(before) {
				t.Fatalf("%q became %q", before, got)
			}
		}
	})
}

// play sends messages to a server, of which each waits for the answers before it, and then the rest, after which
// the stream ends. It returns what the server says and how it ends.
func play(t *testing.T, messages []string, rest string) (said string, err error) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	in, send := io.Pipe()
	out := syncBuffer{}
	go func() {
		for _, m := range messages {
			io.WriteString(send, fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(m), m))
			id := regexp.MustCompile(`"id": (\d+)`).FindStringSubmatch(m)
			for id != nil && ctx.Err() == nil && !strings.Contains(out.String(), `"id":`+id[1]+",") {
				time.Sleep(time.Millisecond)
			}
		}
		io.WriteString(send, rest)
		if !slices.Contains(messages, exit) {
			send.Close()
		}
	}()
	err = serve(ctx, &cli.Stdio{In: in, Out: &out, Err: io.Discard})
	in.Close()
	return out.String(), err
}

const exit = `{"jsonrpc": "2.0", "method": "exit"}`

// TestLifecycle plays orders of messages that the protocol forbids, and input that is no message.
func TestLifecycle(t *testing.T) {
	const (
		hello    = `{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"processId": null, "rootUri": null, "capabilities": {}}}`
		shutdown = `{"jsonrpc": "2.0", "id": 2, "method": "shutdown"}`
		hover    = `{"jsonrpc": "2.0", "id": 3, "method": "textDocument/diagnostic", "params": {"textDocument": {"uri": "file:///x/a.js"}}}`
	)
	for _, c := range []struct {
		name     string
		messages []string
		rest     string
		want     []string // parts of what the server says
		err      string
	}{
		{"all in order", []string{hello, shutdown, exit}, "", []string{`"id":1,"result":{"capabilities"`, `"id":2,"result":null`}, ""},
		{"exit without shutdown", []string{hello, exit}, "", nil, "findings"},
		{"the end of the stream", []string{hello}, "", nil, "findings"},
		{"nothing at all", nil, "", nil, "findings"},
		{"requests before initialize", []string{hover, hello, shutdown, exit}, "", []string{`"id":3,"error":{"code":-32002`}, ""},
		{"initialize twice", []string{hello, strings.Replace(hello, `"id": 1`, `"id": 7`, 1), shutdown, exit}, "", []string{`"id":7,"error":{"code":-32600`}, ""},
		{"a request after shutdown", []string{hello, shutdown, hover, exit}, "", []string{`"id":3,"error":{"code":-32600`}, ""},
		{"a document that is not open", []string{hello, hover, shutdown, exit}, "", []string{`"id":3,"error":{"code":-32602`}, ""},
		{"a method that is not known", []string{hello, `{"jsonrpc": "2.0", "id": 3, "method": "no/such"}`, shutdown, exit}, "", []string{`"id":3,"error":{"code":-32601`}, ""},
		{"a notification that is not known", []string{hello, `{"jsonrpc": "2.0", "method": "$/setTrace", "params": {}}`, shutdown, exit}, "", []string{`"id":2,"result":null`}, ""},
		{"text that is not JSON", []string{hello, `{"jsonrpc": "2.0", "id`, shutdown, exit}, "", []string{`"id":null,"error":{"code":-32`, `"id":2,"result":null`}, ""},
		{"JSON that is no message", []string{hello, `17`, `[]`, `{"id": {}}`, shutdown, exit}, "", []string{`"id":2,"result":null`}, ""},
		{"parameters of another form", []string{hello, strings.Replace(hover, `{"textDocument": {"uri": "file:///x/a.js"}}`, `[1]`, 1), shutdown, exit}, "", []string{`"id":3,"error":{"code":-32602`}, ""},
		{"changes of what is not open", []string{hello, `{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///x", "version": 1}, "contentChanges": [{"text": ""}]}}`, shutdown, exit}, "", []string{"not open"}, ""},
		{"settings that are wrong", []string{strings.Replace(hello, `"processId"`, `"initializationOptions": {"delay": -1}, "processId"`, 1)}, "", []string{"must be from 0 to 10000 milliseconds", `"id":1,"result"`}, "findings"},
		{"a header without a length", []string{hello}, "X: y\r\n\r\n", nil, "reading from the client: the header of a message has no Content-Length"},
		{"the end within a message", []string{hello}, "Content-Length: 100\r\n\r\n{", nil, "reading from the client: the client ended within a message: unexpected EOF"},
	} {
		t.Run(c.name, func(t *testing.T) {
			said, err := play(t, c.messages, c.rest)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != c.err {
				t.Errorf("got the error %q, want %q", got, c.err)
			}
			for _, want := range c.want {
				if !strings.Contains(said, want) {
					t.Errorf("got %s, want %s in it", said, want)
				}
			}
		})
	}
}

// TestCancel cancels a request that would take long.
func TestCancel(t *testing.T) {
	const uri = "file:///x/a.js"
	s := initialize(t, "", `{"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}}`, "null")
	var text strings.Builder
	for i := range 3000 { // seconds of work
		fmt.Fprintf(&text, "r = /^(x%d|[a-z]+(\\s*[b-y]*)*)*(a|b|ab|%d)*c{1,9}$/\n", i, i)
	}
	s.open(uri, "javascript", text.String())
	ctx, stop := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer stop()
	_, err := s.rpc.Call(ctx, "textDocument/diagnostic", documentParams{textDocumentIdentifier{uri}})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got %v, want that the time is over", err)
	}
	s.tell("$/cancelRequest", map[string]any{"id": 2})
	s.change(uri, 2, contentChange{Text: "r = /^(a+)+$/"})
	var r documentDiagnosticReport
	s.ask("textDocument/diagnostic", documentParams{textDocumentIdentifier{uri}}, &r)
	if len(r.Items) != 1 {
		t.Errorf("got %+v, want one", r)
	}
}
