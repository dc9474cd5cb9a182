package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"snag/analyze/judge"
)

// Read reads a report that was written in the json format. Its data is a *Data; the evidence of findings is
// json.RawMessage. Rules and Sections are not part of the format and stay empty. The error says what is not as the
// format has it. No more of the text is held at a time than one element of a list.
func Read(r io.Reader) (*Report, error) { return Reader{}.Read(r) }

// Reader reads reports of which parts are not to be kept. The zero Reader keeps all.
type Reader struct {
	// Finding gets each finding, with its text in JSON, instead of the report; nil leaves them in the report.
	Finding func(f Finding, text json.RawMessage) error
	// Items get the elements of lists of the data, by the names of the lists, which are then empty; a nil function
	// passes them over.
	Items map[string]func(item json.RawMessage) error
}

// Read reads a report as the function [Read] does.
func (x Reader) Read(r io.Reader) (*Report, error) {
	d := newDecoder(r)
	if d.PeekKind() == 0 {
		if _, err := d.ReadToken(); errors.Is(err, io.EOF) {
			return nil, errors.New("it is empty")
		}
	}
	out := &Report{}
	schema, n := "", 0
	var summary json.RawMessage
	err := eachMember(d, func(name string) error {
		switch name {
		case "schema":
			return decodeValue(d, &schema)
		case "command":
			return decodeValue(d, &out.Command)
		case "version":
			return decodeValue(d, &out.Version)
		case "scope":
			var scope Text
			err := decodeValue(d, &scope)
			out.Scope = string(scope)
			return err
		case "started":
			return decodeValue(d, &out.Started)
		case "duration_ms":
			var ms int64
			err := decodeValue(d, &ms)
			out.Duration = time.Duration(ms) * time.Millisecond
			return err
		case "partial":
			return decodeValue(d, &out.Partial)
		case "failed":
			return decodeValue(d, &out.Failed)
		case "error":
			return decodeValue(d, &out.Error)
		case "summary":
			return decodeValue(d, &summary)
		case "figures":
			return decodeValue(d, &out.Figures)
		case "findings":
			return eachElement(d, func() error {
				n++
				text, err := d.ReadValue()
				if err != nil {
					return fmt.Errorf("finding %d: %w", n, err)
				}
				finding, err := ParseFinding(json.RawMessage(text))
				if err != nil {
					return fmt.Errorf("finding %d: %w", n, err)
				}
				if x.Finding != nil {
					return x.Finding(finding, json.RawMessage(text))
				}
				out.Findings = append(out.Findings, finding)
				return nil
			})
		case "data":
			data, err := readData(d, x.Items)
			out.Data = data
			return err
		}
		return d.SkipValue()
	})
	if err != nil {
		return nil, err
	}
	if schema != Schema {
		return nil, fmt.Errorf("its schema is %q, want %q", schema, Schema)
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more follows the document")
	}
	if out.Error != nil {
		return nil, fmt.Errorf("the run that wrote it has failed: %s", Visible(string(out.Error.Message)))
	}
	if len(summary) == 0 {
		return nil, errors.New("it has no summary")
	}
	if err := readSummary(summary, out); err != nil {
		return nil, fmt.Errorf("summary: %w", err)
	}
	return out, nil
}

// ParseFinding reads a finding as a report in the json format has it.
func ParseFinding(text json.RawMessage) (Finding, error) {
	var f readFinding
	if err := json.Unmarshal(text, &f); err != nil {
		return Finding{}, err
	}
	return f.finding()
}

// newDecoder returns a decoder of JSON as Go and browsers take it: text may hold what is not UTF-8.
func newDecoder(r io.Reader) *jsontext.Decoder {
	return jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// readFinding is a finding whose evidence is left as it is.
type readFinding struct {
	jsonFinding
	Evidence json.RawMessage `json:"evidence"`
}

func (f readFinding) finding() (Finding, error) {
	out := Finding{
		Finding: judge.Finding{Rule: Visible(f.Rule), Level: f.Level, Message: string(f.Message), Evidence: f.Evidence, Help: string(f.Help)},
		Short:   string(f.Short), Group: string(f.Group), Minor: string(f.Minor), Weight: f.Weight, Rank: f.Rank, Proved: f.Proved, Fingerprint: f.Fingerprint,
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
	for _, step := range f.Trace {
		if step != nil {
			out.Trace = append(out.Trace, step.location())
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
		out.Fixes = append(out.Fixes, Fix{string(fix.Description), fix.Location.location(), string(fix.Text), string(fix.Lines)})
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
		Code:  string(l.Code),
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
	d := newDecoder(bytes.NewReader(raw))
	return eachMember(d, func(name string) (err error) {
		switch name {
		case "findings":
			var tally Tally // follows from the findings
			err = decodeValue(d, &tally)
		case "text":
			var text Text
			err = decodeValue(d, &text)
			out.Summary.Text = string(text)
		case "notes":
			var notes []Text
			err = decodeValue(d, &notes)
			for _, n := range notes {
				out.Notes = append(out.Notes, string(n))
			}
		default:
			c := Count{Name: name}
			err = decodeValue(d, &c.N)
			out.Summary.Counts = append(out.Summary.Counts, c)
		}
		return err
	})
}
