package cmd

import (
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
)

// TestSecurityPageNamesEveryCommand holds the table of docs/security.md complete.
func TestSecurityPageNamesEveryCommand(t *testing.T) {
	page, err := os.ReadFile("../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		cell, ok := strings.CutPrefix(line, "| `snag ")
		if !ok {
			continue
		}
		cell, _, _ = strings.Cut(cell, " |")
		first, others, _ := strings.Cut(cell, "`")
		parent, _, _ := strings.Cut(first, " ")
		rows[first] = true
		for i, part := range strings.Split(others, "`") {
			if i%2 == 1 {
				rows[parent+" "+part] = true
			}
		}
	}
	// What only prints about snag itself needs no row.
	for _, name := range []string{"completion", "docs", "help", "rules", "version"} {
		rows[name] = true
	}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		name := strings.TrimPrefix(c.CommandPath(), "snag ")
		if rows[name] || c.Hidden {
			return
		}
		for _, sub := range c.Commands() {
			visit(sub)
		}
		if c.Runnable() && !c.HasSubCommands() {
			t.Errorf("docs/security.md has no row for snag %s", name)
		}
	}
	visit(newRoot(&cli.Stdio{}))
}
