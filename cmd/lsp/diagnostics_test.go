package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/redos"
	"snag/analyze/source/document"
	"snag/cmd/regex/editor"
)

// TestLanguages finds a regex in a document of each language, by the ending of its name or by its identifier.
func TestLanguages(t *testing.T) {
	for _, c := range []struct{ uri, id, text, at string }{
		{"file:///x/a.js", "javascript", "r = /^(a+)+$/", "0:7-0:9"},
		{"file:///x/a.ts", "typescript", "const r: RegExp = /^(a+)+$/", "0:21-0:23"},
		{"file:///x/a.tsx", "typescriptreact", "const r = <p>{s.match(/^(a+)+$/)}</p>", "0:25-0:27"},
		{"file:///x/a.vue", "vue", "<template><p>x</p></template>\n<script>\nr = /^(a+)+$/\n</script>", "2:7-2:9"},
		{"file:///x/a.svelte", "svelte", "<script>\r\nr = /^(a+)+$/\r\n</script>", "1:7-1:9"},
		{"file:///x/a.html", "html", "<script>r = /^(a+)+$/</script>", "0:15-0:17"},
		{"file:///x/a.py", "python", "import re\nre.search(r'^(a+)+$', s)", "1:14-1:16"},
		{"file:///x/a.php", "php", "<?php preg_match('/^(a+)+$/', $s);", "0:21-0:23"},
		{"file:///x/a.rb", "ruby", "r = /^(a+)+$/", "0:7-0:9"},
		{"file:///x/a.pl", "perl", "$s =~ /^(a+)+$/;", "0:9-0:11"},
		{"file:///x/A.cs", "csharp", `class A { System.Text.RegularExpressions.Regex r = new Regex("^(a+)+$"); }`, "0:64-0:66"},
		{"file:///x/A.java", "java", `class A { Object r = java.util.regex.Pattern.compile("^(a+)+$"); }`, "0:56-0:58"},
		{"file:///x/a.kt", "kotlin", `val r = Regex("^(a+)+$")`, "0:17-0:19"},
		{"file:///x/a.json", "json", `{"type": "string", "$schema": "http://json-schema.org/draft-07/schema#", "pattern": "^(a+)+$"}`, "0:87-0:89"},
		{"untitled:Untitled-1", "python", "import re\nre.search('^(a+)+$', s)", "1:13-1:15"},
		{"untitled:Untitled-2", "javascript", "é = '😀'; r = /^(a+)+$/", "0:17-0:19"},
	} {
		t.Run(c.uri, func(t *testing.T) {
			s := initialize(t, "", "{}", "null")
			s.open(c.uri, c.id, c.text)
			d := s.diagnostics(c.uri, func([]diagnostic) bool { return true })
			if len(d) != 1 || d[0].Code != "regex/exponential" || shownRange(d[0].Range) != c.at {
				t.Errorf("%s: got %+v, want one at %s", c.text, d, c.at)
			}
		})
	}
}

func shownRange(r document.Range) string {
	return fmt.Sprintf("%d:%d-%d:%d", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character)
}

// TestVeryManyFindings opens a file with more findings than an editor can show: the worst are shown, and how many
// are left out.
func TestVeryManyFindings(t *testing.T) {
	s := initialize(t, "", "{}", "null")
	const uri = "file:///x/many.js"
	s.open(uri, "javascript", strings.Repeat("r = /a*a*$/\n", 50)+strings.Repeat("r = /^(a+)+$/\n", mostDiagnostics-20))
	d := s.diagnostics(uri, some(mostDiagnostics+1))
	if last := d[mostDiagnostics]; last.Message != "30 findings more, not shown here: snag regex --all on this file lists them" || last.Range.Start.Line != 0 {
		t.Errorf("the last is %+v", last)
	}
	if n := len(slices.DeleteFunc(d[:mostDiagnostics], func(d diagnostic) bool { return d.Code != "regex/exponential" })); n != mostDiagnostics-20 {
		t.Errorf("%d of the worst are shown, want %d", n, mostDiagnostics-20)
	}
}

// TestIncremental types in each encoding of positions, and gets the diagnostics of what is then there.
func TestIncremental(t *testing.T) {
	for _, c := range []struct {
		offered, want string
		character     int // behind the emoji
		at            string
	}{
		{`[]`, "utf-16", 5, "1:13-1:15"},
		{`["utf-16", "utf-8"]`, "utf-8", 7, "1:15-1:17"},
		{`["utf-32"]`, "utf-32", 4, "1:12-1:14"},
	} {
		s := start(t)
		result := s.begin("", `{"general": {"positionEncodings": `+c.offered+`}, "textDocument": {"publishDiagnostics": {"versionSupport": true}}}`, `{"delay": 1}`)
		if got := result.Capabilities.PositionEncoding; got != c.want {
			t.Errorf("%s: got encoding %s, want %s", c.offered, got, c.want)
		}
		const uri = "file:///x/a.js"
		s.open(uri, "javascript", "a = 1\n'😀'; r = 1\nb = 2\n")
		s.diagnostics(uri, some(0))
		s.forget()
		s.change(uri, 2,
			contentChange{Range: &document.Range{Start: document.Position{Line: 1, Character: c.character}, End: document.Position{Line: 1, Character: c.character + 6}}, Text: " r = /^(a+)+$/"},
			contentChange{Range: &document.Range{Start: document.Position{Line: 0, Character: 0}, End: document.Position{Line: 0, Character: 0}}, Text: "x\n"},
			contentChange{Range: &document.Range{Start: document.Position{Line: 0, Character: 0}, End: document.Position{Line: 1, Character: 0}}},
		)
		d := s.diagnostics(uri, some(1))
		if got := shownRange(d[0].Range); got != c.at {
			t.Errorf("%s: got %s, want %s", c.want, got, c.at)
		}
		s.change(uri, 3, contentChange{Text: "a = /a+/\n"})
		s.forget()
		s.diagnostics(uri, some(0))
	}
}

func (c *client) change(uri string, version int, changes ...contentChange) {
	c.Helper()
	c.tell("textDocument/didChange", didChangeParams{versionedTextDocumentIdentifier{uri, version}, changes})
}

const app = `const app = require("express")();
app.get("/far", (req, res) => {
  res.send(String(far.test(req.query.name)));
});
const far = /^([a-z]+\s?)+$/;
const near = /^([a-z]+\s?)+$/;
near.test(process.argv[2]);
`

// TestReach waits for who can send the attacks, by which severities then differ.
func TestReach(t *testing.T) {
	dir := write(t, map[string]string{
		"package.json": `{"name": "p", "dependencies": {"express": "4"}}`, "app.js": app,
		"test/a.test.js": "test('x', () => /^(a+)+$/.test(y))\n",
	})
	s := initialize(t, dir, `{"textDocument": {"publishDiagnostics": {"relatedInformation": true}}, "window": {"workDoneProgress": true}}`, "null")
	uri, test := uriOf(filepath.Join(dir, "app.js")), uriOf(filepath.Join(dir, "test/a.test.js"))
	s.open(uri, "javascript", app)
	s.open(test, "javascript", "test('x', () => /^(a+)+$/.test(y))\n")
	d := s.diagnostics(uri, func(d []diagnostic) bool { return len(d) == 2 && len(d[0].Related) > 0 })
	if d[0].Severity != severityError || !strings.Contains(d[0].Message, "reached from GET /far, query.name") {
		t.Errorf("got %+v, want an error that GET /far reaches", d[0])
	}
	if r := d[0].Related; r[0].Location.URI != uri || len(r) != 2 || !strings.HasPrefix(shownRange(r[0].Location.Range), "1:") {
		t.Errorf("got %+v, want a way that begins at req", r)
	}
	if d[1].Severity != severityInformation || !strings.Contains(d[1].Message, "the machine") {
		t.Errorf("got %+v, want an information about the machine", d[1])
	}
	s.diagnostics(test, func(d []diagnostic) bool { return len(d) == 1 && d[0].Severity == severityHint })
	begun := await(s, "$/progress", func(p progressParams) bool { return p.Value.Kind == "begin" })
	await(s, "$/progress", func(p progressParams) bool { return p.Token == begun.Token && p.Value.Kind == "end" })
}

// TestConfig keeps to the snag.yaml of a folder, of several, and to what git ignores, also when they change.
func TestConfig(t *testing.T) {
	const text = "r = /^(a+)+$/\n"
	dir := write(t, map[string]string{
		"snag.yaml": "exclude: gen/**\npaths:\n  - match: old/**\n    rules: {regex/exponential: note}\n",
		"gen/a.js":  text, "old/a.js": text, "a.js": text, "node_modules/m/a.js": text,
	})
	other := write(t, map[string]string{"gen/a.js": text, "snag.yaml": "rules: {regex/exponential: off}\n"})
	s := start(t)
	s.ask("initialize", map[string]any{"capabilities": map[string]any{}, "workspaceFolders": []workspaceFolder{{URI: uriOf(dir)}, {URI: uriOf(other)}}}, new(any))
	s.tell("initialized", map[string]any{})
	uris := map[string]func([]diagnostic) bool{
		filepath.Join(dir, "a.js"):                some(1),
		filepath.Join(dir, "gen/a.js"):            some(0),
		filepath.Join(dir, "node_modules/m/a.js"): some(0),
		filepath.Join(other, "gen/a.js"):          some(0),
		filepath.Join(dir, "old/a.js"):            func(d []diagnostic) bool { return len(d) == 1 && d[0].Severity == severityInformation },
	}
	for name, wanted := range uris {
		s.open(uriOf(name), "javascript", text)
		s.diagnostics(uriOf(name), wanted)
	}
	s.forget()
	s.tell("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"removed": []workspaceFolder{{URI: uriOf(other)}}, "added": []workspaceFolder{}}})
	s.diagnostics(uriOf(filepath.Join(other, "gen/a.js")), some(1))
}

// TestSettings takes the settings of the client, and says what is wrong with them.
func TestSettings(t *testing.T) {
	const uri, text = "file:///x/a.js", "r = /\\s+$/; q = /a*b/\n"
	s := initialize(t, "", "{}", `{"maxLength": 100}`)
	s.open(uri, "javascript", text)
	s.diagnostics(uri, some(0))
	s.forget()
	s.tell("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"snag": map[string]any{"all": true, "maxLength": 100}}})
	s.diagnostics(uri, func(d []diagnostic) bool {
		return len(d) == 2 && d[0].Severity == severityHint && strings.Contains(d[0].Message, "Harmless for inputs of at most 100 characters")
	})
	for _, wrong := range []string{`{"delay": -1}`, `{"calls": "loud"}`, `{"budget": "soon"}`, `{"maxLength": "long"}`, `{"maxLength": -1}`, `[]`} {
		s.forget()
		s.tell("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"snag": rawJSON(wrong)}})
		await(s, "window/showMessage", func(p messageParams) bool { return p.Type == messageWarning && strings.Contains(p.Message, "setting") })
	}
}

// TestPull answers a client that asks for diagnostics, and tells it when to ask again.
func TestPull(t *testing.T) {
	dir := write(t, map[string]string{"package.json": `{"name": "p", "dependencies": {"express": "4"}}`, "app.js": app})
	s := initialize(t, dir, `{"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": true}}}`, "null")
	uri := uriOf(filepath.Join(dir, "app.js"))
	s.open(uri, "javascript", app)
	for {
		var r documentDiagnosticReport
		s.ask("textDocument/diagnostic", documentParams{textDocumentIdentifier{uri}}, &r)
		if r.Kind != "full" || len(r.Items) != 2 {
			t.Fatalf("got %+v, want two", r)
		}
		if strings.Contains(r.Items[0].Message, "GET /far") {
			break
		}
		await(s, "workspace/diagnostic/refresh", func(any) bool { return true })
		s.forget()
	}
}

// benchmarkText is a file of 5,000 lines, of which every fiftieth has a regex of its own.
func benchmarkText() string {
	var b strings.Builder
	for i := range 5000 {
		if i%50 == 0 {
			fmt.Fprintf(&b, "const r%d = /^x%d([a-z]+\\s?)+$/i, s%d = /^[\\w.]+@y%d\\.com$/;\n", i, i, i, i)
		} else {
			fmt.Fprintf(&b, "  if (value.length > %d) { total += count(value, '%d'); }\n", i, i)
		}
	}
	return b.String()
}

// BenchmarkChange judges 5,000 lines with 200 regexes after a change in which no regex is new.
func BenchmarkChange(b *testing.B) {
	j, err := editor.NewJudge(newMemory().decider(redos.Analyze), "", 0)
	if err != nil {
		b.Fatal(err)
	}
	s := &server{documents: map[string]*opened{}, settings: usualSettings}
	at := snapshot{uri: "file:///x/a.js", name: "a.js", text: document.New([]byte(benchmarkText()))}
	at.language, at.known = languageOf("a.js", "", nil)
	first := document.Range{Start: document.Position{Line: 1}, End: document.Position{Line: 1}}
	for b.Loop() {
		at.text = at.text.Replace(first, document.UTF16, " ")
		found, err := judgeText(context.Background(), j, at)
		if err != nil {
			b.Fatal(err)
		}
		if n := len(s.diagnostics(at, s.findings(at, found))); n != 100 {
			b.Fatalf("%d diagnostics, want 100", n)
		}
	}
}

// TestOnlyNewPatternsAreDecided decides a pattern once, however often the text around it changes.
func TestOnlyNewPatternsAreDecided(t *testing.T) {
	decided := 0
	j, err := editor.NewJudge(newMemory().decider(func(ctx context.Context, p redos.Pattern, limits redos.Limits) (redos.Verdict, error) {
		decided++
		return redos.Analyze(ctx, p, limits)
	}), "", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		want int
	}{
		{"a = /a+/; b = /(b/; c = /a+/g\n", 3},
		{"// typed\na = /a+/; b = /(b/; c = /a+/g\n", 3},
		{"a = /a+x/; b = /(b/\n", 4},
		{"a = /a+/\n", 4},
	} {
		at := snapshot{name: "a.js", text: document.New([]byte(c.text))}
		at.language, at.known = languageOf("a.js", "", nil)
		if _, err := judgeText(t.Context(), j, at); err != nil {
			t.Fatal(err)
		}
		if decided != c.want {
			t.Errorf("%q: %d patterns were decided until then, want %d", c.text, decided, c.want)
		}
	}
}

// TestMemoryHoldsADocument decides nothing anew in a document with more regexes than a generation has.
func TestMemoryHoldsADocument(t *testing.T) {
	m := newMemory()
	const regexes = 3 * mostVerdicts
	missing := func() (n int) {
		for i := range regexes {
			key := asked{pattern: redos.Pattern{Text: fmt.Sprint(i)}}
			if _, ok := m.get(key); !ok {
				m.put(key, answer{})
				n++
			}
		}
		m.hold(regexes)
		return n
	}
	first, second, third := missing(), missing(), missing()
	if first != regexes || second > regexes || third != 0 {
		t.Errorf("%d, %d and %d of %d were missing, want all, some and none", first, second, third, regexes)
	}
	if m.hold(1 << 30); m.most != mostOfDocument {
		t.Errorf("a generation has %d, want at most %d", m.most, mostOfDocument)
	}
}

// TestMemoryForgets keeps what is asked for and forgets the rest, so that its size is bounded.
func TestMemoryForgets(t *testing.T) {
	m := newMemory()
	often := asked{pattern: redos.Pattern{Text: "often"}}
	m.put(often, answer{})
	for i := range 5 * mostVerdicts {
		m.put(asked{pattern: redos.Pattern{Text: fmt.Sprint(i)}}, answer{})
		if i%1000 == 0 {
			if _, ok := m.get(often); !ok {
				t.Fatalf("forgotten after %d others", i)
			}
		}
	}
	if n := len(m.young) + len(m.old); n > 2*mostVerdicts {
		t.Errorf("%d verdicts are kept", n)
	}
	if _, ok := m.get(asked{pattern: redos.Pattern{Text: "0"}}); ok {
		t.Error("the first of many is still there")
	}
}
