package model

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// guide is the page that tells how to write a model.
func guide(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/reach.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestGuideParses reads every example of the guide, and asks the first one.
func TestGuideParses(t *testing.T) {
	var examples []*Model
	for _, part := range strings.Split(guide(t), "```yaml\n")[1:] {
		text, _, _ := strings.Cut(part, "```")
		if !strings.HasPrefix(text, "reach:") {
			continue
		}
		m, err := Parse("snag.yaml", []byte(text))
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		examples = append(examples, m)
	}
	if len(examples) == 0 {
		t.Fatal("the guide has no example")
	}
	m := Default().With(examples[0])
	found := m.EntriesOf(JavaScript, callOf(t, "our-rpc.Server().handle('search', _)"))
	if len(found) != 1 || found[0].Rule.Name != "rpc.handler" {
		t.Errorf("the entry of the example: %v, want rpc.handler", found)
	}
	if s := m.SourcesOf(JavaScript, value(t, "rpc.handler[0].text")); len(s) != 1 || s[0].Max != 65536 || s[0].Kind != Message {
		t.Errorf("the source of the example: %v, want a message of 65536", s)
	}
	if s := m.SettingsOf(JavaScript, callOf(t, "our-rpc.Server(_)")); len(s) != 1 || s[0].Rule.Sets != "rpc.message" {
		t.Errorf("the setting of the example: %v, want rpc.message", s)
	}
	if role, _ := m.RoleOf("examples/server/a.js"); role != Ordinary {
		t.Errorf("the served examples are %s, want ordinary", role)
	}
}

// TestGuideKnowsTheLimits compares the table of the guide with the data.
func TestGuideKnowsTheLimits(t *testing.T) {
	limits := slices.Clone(Default().Limits)
	slices.SortFunc(limits, func(a, b Limit) int { return cmp.Compare(a.Name, b.Name) })
	text := guide(t)
	for _, l := range limits {
		most := "none"
		if l.Max != NoLimit {
			most = grouped(l.Max)
		}
		if row := fmt.Sprintf("| `%s` | %s | %s |\n", l.Name, most, l.Why); !strings.Contains(text, row) {
			t.Errorf("docs/reach.md lacks the row\n%s", row)
		}
	}
	rows := strings.Count(text[strings.Index(text, "| Limit | Default |"):], "\n| `")
	if rows != len(limits) {
		t.Errorf("docs/reach.md has %d limits, want %d", rows, len(limits))
	}
}

// grouped writes a number with commas.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
