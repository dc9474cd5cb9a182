package worktree

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"snag/analyze/sorting"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// baselineSchema names the version of baseline files.
const baselineSchema = "snag/baseline/v1"

// Baseline is a list of findings that are known and do not count. It is a file of JSON under version
// control, one finding a few lines, sorted, so that changes to it can be read and merged.
type Baseline struct {
	Schema   string          `json:"schema"`
	Findings []knownFinding  `json:"findings"`
	known    map[string]bool // fingerprints
	path     string
}

// knownFinding is a finding in a baseline. Only the fingerprint counts; the rest is for readers.
type knownFinding struct {
	Fingerprint string      `json:"fingerprint"`
	Rule        string      `json:"rule"`
	File        report.Text `json:"file,omitempty"`
	Message     report.Text `json:"message"`
}

// ReadBaseline reads a file that WriteBaseline wrote. The error is one of usage, with a hint.
func ReadBaseline(path string) (*Baseline, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, cli.WithHint(cli.Usagef("cannot read the baseline: %w", err), "write one with --write-baseline FILE")
	}
	b := &Baseline{path: path, known: map[string]bool{}}
	if err := json.Unmarshal(content, b); err != nil {
		return nil, cli.Usagef("%s is not a baseline: %w", path, err)
	}
	if b.Schema != baselineSchema {
		return nil, cli.Usagef("%s is not a baseline: its schema is %q, want %q", path, b.Schema, baselineSchema)
	}
	for _, f := range b.Findings {
		b.known[f.Fingerprint] = true
	}
	return b, nil
}

// Suppress marks the finding when the baseline has it. It may be called on a nil baseline.
func (b *Baseline) Suppress(f *report.Finding) {
	if b != nil && f.Suppression == nil && f.Fingerprint != "" && b.known[f.Fingerprint] {
		f.Suppression = &report.Suppression{Reason: "in the baseline " + b.path}
	}
}

// Gone counts the findings of the baseline that the report no longer has.
func (b *Baseline) Gone(findings []report.Finding) int {
	if b == nil {
		return 0
	}
	found := map[string]bool{}
	for _, f := range findings {
		found[f.Fingerprint] = true
	}
	gone := 0
	for fingerprint := range b.known {
		if !found[fingerprint] {
			gone++
		}
	}
	return gone
}

// WriteBaseline writes the findings that no comment suppresses to a file and returns their number.
func WriteBaseline(path string, findings []report.Finding) (int, error) {
	b := Baseline{Schema: baselineSchema, Findings: []knownFinding{}}
	for _, f := range findings {
		if f.Fingerprint == "" || f.Suppression != nil && f.Suppression.InSource {
			continue
		}
		message, _, _ := strings.Cut(f.Message, ". ")
		b.Findings = append(b.Findings, knownFinding{f.Fingerprint, f.Rule, report.Text(f.Location.File), report.Text(message)})
	}
	sorting.Stable(b.Findings, func(x, y knownFinding) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	t, err := cli.NewTarget(path, nil)
	if err != nil {
		return 0, fmt.Errorf("writing the baseline: %w", err)
	}
	defer t.Discard()
	e := json.NewEncoder(t)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(b); err != nil {
		return 0, fmt.Errorf("writing the baseline: %w", err)
	}
	if err := t.Commit(); err != nil {
		return 0, fmt.Errorf("writing the baseline: %w", err)
	}
	return len(b.Findings), nil
}
