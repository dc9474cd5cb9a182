package lsp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/source/document"
	"snag/probe/snagtest"
)

// TestTypes holds what the server says against the types of the protocol's own library: the compiler of TypeScript
// takes each message for one of its type, with nothing missing and nothing that the type does not know.
func TestTypes(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	tsc := snagtest.Path(t, "testdata/parsers/node_modules/typescript/lib/tsc.js")
	library := snagtest.Path(t, "testdata/editors/node_modules/vscode-languageserver-protocol")
	for _, path := range []string{tsc, library} {
		if _, err := os.Stat(path); err != nil {
			snagtest.Skip(t, "npm ci has not been run: %v", err)
		}
	}
	dir := write(t, map[string]string{"package.json": `{"name": "p", "dependencies": {"express": "4"}}`, "app.js": app, "snag.yaml": "rules: 1\n"})
	var source strings.Builder
	source.WriteString("import * as p from \"vscode-languageserver-protocol\";\n")
	n := 0
	check := func(kind string, value []byte) {
		n++
		fmt.Fprintf(&source, "export const x%d: %s = %s;\n", n, kind, value)
	}
	s := start(t)
	answer := func(method, kind string, params any) {
		t.Helper()
		r, err := s.rpc.Call(t.Context(), method, params)
		if err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		check(kind, []byte(r.ResultString()))
	}
	uri := uriOf(filepath.Join(dir, "app.js"))
	id := textDocumentIdentifier{uri}
	everything := `{"general": {"positionEncodings": ["utf-8"]}, "window": {"workDoneProgress": true, "showDocument": {"support": true}},
		"workspace": {"configuration": true, "didChangeWatchedFiles": {"dynamicRegistration": true}, "didChangeConfiguration": {"dynamicRegistration": true},
			"codeLens": {"refreshSupport": true}, "diagnostics": {"refreshSupport": true}, "workspaceEdit": {"documentChanges": true}},
		"textDocument": {"publishDiagnostics": {"relatedInformation": true, "versionSupport": true, "tagSupport": {"valueSet": [1]}},
			"codeAction": {"codeActionLiteralSupport": {}}, "codeLens": {}%s}}`
	answer("initialize", "p.InitializeResult", map[string]any{
		"capabilities": rawJSON(fmt.Sprintf(everything, "")), "workspaceFolders": []workspaceFolder{{URI: uriOf(dir), Name: "p"}}})
	s.tell("initialized", map[string]any{})
	text := app + "// snag-ignore: nothing\nx()\nconst fs = require('fs'); require('express')().get('/', (q, r) => { fs.readFileSync('x') });\n"
	s.open(uri, "javascript", text)
	s.diagnostics(uri, func(d []diagnostic) bool { return len(d) == 3 && len(d[0].Related) > 0 })
	at := document.Position{Line: 4, Character: 18}
	answer("textDocument/hover", "p.Hover", documentPositionParams{id, at})
	answer("textDocument/codeLens", "p.CodeLens[]", documentParams{id})
	actions := codeActionParams{TextDocument: id, Range: document.Range{Start: at, End: at}}
	answer("textDocument/codeAction", "p.CodeAction[]", actions)
	actions.Context.Only = []string{"source.fixAll"}
	answer("textDocument/codeAction", "p.CodeAction[]", actions)
	s.ask("workspace/executeCommand", map[string]any{"command": commandExplain, "arguments": []any{uri, at}}, new(any))
	await(s, "window/showDocument", func(showDocumentParams) bool { return true })
	s.ask("workspace/executeCommand", map[string]any{"command": commandReason, "arguments": []any{uri, at}}, new(any))
	await(s, "window/showDocument", func(p showDocumentParams) bool { return p.Selection != nil })
	await(s, "window/showMessage", func(messageParams) bool { return true })
	await(s, "$/progress", func(p progressParams) bool { return p.Value.Kind == "end" })
	kinds := map[string]string{
		"textDocument/publishDiagnostics": "p.PublishDiagnosticsParams", "window/showMessage": "p.ShowMessageParams",
		"window/logMessage": "p.LogMessageParams", "window/showDocument": "p.ShowDocumentParams", "client/registerCapability": "p.RegistrationParams",
		"window/workDoneProgress/create": "p.WorkDoneProgressCreateParams", "workspace/configuration": "p.ConfigurationParams",
		"$/progress": "{ token: p.ProgressToken, value: p.WorkDoneProgressBegin | p.WorkDoneProgressReport | p.WorkDoneProgressEnd }",
	}
	seen := map[string]bool{}
	s.mu.Lock()
	for _, r := range s.came {
		seen[r.Method()] = true
		if kind := kinds[r.Method()]; kind != "" {
			check(kind, []byte(r.ParamString()))
		} else if r.HasParams() {
			t.Errorf("%s has no type here", r.Method())
		}
	}
	s.mu.Unlock()
	for method := range kinds {
		if !seen[method] && method != "window/logMessage" {
			t.Errorf("%s was not said", method)
		}
	}
	s = start(t)
	answer("initialize", "p.InitializeResult", map[string]any{"capabilities": rawJSON(fmt.Sprintf(everything, `, "diagnostic": {}`))})
	s.open(uri, "javascript", text)
	answer("textDocument/diagnostic", "p.DocumentDiagnosticReport", documentParams{id})

	work := t.TempDir()
	if err := os.WriteFile(filepath.Join(work, "said.ts"), []byte(source.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Dir(library), filepath.Join(work, "node_modules")); err != nil {
		snagtest.Skip(t, "no symbolic links here: %v", err)
	}
	c := exec.CommandContext(t.Context(), "node", tsc, "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "said.ts")
	c.Dir = work
	if out, err := c.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, out, source.String())
	}
	if n < 10 {
		t.Errorf("only %d messages were checked", n)
	}
}
