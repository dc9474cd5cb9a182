package block

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"snag/probe/snagtest"
	"snag/probe/wire"
)

// odd is a request whose texts mean something to shells, to JavaScript and to JSON.
var odd = wire.Request{
	Method: "POST", Path: "/a%20b?q=`${x}`&api_key=hidden",
	Header: []wire.Field{{Name: "X-Odd", Value: "it's \\ `${1}` \"quoted\""}, {Name: "Authorization", Value: "Bearer hidden"}},
	Body:   []byte("line\r\n`${2}` \\n 'é' \u2028 \x00 $HOME"),
}

func TestExportsHideCredentials(t *testing.T) {
	shown := shownRequestOf(true, "localhost:1", odd)
	vegeta, err := shown.vegeta()
	if err != nil {
		t.Fatal(err)
	}
	k6, err := shown.k6("https://localhost:1/")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"curl": shown.curl(nil), "oha": shown.oha(), "vegeta": vegeta, "k6": k6} {
		if strings.Contains(text, "hidden") || !strings.Contains(text, "SECRET_1") || !strings.Contains(text, "SECRET_2") || strings.Contains(text, "SECRET_3") {
			t.Errorf("%s: got %s\nwant $SECRET_1 in the URL and $SECRET_2 in a header", name, text)
		}
	}
	var target struct {
		Method, URL, Body string
		Header            map[string][]string
	}
	if err := json.Unmarshal([]byte(vegeta), &target); err != nil {
		t.Fatal(err)
	}
	if body, err := base64.StdEncoding.DecodeString(target.Body); err != nil || string(body) != string(odd.Body) || target.Method != "POST" || target.Header["X-Odd"][0] != odd.Header[0].Value {
		t.Errorf("vegeta: got %s, %q, %v", vegeta, body, err)
	}
	shown.Body = `{"password":"` + "REDACTED" + `"}`
	if text, err := shown.vegeta(); err == nil {
		t.Errorf("a credential in a body of base64: got %s, want an error", text)
	}
}

// TestExportedScriptSendsTheRequest runs the script for k6 in Node, over a stub of its modules.
func TestExportedScriptSendsTheRequest(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	script, err := shownRequestOf(false, "localhost:1", odd).k6("http://localhost:1/")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"script.mjs": strings.Replace(script, "'k6/http'", "'./http.mjs'", 1),
		"http.mjs":   "export const sent = [];\nexport default { request: (...args) => sent.push(args), get: (url) => sent.push(['GET', url]) };\n",
		"main.mjs": `globalThis.__ENV = { SECRET_1: 'one', SECRET_2: 'two' };
const { suspect, canary } = await import('./script.mjs');
const { sent } = await import('./http.mjs');
suspect(); canary();
console.log(JSON.stringify(sent));
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", "main.mjs")
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, stderr.String(), script)
	}
	var sent [][]any
	if err := json.Unmarshal(out, &sent); err != nil {
		t.Fatal(err)
	}
	headers := sent[0][3].(map[string]any)["headers"].(map[string]any)
	if sent[0][0] != "POST" || sent[0][1] != "http://localhost:1/a%20b?q=`${x}`&api_key=one" || sent[0][2] != string(odd.Body) ||
		headers["X-Odd"] != odd.Header[0].Value || headers["Authorization"] != "Bearer two" || sent[1][1] != "http://localhost:1/" {
		t.Errorf("got %q, want %q with the values of the environment", out, odd)
	}
}
