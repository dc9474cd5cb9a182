package cmd

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"snag/cmd/report"
)

// baselineSchema names the version of baseline files.
const baselineSchema = "snag/baseline/v1"

// baseline is a list of findings that are known and do not count. It is a file of JSON under version
// control, one finding a few lines, sorted, so that changes to it can be read and merged.
type baseline struct {
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

func readBaseline(path string) (*baseline, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, withHint(usagef("cannot read the baseline: %w", err), "write one with --write-baseline FILE")
	}
	b := &baseline{path: path, known: map[string]bool{}}
	if err := json.Unmarshal(content, b); err != nil {
		return nil, usagef("%s is not a baseline: %w", path, err)
	}
	if b.Schema != baselineSchema {
		return nil, usagef("%s is not a baseline: its schema is %q, want %q", path, b.Schema, baselineSchema)
	}
	for _, f := range b.Findings {
		b.known[f.Fingerprint] = true
	}
	return b, nil
}

// suppress marks the finding when the baseline has it. It may be called on a nil baseline.
func (b *baseline) suppress(f *report.Finding) {
	if b != nil && f.Suppression == nil && f.Fingerprint != "" && b.known[f.Fingerprint] {
		f.Suppression = &report.Suppression{Reason: "in the baseline " + b.path}
	}
}

// gone counts the findings of the baseline that the report no longer has.
func (b *baseline) gone(findings []report.Finding) int {
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

// writeBaseline writes the findings that no comment suppresses to a file and returns their number.
func writeBaseline(path string, findings []report.Finding) (int, error) {
	b := baseline{Schema: baselineSchema, Findings: []knownFinding{}}
	for _, f := range findings {
		if f.Fingerprint == "" || f.Suppression != nil && f.Suppression.InSource {
			continue
		}
		message, _, _ := strings.Cut(f.Message, ". ")
		b.Findings = append(b.Findings, knownFinding{f.Fingerprint, f.Rule, report.Text(f.Location.File), report.Text(message)})
	}
	slices.SortFunc(b.Findings, func(x, y knownFinding) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Fingerprint, y.Fingerprint))
	})
	t, err := newTarget(path, nil)
	if err != nil {
		return 0, fmt.Errorf("writing the baseline: %w", err)
	}
	defer t.discard()
	e := json.NewEncoder(t)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(b); err != nil {
		return 0, fmt.Errorf("writing the baseline: %w", err)
	}
	if err := t.commit(); err != nil {
		return 0, fmt.Errorf("writing the baseline: %w", err)
	}
	return len(b.Findings), nil
}
