package cmd

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/probe/snagtest"
)

// editors is the folder of what plays editors in tests.
const editors = "../testdata/editors"

// application is a folder with an application that a request can hold up.
func application(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"package.json": `{"name": "app", "dependencies": {"express": "4"}}`,
		"app.js": `const fs = require("fs"), app = require("express")();
const emoji = "😀", name = /^([a-z]+\s?)+$/;
app.get("/", (req, res) => {
  const page = fs.readFileSync("page.html");
  res.send(name.test(req.query.name) ? page : emoji);
});
`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// output runs a program that must end well and decodes what it prints, the last line of it.
func output(t *testing.T, result any, env []string, program string, args ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, args...)
	c.Env = append(os.Environ(), env...)
	c.WaitDelay = time.Second
	text, err := c.Output()
	if err != nil {
		if exit, ok := err.(*exec.ExitError); ok {
			t.Fatalf("%s: %v\n%s\n%s", program, err, text, exit.Stderr)
		}
		t.Fatalf("%s: %v", program, err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), result); err != nil {
		t.Fatalf("%s printed %s: %v", program, text, err)
	}
}

const mended = `snag: rewrite as ^([a-z]+(?![a-z])\s?)+$ (proved: the same matches)`

// TestLanguageClient plays the client library of VS Code.
func TestLanguageClient(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	if _, err := os.Stat(editors + "/node_modules/vscode-languageserver-protocol"); err != nil {
		snagtest.Skip(t, "npm ci in testdata/editors has not been run")
	}
	var got struct {
		Encoding, Message, Hover            string
		Severity, Related, Status           int
		Actions, Lenses, Progress, Problems []string
		Cancellation                        any
	}
	output(t, &got, nil, "node", editors+"/client.mjs", snagProgram(t), application(t))
	if got.Encoding != "utf-16" || got.Severity != 1 || !strings.Contains(got.Message, "reached from GET /, query.name") || got.Related != 2 {
		t.Errorf("got the diagnostic %+v", got)
	}
	if !strings.Contains(got.Hover, `"a".repeat(28)`) || !slices.Contains(got.Actions, mended) {
		t.Errorf("got the hover and actions %+v", got)
	}
	if len(got.Lenses) != 1 || !strings.Contains(got.Lenses[0], "fs.readFileSync") {
		t.Errorf("got the lenses %q", got.Lenses)
	}
	if got.Cancellation != float64(-32800) && got.Cancellation != "answered" {
		t.Errorf("a request that was cancelled ended with %v", got.Cancellation)
	}
	if !slices.Contains(got.Progress, "begin") || !slices.Contains(got.Progress, "end") || got.Status != 0 || len(got.Problems) > 0 {
		t.Errorf("got %+v, want progress, the status 0 and no problems", got)
	}
}

// TestNeovim plays Neovim without a screen.
func TestNeovim(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "nvim")
	var got struct {
		Severity, Line, Column, Status int
		Hover, Text                    string
		Actions                        []string
	}
	env := []string{"SNAG=" + snagProgram(t), "APP=" + filepath.Join(application(t), "app.js"), "XDG_STATE_HOME=" + t.TempDir(), "XDG_DATA_HOME=" + t.TempDir()}
	output(t, &got, env, "nvim", "--headless", "--clean", "-n", "-c", "luafile "+editors+"/neovim.lua", "-c", "cquit") // which ends it where the file failed
	// Neovim counts columns in bytes, and turns what the server counts in UTF-16 into them.
	if got.Severity != 1 || got.Line != 1 || got.Column < 20 || got.Status != 0 {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(got.Hover, `"a".repeat(28)`) || !slices.Contains(got.Actions, mended) {
		t.Errorf("got the hover and actions %+v", got)
	}
	if !strings.Contains(got.Text, `/^([a-z]+(?![a-z])\s?)+$/;`) {
		t.Errorf("the text became %q", got.Text)
	}
}
