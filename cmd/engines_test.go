package cmd

import (
	"bytes"
	"os"
	"regexp"
	"strings"
	"testing"

	"snag/analyze/regex/defence"
	"snag/cmd/cli"
	"snag/cmd/engines"
	"snag/cmd/report"
	"snag/cmd/report/render"
	"snag/probe/engine"
)

// observedPart is what TestEnginesPage writes into the page.
var observedPart = regexp.MustCompile(`(?s)(<!-- observed: [^\n]*-->\n)(.*?)(<!-- end -->)`)

// TestEnginesPage checks that docs/engines.md has a row for each specimen and a column for each engine
// that was present. With -update it writes what the engines of this machine do.
func TestEnginesPage(t *testing.T) {
	const file = "../docs/engines.md"
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		var stdout, stderr bytes.Buffer
		if status := execute(t.Context(), []string{"engines", "--observe", "-f", "markdown"}, &cli.Stdio{Out: &stdout, Err: &stderr}); status != 0 {
			t.Fatalf("status %d: %s", status, stderr.String())
		}
		var tables []string
		for _, part := range strings.Split(stdout.String(), "\n\n") {
			if strings.HasPrefix(part, "|") {
				tables = append(tables, strings.TrimSpace(part))
			}
		}
		text := strings.ReplaceAll(strings.Join(tables, "\n\n"), "$", "$$")
		page = observedPart.ReplaceAll(page, []byte("${1}"+text+"\n${3}"))
		if err := os.WriteFile(file, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	part := observedPart.FindSubmatch(page)
	if part == nil {
		t.Fatalf("%s has no observed part", file)
	}
	var shown []string
	for line := range strings.Lines(string(part[2])) {
		shown = append(shown, line)
	}
	for _, info := range engine.Known() {
		if !strings.Contains(string(part[2]), "\n| "+info.Name+" | ") {
			t.Errorf("%s does not list the engine %s", file, info.Name)
		}
	}
	// The rows stand in the order of the specimens, written as the format writes them.
	var items []engines.ObservationItem
	for _, s := range defence.Specimens() {
		items = append(items, engines.NewObservationItem(s))
	}
	var want bytes.Buffer
	r := &report.Report{Sections: []report.Section{{Table: engines.ObservationTable(items, nil)}}}
	if err := cli.FormatNamed("markdown").Render(&want, r, render.View{}); err != nil {
		t.Fatal(err)
	}
	at := 0
	for line := range strings.Lines(want.String()) {
		row := strings.TrimSuffix(strings.TrimSpace(line), "|")
		if !strings.HasPrefix(row, "| ") || strings.HasPrefix(row, "| what") {
			continue
		}
		for at < len(shown) && !strings.HasPrefix(shown[at], row) {
			at++
		}
		if at == len(shown) {
			t.Fatalf("%s lacks the row %s, or has it in another place (run with -update to measure)", file, row)
		}
	}
}
