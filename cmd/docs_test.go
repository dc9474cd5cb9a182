package cmd

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"snag/cmd/cli"
	"snag/cmd/demo"
)

func TestDocsAreUpToDate(t *testing.T) {
	files, err := generatedDocs("../testdata/reports")
	if err != nil {
		t.Fatal(err)
	}
	const remedy = "run: go run . docs docs"
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", "docs", filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("docs/%s is not up to date (%v); %s", name, err, remedy)
		}
	}
	pages, err := filepath.Glob("../docs/man/*.1")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if files["man/"+filepath.Base(page)] == nil {
			t.Errorf("%s belongs to no command", page)
		}
	}
}

func TestRulesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rules {
		if !regexp.MustCompile(`^[a-z]+/[a-z0-9-]+$`).MatchString(r.ID) || seen[r.ID] || seen[r.Name] {
			t.Errorf("rule %q: the id is malformed, or id or name %q stand twice", r.ID, r.Name)
		}
		seen[r.ID], seen[r.Name] = true, true
		for what, text := range map[string]string{"short": r.Short, "full": r.Full, "help": r.Help} {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("rule %s: %s text %q is no sentence", r.ID, what, text)
			}
		}
		if strings.ContainsAny(r.Short, "|\n`") {
			t.Errorf("rule %s: %q has markup", r.ID, r.Short)
		}
	}
}

// TestHelp checks that --help of every command fits a screen and shows an example that is cut off
// nowhere, that help CMD tells all of it on a page, and that the examples are commands of snag.
func TestHelp(t *testing.T) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Hidden || c.Name() == "help" || c.Name() == "completion" {
			return
		}
		c.InitDefaultHelpFlag()
		brief, full := briefHelp(c), fullHelp(c)
		for _, page := range []struct {
			text          string
			rows, columns int
		}{{brief, screenRows, screenColumns}, {full, 100, cli.PageColumns}} {
			if rows := strings.Count(page.text, "\n"); rows > page.rows {
				t.Errorf("%s: help of %d rows, want %d:\n%s", c.CommandPath(), rows, page.rows, page.text)
			}
			for line := range strings.Lines(page.text) {
				if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > page.columns && !strings.Contains(c.Example, strings.TrimSpace(line)) {
					t.Errorf("%s: help line of %d characters, want %d: %s", c.CommandPath(), n, page.columns, line)
				}
			}
		}
		if c.Runnable() && (c.Example == "" || !strings.Contains(brief, "\nExamples:\n")) {
			t.Errorf("%s: no example in\n%s", c.CommandPath(), brief)
		}
		for _, name := range mainFlags[c.CommandPath()] {
			if c.Flags().Lookup(name) == nil {
				t.Errorf("%s has no flag --%s", c.CommandPath(), name)
			}
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(full, "--"+f.Name) {
				t.Errorf("help %s does not tell --%s", c.CommandPath(), f.Name)
			}
		})
		for line := range strings.Lines(c.Example) {
			checkExample(t, c, strings.TrimSpace(line))
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	root := newRoot(&cli.Stdio{})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	visit(root)
}

// explained separates a command from what an example says about it.
var explained = regexp.MustCompile(`\s{2,}.*$`)

// checkExample parses a line of the examples of a command.
func checkExample(t *testing.T, c *cobra.Command, line string) {
	t.Helper()
	commands := 0
	for command := range strings.SplitSeq(explained.ReplaceAllString(line, ""), " | ") {
		words, err := cli.ShellWords(command)
		if err != nil || len(words) < 2 || words[0] != "snag" {
			continue
		}
		commands++
		p, err := cli.NewPlanned(quietStdio(), io.Discard, words[1:])
		if err == nil {
			err = p.Parse(demo.ArgumentsOf(p, words[1:]))
		}
		if err != nil {
			t.Errorf("%s: the example %q: %v", c.CommandPath(), line, err)
		}
	}
	if commands == 0 {
		t.Errorf("%s: the example %q is no command of snag", c.CommandPath(), line)
	}
}

// TestManual checks that nothing in a text means anything to the formatter of manual pages.
func TestManual(t *testing.T) {
	for text, want := range map[string]string{`.TH a\nb`: `\&.TH a\enb`, "-x 'y'": `\-x \(aqy\(aq`, "'a\n.b": "\\(aqa\n\\&.b"} {
		if got := roff(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// quietStdio prints nowhere.
func quietStdio() *cli.Stdio {
	stdio := &cli.Stdio{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	newRoot(stdio)
	return stdio
}
