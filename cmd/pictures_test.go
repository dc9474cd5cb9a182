//go:build unix

package cmd

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/cmd/report/render"
)

// textOf is what a picture says, without white space, and the elements that it is made of.
func textOf(t *testing.T, name string, picture []byte) (text string, elements map[string]bool) {
	t.Helper()
	elements = map[string]bool{}
	var b strings.Builder
	skipped := ""
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return strings.Join(strings.Fields(b.String()), ""), elements
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			skipped = token.Name.Local
			elements[skipped] = true
			for _, a := range token.Attr {
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || strings.Contains(a.Value, "url(") {
					t.Errorf("%s: %s has %s=%q", name, skipped, a.Name.Local, a.Value)
				}
			}
		case xml.EndElement:
			skipped = ""
		case xml.CharData:
			if skipped == "text" {
				b.Write(token)
			}
		}
	}
}

// TestPicturesAreTrue compares what each picture in docs/ says with the report of the run that was recorded, and
// with the command that it was. The pictures of runs that need neither a service nor an engine are compared with a
// run as well.
func TestPicturesAreTrue(t *testing.T) {
	commands := extra("snag", "")
	for _, p := range pictures {
		drawn, err := os.ReadFile("../docs/pictures/" + p.name + ".svg")
		if err != nil {
			t.Errorf("%v; run: go run . docs docs", err)
			continue
		}
		got, elements := textOf(t, p.name, drawn)
		for name := range elements {
			if !strings.Contains(" svg title style rect text ", " "+name+" ") {
				t.Errorf("%s: it has an element %s", p.name, name)
			}
		}
		var r report.Report
		content, err := os.ReadFile("../testdata/reports/" + p.recorded + ".json")
		if err == nil {
			err = json.Unmarshal(content, &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		if want := shownAs(t, &r); !strings.HasSuffix(got, want) || !strings.HasPrefix(got, "$snag"+strings.ReplaceAll(r.Command, " ", "")) {
			t.Errorf("%s says\n%s\nand the report\n%s", p.name, got, want)
		}
		if p.words == nil || p.name == "engines" {
			continue
		}
		recorded := strings.ReplaceAll(strings.Join(commands[p.recorded], " "), "../", "")
		if shown := strings.Join(p.words, " "); shown != recorded {
			t.Errorf("%s shows snag %s, and snag %s was recorded", p.name, shown, recorded)
		}
		var out strings.Builder
		args := append([]string{"--quiet"}, commands[p.recorded]...)
		if status := execute(t.Context(), append(args, "--format", "json"), &cli.Stdio{In: strings.NewReader(""), Out: &out, Err: io.Discard}); status > cli.ExitFindings {
			t.Fatalf("snag %s: status %d", strings.Join(args, " "), status)
		}
		run, err := report.Read(strings.NewReader(out.String()))
		if err != nil {
			t.Fatal(err)
		}
		if len(run.Findings) != len(r.Findings) || run.Summary.Text != r.Summary.Text {
			t.Errorf("%s: recorded were %d findings, %s; a run has %d, %s (SNAG_LONG=1 go test ./cmd -run TestNoTableWraps -update)",
				p.name, len(r.Findings), r.Summary.Text, len(run.Findings), run.Summary.Text)
		}
	}
}

// shownAs is what a terminal shows of a report, without white space.
func shownAs(t *testing.T, r *report.Report) string {
	t.Helper()
	var b strings.Builder
	if err := cli.FormatNamed("table").Render(&b, r, render.View{Columns: 80}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), "")
}

// TestPicturesAreShown finds each picture in the README or in a guide, with words for who does not see it.
func TestPicturesAreShown(t *testing.T) {
	var pages strings.Builder
	for _, name := range []string{"README.md", "docs/regex.md", "docs/block.md", "docs/retry.md", "docs/shutdown.md", "docs/check.md", "docs/engines.md", "docs/fix.md", "docs/reach.md"} {
		page, err := os.ReadFile("../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if before, _, _ := strings.Cut(string(page), "pictures/"); strings.Count(before, "\n") > 12 || len(before) == len(page) {
			t.Errorf("%s does not open with a picture", name)
		}
		pages.Write(page)
	}
	for _, p := range pictures {
		if !strings.Contains(pages.String(), "pictures/"+p.name+".svg)") {
			t.Errorf("no page shows pictures/%s.svg", p.name)
		}
	}
}
