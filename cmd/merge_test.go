package cmd

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"snag/cmd/cli"
	"snag/probe/snagtest"
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

// TestFleet divides the audit of one tree among 256 jobs and compares what they found together with one run.
func TestFleet(t *testing.T) {
	dir := t.TempDir()
	for i := range 300 {
		name := filepath.Join(dir, "src", fmt.Sprintf("part%d", i%7), fmt.Sprintf("f%d.js", i))
		text := strings.Repeat("// a line\n", i%40) + fmt.Sprintf("exports.f = s => /ok%d/.test(s)\n", i)
		if i%5 == 0 { // one run offers rewrites for a hundred findings
			text += fmt.Sprintf("exports.g = s => /^(x|x)*%d$/.test(s)\n", i%150) // each of them twice
		}
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	run := func(args ...string) string {
		var stdout, stderr strings.Builder
		if status := execute(t.Context(), args, &cli.Stdio{In: strings.NewReader(""), Out: &stdout, Err: &stderr}); status > cli.ExitFindings {
			t.Fatalf("%q: status %d: %s", args, status, stderr.String())
		}
		return stdout.String()
	}
	jobs := 32
	if snagtest.IsLong() {
		jobs = 256
	}
	merge := []string{"merge", "--all"}
	for i := range jobs {
		t.Setenv("SNAG_SHARD_INDEX", fmt.Sprint(i))
		t.Setenv("SNAG_SHARD_TOTAL", fmt.Sprint(jobs))
		name := fmt.Sprintf("part-%d.json", i)
		run("regex", "src", "--engine", "none", "--no-reach", "--no-cache", "--shard", "auto", "-f", "json", "-o", name)
		merge = append(merge, name)
	}
	whole := run("regex", "src", "--engine", "none", "--no-reach", "--no-cache", "--all")
	if got := run(merge...); got != whole || !strings.Contains(whole, "60 exponential") {
		t.Errorf("%d jobs report\n%s\nand one\n%s", jobs, got, whole)
	}
	findings := func(text string) any {
		var document any
		if err := json.Unmarshal([]byte(text), &document); err != nil {
			t.Fatal(err)
		}
		return at(document, "findings")
	}
	whole = run("regex", "src", "--engine", "none", "--no-reach", "--no-cache", "-f", "json")
	if got := run(append(merge, "-f", "json")...); !reflect.DeepEqual(findings(got), findings(whole)) {
		t.Errorf("%d jobs report\n%s\nand one\n%s", jobs, got, whole)
	}
}

// TestMergeIsInterrupted ends merges that wait for what does not come: of a report that stops in the middle, and of
// a pipe that nobody writes to. They leave what the output was before, and nothing beside it.
func TestMergeIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	output := filepath.Join(dir, "merged.json")
	if err := os.WriteFile(output, []byte("before"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"json", "sarif", "markdown", "table", "ndjson"} {
		in, out := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			io.WriteString(out, `{"schema": "snag/v1", "command": "regex", "findings": [`)
			cancel()
		}()
		var stdout, stderr strings.Builder
		status := execute(ctx, []string{"merge", "-f", format, "-o", output, "-"}, &cli.Stdio{In: in, Out: &stdout, Err: &stderr})
		in.Close()
		files, err := os.ReadDir(dir)
		content, _ := os.ReadFile(output)
		if status != cli.ExitFailure || stdout.String() != "" || stderr.String() != "snag: interrupted\n" || err != nil || len(files) != 1 || string(content) != "before" {
			t.Errorf("%s: status %d, %q, %q, %v, %v, the output is %q", format, status, stdout.String(), stderr.String(), files, err, content)
		}
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
