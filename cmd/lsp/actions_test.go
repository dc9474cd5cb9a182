package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/creachadair/jrpc2"

	"snag/analyze/source/document"
)

// able can all that actions need.
const able = `{"textDocument": {"codeAction": {"codeActionLiteralSupport": {}}, "codeLens": {}}, "window": {"showDocument": {"support": true}}, "workspace": {"workspaceEdit": {"documentChanges": true}}}`

// actionsAt asks for actions, and returns what the document becomes by those that change it, by their titles.
func (c *client) actionsAt(uri, text string, line, character int, only ...string) (all []codeAction, become map[string]string) {
	c.Helper()
	at := document.Position{Line: line, Character: character}
	p := codeActionParams{TextDocument: textDocumentIdentifier{uri}, Range: document.Range{Start: at, End: at}}
	p.Context.Only = only
	c.ask("textDocument/codeAction", p, &all)
	become = map[string]string{}
	for _, a := range all {
		if a.Edit == nil {
			continue
		}
		if len(a.Edit.DocumentChanges) != 1 || a.Edit.DocumentChanges[0].TextDocument != (versionedTextDocumentIdentifier{uri, 1}) {
			c.Fatalf("%s: got %+v, want a change of the document", a.Title, a.Edit)
		}
		changed := document.New([]byte(text))
		edits := a.Edit.DocumentChanges[0].Edits
		for i := len(edits) - 1; i >= 0; i-- {
			changed = changed.Replace(edits[i].Range, document.UTF16, edits[i].NewText)
		}
		become[a.Title] = string(changed.Bytes())
	}
	return all, become
}

func TestActions(t *testing.T) {
	const uri, text = "file:///x/a.js", "é = '😀'; r = /^([a-z]+\\s?)+$/; if (r.test(x)) y()\n"
	s := initialize(t, "", able, "null")
	s.open(uri, "javascript", text)
	all, become := s.actionsAt(uri, text, 0, 20)
	for title, want := range map[string]string{
		`snag: rewrite as ^([a-z]+(?![a-z])\s?)+$ (proved: the same matches)`: strings.Replace(text, `^([a-z]+\s?)+$`, `^([a-z]+(?![a-z])\s?)+$`, 1),
		"snag: accept this, for a reason to be written":                       "// snag-ignore[regex/exponential]: \n" + text,
	} {
		if become[title] != want {
			t.Errorf("%s: got %q of %q, want %q", title, become[title], become, want)
		}
	}
	if len(all) == 0 || !all[0].IsPreferred || len(all[0].Diagnostics) != 1 {
		t.Errorf("got %+v first, want a preferred one for a diagnostic", all)
	}
	if none, _ := s.actionsAt(uri, text, 0, 4); len(none) != 0 {
		t.Errorf("got %+v elsewhere, want none", none)
	}
	if none, _ := s.actionsAt(uri, text, 0, 20, "refactor"); len(none) != 0 {
		t.Errorf("got %+v of another kind, want none", none)
	}
	if _, fixed := s.actionsAt(uri, text, 0, 0, "source.fixAll"); len(fixed) != 1 || !strings.Contains(fixed["snag: make all rewrites that are proved"], `(?![a-z])`) {
		t.Errorf("got %q for source.fixAll, want the rewrite", fixed)
	}
}

// TestRewritesAreLabelled offers a rewrite that changes what matches with what it changes, and not as the preferred one.
func TestRewritesAreLabelled(t *testing.T) {
	const uri, text = "file:///x/a.py", "import re\nm = re.search(r'(a|b|ab)*c', s).group(1)\n"
	s := initialize(t, "", able, `{"all": true}`)
	s.open(uri, "python", text)
	all, _ := s.actionsAt(uri, text, 1, 18)
	for _, a := range all {
		if strings.Contains(a.Title, "rewrite as") && strings.Contains(a.Title, "(proved") != a.IsPreferred {
			t.Errorf("%q is preferred: %t", a.Title, a.IsPreferred)
		}
	}
	if len(all) < 2 {
		t.Errorf("got %+v, want a comment and a page at least", all)
	}
}

func TestReasonIsPlaced(t *testing.T) {
	const uri, text = "file:///x/a.py", "import re\nif x:\n    re.search('^(a+)+$', s)\n"
	s := initialize(t, "", able, "null")
	s.open(uri, "python", text)
	all, become := s.actionsAt(uri, text, 2, 18)
	for _, a := range all {
		if a.Command == nil || a.Command.Command != commandReason {
			continue
		}
		after := document.New([]byte(become[a.Title]))
		s.change(uri, 2, contentChange{Text: become[a.Title]})
		s.ask("workspace/executeCommand", map[string]any{"command": a.Command.Command, "arguments": a.Command.Arguments}, new(any))
		p := await(s, "window/showDocument", func(p showDocumentParams) bool { return p.URI == uri && p.Selection != nil })
		offset := after.Offset(p.Selection.Start, document.UTF16)
		if got := string(after.Bytes()[:offset]); !strings.HasSuffix(got, "    # snag-ignore[regex/exponential]: ") {
			t.Errorf("the cursor stands behind %q", got)
		}
		return
	}
	t.Errorf("got %+v, want one that puts the cursor where the reason belongs", all)
}

func TestHover(t *testing.T) {
	const uri, text = "file:///x/a.js", "r = /^([a-z]+\\s?)+$/;\nq = /a/;\n"
	s := initialize(t, "", able, "null")
	s.open(uri, "javascript", text)
	var h *hover
	s.ask("textDocument/hover", documentPositionParams{textDocumentIdentifier{uri}, document.Position{Line: 0, Character: 7}}, &h)
	if h == nil {
		t.Fatal("got nothing")
	}
	for _, want := range []string{"O(2ⁿ)", `"a".repeat(28) + "!"`, "1,000,000 steps spent at", `^([a-z]+(?![a-z])\s?)+$`} {
		if !strings.Contains(h.Contents.Value, want) {
			t.Errorf("got\n%s\nwant %s in it", h.Contents.Value, want)
		}
	}
	if got := shownRange(h.Range); got != "0:5-0:19" {
		t.Errorf("got the range %s, want 0:5-0:19", got)
	}
	h = nil
	s.ask("textDocument/hover", documentPositionParams{textDocumentIdentifier{uri}, document.Position{Line: 1, Character: 5}}, &h)
	if h != nil {
		t.Errorf("got %+v of a regex that is safe", h)
	}
}

// TestHoverTellsTheWay shows in a hover who can send the attack, with the length and the time.
func TestHoverTellsTheWay(t *testing.T) {
	dir := write(t, map[string]string{"package.json": `{"name": "p", "dependencies": {"express": "4"}}`, "app.js": app})
	s := initialize(t, dir, `{"textDocument": {"publishDiagnostics": {"relatedInformation": true}}}`, "null")
	uri := uriOf(filepath.Join(dir, "app.js"))
	s.open(uri, "javascript", app)
	s.diagnostics(uri, func(d []diagnostic) bool { return len(d) == 2 && len(d[0].Related) > 0 })
	var h *hover
	s.ask("textDocument/hover", documentPositionParams{textDocumentIdentifier{uri}, document.Position{Line: 4, Character: 18}}, &h)
	for _, want := range []string{"from GET /far, query.name (url), up to 16 KB", "app.js:2 req → :3 test(req.query.name)"} {
		if h == nil || !strings.Contains(strings.ReplaceAll(h.Contents.Value, "\\", ""), want) {
			t.Errorf("got\n%+v\nwant %s in it", h, want)
		}
	}
}

// TestReasonIsOne offers a known reason to accept a finding where it is one: no length that an attack fits into.
func TestReasonIsOne(t *testing.T) {
	const text = app + "/^(b+)+$/.test(\"bbb\");\n"
	dir := write(t, map[string]string{"package.json": `{"name": "p", "dependencies": {"express": "4"}}`, "app.js": text})
	s := initialize(t, dir, `{"textDocument": {"publishDiagnostics": {"relatedInformation": true}}, "workspace": {"workspaceEdit": {"documentChanges": true}}}`, `{"all": true}`)
	uri := uriOf(filepath.Join(dir, "app.js"))
	s.open(uri, "javascript", text)
	s.diagnostics(uri, func(d []diagnostic) bool { return len(d) == 3 && len(d[0].Related) > 0 })
	for _, c := range []struct {
		line, character int
		want            string
	}{{4, 18, ""}, {strings.Count(app, "\n"), 3, "snag: accept this: only constants get here"}} {
		all, _ := s.actionsAt(uri, text, c.line, c.character)
		got := ""
		for _, a := range all {
			if strings.HasPrefix(a.Title, "snag: accept this: ") {
				got = a.Title
			}
		}
		if len(all) == 0 || got != c.want {
			t.Errorf("line %d: got %q of %d actions, want %q", c.line, got, len(all), c.want)
		}
	}
}

const serving = `const fs = require("fs");
const app = require("express")();
app.get("/", (req, res) => {
  res.send(fs.readFileSync("x"));
});
`

// TestLens shows calls that block above their lines, and tells more when asked.
func TestLens(t *testing.T) {
	const uri = "file:///x/server.js"
	s := initialize(t, "", able, "null")
	s.open(uri, "javascript", serving)
	var all []codeLens
	s.ask("textDocument/codeLens", documentParams{textDocumentIdentifier{uri}}, &all)
	if len(all) != 1 || all[0].Command.Title != "blocks everybody for each request: fs.readFileSync" || shownRange(all[0].Range) != "3:11-3:26" {
		t.Fatalf("got %+v", all)
	}
	s.diagnostics(uri, some(0))
	s.ask("workspace/executeCommand", map[string]any{"command": all[0].Command.Command, "arguments": all[0].Command.Arguments}, new(any))
	await(s, "window/showMessage", func(p messageParams) bool { return strings.Contains(p.Message, "node:fs/promises") })
	if _, become := s.actionsAt(uri, serving, 3, 12); !strings.Contains(become["snag: accept this, for a reason to be written"], "  // snag-ignore[block/blocking-call]: \n  res.send") {
		t.Errorf("got %q, want a comment above the call", become)
	}
	without := initialize(t, "", "{}", "null")
	without.open(uri, "javascript", serving)
	without.diagnostics(uri, some(1))
}

// TestExplain shows a page in the browser that nobody else may read, and that goes with the server.
func TestExplain(t *testing.T) {
	const uri, text = "file:///x/a.js", "r = /^([a-z]+\\s?)+$/;\n"
	s := initialize(t, "", able, "null")
	s.mu.Lock()
	s.answers["window/showDocument"] = func(*jrpc2.Request) any { return showDocumentResult{true} }
	s.mu.Unlock()
	s.open(uri, "javascript", text)
	arguments := []any{uri, document.Position{Line: 0, Character: 7}}
	s.ask("workspace/executeCommand", map[string]any{"command": commandExplain, "arguments": arguments}, new(any))
	p := await(s, "window/showDocument", func(p showDocumentParams) bool { return p.External })
	u, err := url.Parse(p.URI)
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(u.Path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<!doctype html>", "Content-Security-Policy", "once or more", "From the pattern to the fix"} {
		if !strings.Contains(strings.ToLower(string(page)), strings.ToLower(want)) {
			t.Errorf("%q is not in the page", want)
		}
	}
	for path, want := range map[string]os.FileMode{u.Path: 0o600, filepath.Dir(u.Path): 0o700} {
		if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s: got %v and %v, want %v", path, info.Mode(), err, want)
		}
	}
	s.ask("shutdown", nil, new(any))
	s.tell("exit", nil)
	if err := <-s.ended; err != nil {
		t.Errorf("got %v at the end", err)
	}
	if _, err := os.Stat(u.Path); !os.IsNotExist(err) {
		t.Errorf("the page is still there: %v", err)
	}
}

// TestCommandsOfStrangers refuses commands with arguments of another form, and about what is not there.
func TestCommandsOfStrangers(t *testing.T) {
	const uri = "file:///x/a.js"
	s := initialize(t, "", able, "null")
	s.open(uri, "javascript", "r = /a/\n")
	place := document.Position{Line: 7, Character: 1 << 30}
	for _, p := range []map[string]any{
		{"command": commandExplain}, {"command": commandExplain, "arguments": []any{1, 2}},
		{"command": commandExplain, "arguments": []any{uri, place}}, {"command": commandAbout, "arguments": []any{uri, place}},
		{"command": commandExplain, "arguments": []any{"file:///etc/passwd", place}}, {"command": "rm", "arguments": []any{uri, place}},
	} {
		if err := s.rpc.CallResult(t.Context(), "workspace/executeCommand", p, new(any)); err == nil {
			t.Errorf("%v: got no error", p)
		}
	}
}
