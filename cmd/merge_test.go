package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"snag/cmd/cli"
)

// TestMergeSchemas validates merged reports: of one divided run, and of different commands.
func TestMergeSchemas(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, args ...string) string {
		path := filepath.Join(dir, name)
		var stderr strings.Builder
		if status := execute(t.Context(), append(args, "-f", "json", "-o", path), &cli.Stdio{In: strings.NewReader(hostilePatterns), Out: &strings.Builder{}, Err: &stderr}); status > cli.ExitFindings {
			t.Fatalf("%q: status %d: %s", args, status, stderr.String())
		}
		return path
	}
	one := write("1.json", "regex", "--engine", "none", "--patterns", "-", "--shard", "1/2")
	two := write("2.json", "regex", "--engine", "none", "--patterns", "-", "--shard", "2/2")
	herd := write("herd.json", "retry", "herd", "--policy", "exp:base=100ms,cap=10s")

	document := validDocument(t, "regex.schema.json", cli.ExitFindings, "merge", "-f", "json", one, two)
	if got := len(at(document, "data", "patterns").([]any)); got != 12 {
		t.Errorf("the merged run has %d patterns, want 12", got)
	}
	document = validDocument(t, "merge.schema.json", cli.ExitFindings, "merge", "-f", "json", one, two, herd)
	if got := len(at(document, "data", "reports").([]any)); got != 3 {
		t.Errorf("got %d reports, want 3", got)
	}
}

// TestCITemplates reads the files that are made to be copied, and checks the options of the commands in
// them.
func TestCITemplates(t *testing.T) {
	for _, name := range []string{"action.yml", "gitlab.yml", "pre-commit-hooks.yaml"} {
		content, err := os.ReadFile(filepath.Join("../docs/ci", name))
		if err != nil {
			t.Fatal(err)
		}
		var v any
		if err := yaml.Unmarshal(content, &v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		commands := 0
		for line := range strings.Lines(string(content)) {
			_, command, found := strings.Cut(strings.NewReplacer(`"`, "", "'", "").Replace(line), "snag ")
			name, _, _ := strings.Cut(command, " ")
			if !found || name != "regex" && name != "merge" && name != "check" {
				continue
			}
			commands++
			c, rest, err := newRoot(&cli.Stdio{}).Find(strings.Fields(strings.Split(command, "${args")[0]))
			if err == nil {
				err = c.ParseFlags(options(rest))
			}
			if err != nil {
				t.Errorf("%s: %s: %v", name, strings.TrimSpace(line), err)
			}
		}
		if commands == 0 {
			t.Errorf("%s: it does not use snag", name)
		}
	}
}

// options leaves out what a shell would have put in by variables.
func options(words []string) []string {
	var out []string
	for _, w := range words {
		w = strings.NewReplacer("$CI_NODE_INDEX", "1", "$CI_NODE_TOTAL", "2", "$SNAG_FAIL_ON", "slow").Replace(w)
		if strings.HasPrefix(w, "|") || strings.HasPrefix(w, ">") {
			break
		}
		out = append(out, w)
	}
	return out
}
