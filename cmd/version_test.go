package cmd

import (
	"strings"
	"testing"

	"snag/cmd/cli"
)

func TestVersion(t *testing.T) {
	document := validDocument(t, "version.schema.json", 0, "version", "-f", "json")
	if got, want := at(document, "data", "version"), at(document, "version"); got != want || got == "" {
		t.Errorf("data.version is %v, and the report's %v", got, want)
	}
}

func TestRules(t *testing.T) {
	document := validDocument(t, "rules.schema.json", 0, "rules", "-f", "json")
	if got := len(at(document, "data", "rules").([]any)); got != len(rules) {
		t.Errorf("got %d rules, want %d", got, len(rules))
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"retry/no-jitter"}, 0, "What to do: Add chance"},
		{[]string{"retry"}, 0, "retry/unsafe-post"},
		{[]string{"retry/"}, 0, "retry/unsafe-post"},
		{[]string{"retr"}, 2, `no rule is named "retr"`},
	} {
		var stdout, stderr strings.Builder
		status := execute(t.Context(), append([]string{"rules"}, c.args...), &cli.Stdio{Out: &stdout, Err: &stderr})
		if status != c.status || !strings.Contains(stdout.String()+stderr.String(), c.want) {
			t.Errorf("snag rules %q: status %d, %s%s, want %d and %q", c.args, status, stdout.String(), stderr.String(), c.status, c.want)
		}
		if strings.Contains(stdout.String(), "regex/") {
			t.Errorf("snag rules %q shows rules of regexes: %s", c.args, stdout.String())
		}
	}
}
