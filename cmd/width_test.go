//go:build unix

package cmd

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"

	"snag/cmd/cli"
	"snag/cmd/demo"
	"snag/cmd/report"
	"snag/cmd/report/render"
	"snag/probe/snagtest"
)

// terminals are the widths in columns that reports are tried at.
var terminals = []int{60, 80, 120}

// checkWidth fails for lines of a report that a terminal would wrap. A place in a file stays in one piece, but
// then alone on its line.
func checkWidth(t *testing.T, what, text string, columns int) {
	t.Helper()
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if width := displaywidth.String(line); width > columns && strings.Contains(strings.TrimSpace(line), " ") {
			t.Errorf("%s: a line has %d columns of %d: %s", what, width, columns, line)
		}
	}
}

// extra are commands that the tour has no report of.
func extra(self, base string) map[string][]string {
	return map[string][]string{
		"engines":       {"engines"},
		"masks":         {"shutdown", "--masks", "--protocol", "none", "--startup", "300ms", "--", "sleep", "60"},
		"explain-long":  {"explain", "--engine", "none", `^(?:[a-z0-9]+(?:[._-][a-z0-9]+)*)+@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$`},
		"shop":          {"regex", "../testdata/shop", "--engine", "none"},
		"fix":           {"regex", "../testdata/shop/routes.js", "--fix", "--engine", "none"},
		"reach":         {"reach", "../testdata/reach"},
		"not-measured":  {"block", "handler", base + "/nothere?n={{n}}"},
		"client-curl":   {"retry", "client", "--quick", "--", self, "demo", "client", "--policy", "unsafe", "{url}"},
		"checks":        {"check", "--static", "--config", "testdata/checks/snag.yaml"},
		"unknown-regex": {"regex", "-e", `(a)(?:\1{2,30}b?)+c{1,40}$`, "--engine", "none"},
	}
}

// TestNoTableWraps renders reports of every command that were recorded, at the widths of terminals. With
// -update the long tests record them anew.
func TestNoTableWraps(t *testing.T) {
	const folder = "../testdata/reports"
	if *update && snagtest.IsLong() {
		recordReports(t, folder)
	}
	names := []string{}
	for _, s := range demo.TourSteps(demo.DemoPlace{Base: "http://127.0.0.1:1", Self: "snag"}) {
		names = append(names, "tour-"+s.Name)
	}
	for name := range extra("snag", "") {
		names = append(names, name)
	}
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(folder, name+".json"))
		if err != nil {
			t.Errorf("%v: record it by SNAG_LONG=1 go test ./cmd -run TestNoTableWraps -update", err)
			continue
		}
		var r report.Report
		if err := json.Unmarshal(content, &r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, f := range r.Findings {
			if f.Rule == "check/not-run" {
				t.Errorf("%s: %s", name, f.Message)
			}
		}
		for _, columns := range terminals {
			var b bytes.Buffer
			if err := cli.FormatNamed("table").Render(&b, &r, render.View{Columns: columns}); err != nil {
				t.Fatal(err)
			}
			if b.Len() == 0 {
				t.Errorf("%s: the report is empty", name)
			}
			checkWidth(t, name, b.String(), columns)
		}
	}
}

// TestGuidesFitATerminal checks the output that the README and the guides show.
func TestGuidesFitATerminal(t *testing.T) {
	for _, page := range guides {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range consoleBlock.FindAllStringSubmatch(string(text), -1) {
			if command, output, _ := strings.Cut(block[1], "\n"); !strings.Contains(command, "lines | cut") {
				checkWidth(t, page, output, 80)
			}
		}
	}
}

// TestReportsKeepToTheWidth runs commands that need nothing and renders their reports at widths of terminals.
func TestReportsKeepToTheWidth(t *testing.T) {
	t.Chdir("..")
	run := func(args ...string) string {
		t.Helper()
		var stdout, stderr strings.Builder
		if status := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr}); status != 0 {
			t.Errorf("%q: status %d: %s", args, status, stderr.String())
		}
		return stdout.String()
	}
	server := "const fs = require('fs')\nrequire('http').createServer((req, res) => { res.end(fs.readFileSync('/etc/hostname')) }).listen(1)\n"
	blocking := t.TempDir()
	if err := os.WriteFile(filepath.Join(blocking, strings.Repeat("long", 20)+".js"), []byte(server), 0o600); err != nil {
		t.Fatal(err)
	}
	// What is judged is the same at each width.
	for _, args := range [][]string{
		{"regex", "testdata", "--all"},
		{"regex", "-e", strings.Repeat(`(?:\s*[a-z]+)+,`, 60)},
		{"regex", "-e", `日本語(あ+)+う`, "-e", "e\u0301(e\u0301*)*b", "-e", strings.Repeat("日", 100) + "(a+)+$"},
		{"regex", "--patterns", "testdata/patterns/hard.jsonl", "--all"},
		{"block", "calls", blocking},
	} {
		what := strings.Join(args[:2], " ")
		if args[0] == "regex" {
			args = append(args, "--engine", "none")
		}
		r, err := report.Read(strings.NewReader(run(append(args, "--fail-on", "none", "--format", "json")...)))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		for _, columns := range terminals {
			var b strings.Builder
			if err := cli.FormatNamed("table").Render(&b, r, render.View{Columns: columns}); err != nil {
				t.Fatal(err)
			}
			if len(r.Findings) == 0 || b.Len() == 0 {
				t.Errorf("%s: the report has %d findings and %d bytes", what, len(r.Findings), b.Len())
			}
			checkWidth(t, what, b.String(), columns)
		}
	}
	// Plots are drawn to the width.
	for _, columns := range terminals {
		t.Setenv("COLUMNS", strconv.Itoa(columns))
		for _, args := range [][]string{
			{"explain", "--engine", "none", `^(\w+\s?)*$`},
			{"explain", "--engine", "none", strings.Repeat(`(?:\s*[a-z]+)+,`, 12)},
			{"retry", "herd", "--policy", "exp:base=100ms,cap=10s"},
		} {
			checkWidth(t, strings.Join(args[:2], " "), run(append(args, "--fail-on", "none")...), columns)
		}
	}
}

// recordReports runs the steps of the tour and the extra commands and keeps what people see of their reports.
func recordReports(t *testing.T, folder string) {
	self := snagProgram(t)
	service := exec.Command(self, "demo")
	out, err := service.StdoutPipe()
	if err == nil {
		err = service.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = service.Process.Signal(os.Interrupt); _ = service.Wait() })
	first, err := bufio.NewReader(out).ReadString('\n')
	address := tourAddress.FindString(first)
	if err != nil || address == "" {
		t.Fatalf("the service says %q, %v", first, err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	commands := extra(self, address)
	files := t.TempDir()
	place, err := demo.NewPlace(address, self, files)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range demo.TourSteps(place) {
		commands["tour-"+s.Name] = s.Words
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, words := range commands {
		p, err := cli.NewPlanned(quietStdio(), os.Stderr, words)
		if err == nil {
			err = p.Parse(demo.ArgumentsOf(p, words))
		}
		if err != nil {
			t.Fatalf("%q: %v", words, err)
		}
		var r *report.Report
		t.Run(name, func(t *testing.T) {
			if name == "checks" {
				t.Chdir("..") // the paths of its file are relative to the folder that snag runs in
			}
			r = p.Run(t.Context()).Report
		})
		if r == nil {
			t.Fatalf("%q has no report", words)
		}
		r.Data, r.Rules = nil, nil
		for i := range r.Findings {
			r.Findings[i].Evidence = nil
		}
		for i := range r.Sections {
			r.Sections[i].Picture = nil
		}
		text, err := json.MarshalIndent(r, "", "\t")
		if err != nil {
			t.Fatalf("%q: %v", words, err)
		}
		for _, place := range [][2]string{{filepath.Dir(self), "/usr/local/bin"}, {files, "shop"}, {"../testdata", "testdata"}, {address, "http://127.0.0.1:3000"}} {
			text = bytes.ReplaceAll(text, []byte(place[0]), []byte(place[1]))
			text = bytes.ReplaceAll(text, []byte(strings.TrimPrefix(place[0], "/")), []byte(place[1]))
		}
		if err := os.WriteFile(filepath.Join(folder, name+".json"), append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
