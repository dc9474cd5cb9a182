package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"snag/analyze/judge"
)

// Read reads a report that was written in the json format. Data and the evidence of findings are
// json.RawMessage, exactly as they were written; Rules and Sections are not part of the format and
// stay empty. The error says what is not as the format has it.
func Read(r io.Reader) (*Report, error) {
	var in struct {
		Schema   string          `json:"schema"`
		Command  string          `json:"command"`
		Version  string          `json:"version"`
		Started  time.Time       `json:"started"`
		Duration int64           `json:"duration_ms"`
		Partial  bool            `json:"partial"`
		Failed   *bool           `json:"failed"`
		Summary  json.RawMessage `json:"summary"`
		Findings []readFinding   `json:"findings"`
		Data     json.RawMessage `json:"data"`
	}
	d := json.NewDecoder(r)
	if err := d.Decode(&in); errors.Is(err, io.EOF) {
		return nil, errors.New("it is empty")
	} else if err != nil {
		return nil, err
	}
	if in.Schema != Schema {
		return nil, fmt.Errorf("its schema is %q, want %q", in.Schema, Schema)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more follows the document")
	}
	out := &Report{
		Command: in.Command, Version: in.Version, Started: in.Started, Partial: in.Partial, Failed: in.Failed,
		Duration: time.Duration(in.Duration) * time.Millisecond, Data: in.Data,
	}
	if err := readSummary(in.Summary, out); err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	for i, f := range in.Findings {
		finding, err := f.finding()
		if err != nil {
			return nil, fmt.Errorf("finding %d: %w", i+1, err)
		}
		out.Findings = append(out.Findings, finding)
	}
	return out, nil
}

// readFinding is a finding whose evidence is left as it is.
type readFinding struct {
	jsonFinding
	Evidence json.RawMessage `json:"evidence"`
}

func (f readFinding) finding() (Finding, error) {
	out := Finding{
		Finding: judge.Finding{Rule: Visible(f.Rule), Level: f.Level, Message: string(f.Message), Evidence: f.Evidence, Help: string(f.Help)},
		Short:   string(f.Short), Group: string(f.Group), Minor: string(f.Minor), Weight: f.Weight, Fingerprint: f.Fingerprint,
	}
	var err error
	if x := f.Excerpt; x != nil {
		out.Excerpt = &Excerpt{Text: string(x.Text)}
		if out.Excerpt.Marks, err = readMarks(x.Marks); err != nil {
			return out, err
		}
	}
	for _, use := range f.Uses {
		if use != nil {
			out.Uses = append(out.Uses, use.location())
		}
	}
	if f.Location != nil {
		out.Location = f.Location.location()
	}
	for _, d := range f.Details {
		detail := Detail{Label: string(d.Label), Text: string(d.Text), Code: d.Code, Short: d.Short, Remark: string(d.Remark)}
		if detail.Marks, err = readMarks(d.Marks); err != nil {
			return out, err
		}
		out.Details = append(out.Details, detail)
	}
	for _, fix := range f.Fixes {
		if fix.Location == nil {
			return out, errors.New("a fix has no location")
		}
		out.Fixes = append(out.Fixes, Fix{string(fix.Description), fix.Location.location(), string(fix.Text)})
	}
	if s := f.Suppression; s != nil {
		out.Suppression = &Suppression{InSource: s.Kind == "inSource", Reason: string(s.Reason)}
	}
	if f.Rule == "" || f.Message == "" {
		return out, errors.New("it has no rule or no message")
	}
	return out, nil
}

func readMarks(pairs [][2]int) ([]Mark, error) {
	var marks []Mark
	for _, m := range pairs {
		if m[0] < 0 || m[0] > m[1] {
			return nil, fmt.Errorf("a mark from %d to %d", m[0], m[1])
		}
		marks = append(marks, Mark{m[0], m[1]})
	}
	return marks, nil
}

// location returns the Location that JSON was made from. Offsets are not part of the format.
func (l *JSONLocation) location() Location {
	out := Location{
		File:  string(l.File),
		Start: Position{Line: l.Line, Column: l.Column, ColumnUTF16: l.Column},
		End:   Position{Line: l.EndLine, Column: l.EndColumn, ColumnUTF16: l.EndColumn},
		URL:   RedactURL(string(l.URL)), PID: l.PID, Command: RedactText(string(l.Command)),
	}
	if l.ColumnUTF16 != 0 {
		out.Start.ColumnUTF16 = l.ColumnUTF16
	}
	if l.EndColumnUTF16 != 0 {
		out.End.ColumnUTF16 = l.EndColumnUTF16
	}
	return out
}

// readSummary reads the counts in their order, and the notes.
func readSummary(raw []byte, out *Report) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return errors.New("it is not an object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		switch name := key.(string); name {
		case "findings":
			var tally Tally // follows from the findings
			err = d.Decode(&tally)
		case "text":
			var text Text
			err = d.Decode(&text)
			out.Summary.Text = string(text)
		case "notes":
			var notes []Text
			err = d.Decode(&notes)
			for _, n := range notes {
				out.Notes = append(out.Notes, string(n))
			}
		default:
			c := Count{Name: name}
			err = d.Decode(&c.N)
			out.Summary.Counts = append(out.Summary.Counts, c)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
