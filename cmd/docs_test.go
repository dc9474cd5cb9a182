package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestDocsAreUpToDate(t *testing.T) {
	files, err := generatedDocs()
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

// TestHelp checks that the help of every command shows examples and fits a large screen.
func TestHelp(t *testing.T) {
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Hidden || c.Name() == "help" || c.Name() == "completion" {
			return
		}
		var b bytes.Buffer
		c.SetOut(&b)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		if c.Runnable() && c.Example == "" {
			t.Errorf("%s: no example", c.CommandPath())
		}
		if lines := strings.Count(b.String(), "\n"); lines > 60 {
			t.Errorf("%s: help of %d lines", c.CommandPath(), lines)
		}
		for line := range strings.Lines(b.String()) {
			if len([]rune(line)) > 160 {
				t.Errorf("%s: help line of %d characters: %s", c.CommandPath(), len(line), line)
			}
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot(&Stdio{}))
}
