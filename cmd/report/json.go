package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"time"

	"snag/analyze/judge"
)

// Schema names the version of the JSON envelope. It changes when a consumer would have to.
const Schema = "snag/v1"

// jsonHead is what stands before the findings and the data.
type jsonHead struct {
	Schema   string      `json:"schema"`
	Command  string      `json:"command"`
	Version  string      `json:"version"`
	Scope    Text        `json:"scope,omitempty"`
	Started  time.Time   `json:"started"`
	Duration int64       `json:"duration_ms"`
	Partial  bool        `json:"partial"`
	Failed   *bool       `json:"failed,omitempty"`
	Error    *Error      `json:"error,omitempty"`
	Summary  jsonSummary `json:"summary"`
	Figures  []Figure    `json:"figures,omitempty"`
	Since    *Since      `json:"since,omitempty"`
}

// jsonSummary becomes an object with the counts as keys, in their order.
type jsonSummary struct {
	text     string
	counts   []Count
	findings Tally
	notes    []string
}

func (s jsonSummary) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	field := func(name string, v any) error {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(name)
		b.Write(key)
		b.WriteByte(':')
		value, err := Marshal(v)
		b.Write(value)
		return err
	}
	if err := field("text", Text(s.text)); err != nil {
		return nil, err
	}
	for _, c := range s.counts {
		if err := field(c.Name, c.N); err != nil {
			return nil, err
		}
	}
	if err := field("findings", s.findings); err != nil {
		return nil, err
	}
	notes := []Text{}
	for _, n := range s.notes {
		notes = append(notes, Text(n))
	}
	if err := field("notes", notes); err != nil {
		return nil, err
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

type jsonFinding struct {
	Rule        string           `json:"rule"`
	Level       judge.Level      `json:"level"`
	Message     Text             `json:"message"`
	Short       Text             `json:"short,omitempty"`
	Location    *JSONLocation    `json:"location"`
	Evidence    any              `json:"evidence"`
	Uses        []*JSONLocation  `json:"uses,omitempty"`
	Trace       []*JSONLocation  `json:"trace,omitempty"`
	Excerpt     *jsonExcerpt     `json:"excerpt,omitempty"`
	Details     []jsonDetail     `json:"details,omitempty"`
	Help        Text             `json:"help"`
	Fixes       []jsonFix        `json:"fixes,omitempty"`
	Group       Text             `json:"group,omitempty"`
	Minor       Text             `json:"minor,omitempty"`
	Weight      float64          `json:"weight,omitempty"`
	Rank        float64          `json:"rank,omitempty"`
	Proved      bool             `json:"proved,omitempty"`
	Fingerprint string           `json:"fingerprint"`
	Suppression *jsonSuppression `json:"suppressed,omitempty"`
}

type jsonDetail struct {
	Label  Text     `json:"label"`
	Text   Text     `json:"text"`
	Code   bool     `json:"code,omitempty"`
	Short  bool     `json:"short,omitempty"`
	Remark Text     `json:"remark,omitempty"`
	Marks  [][2]int `json:"marks,omitempty"`
}

type jsonExcerpt struct {
	Text  Text     `json:"text"`
	Marks [][2]int `json:"marks,omitempty"`
}

// jsonMarks are marks as they appear in JSON.
func jsonMarks(marks []Mark) [][2]int {
	var pairs [][2]int
	for _, m := range marks {
		pairs = append(pairs, [2]int{m.Start, m.End})
	}
	return pairs
}

type jsonFix struct {
	Description Text          `json:"description"`
	Location    *JSONLocation `json:"location"`
	Text        Text          `json:"text"`
	Lines       Text          `json:"lines,omitempty"`
}

type jsonSuppression struct {
	Kind   string `json:"kind"`
	Reason Text   `json:"reason"`
}

// JSONLocation is a Location as it appears in JSON. Columns are in code points; what is unknown is
// absent.
type JSONLocation struct {
	File      Text `json:"file,omitempty"`
	Line      int  `json:"line,omitempty"`
	Column    int  `json:"column,omitempty"`
	EndLine   int  `json:"end_line,omitempty"`
	EndColumn int  `json:"end_column,omitempty"`
	// The columns in UTF-16 units, where they differ.
	ColumnUTF16    int  `json:"column_utf16,omitempty"`
	EndColumnUTF16 int  `json:"end_column_utf16,omitempty"`
	Code           Text `json:"code,omitempty"`
	URL            Text `json:"url,omitempty"`
	PID            int  `json:"pid,omitempty"`
	Command        Text `json:"command,omitempty"`
}

// JSON returns the location as it appears in JSON, nil for nowhere.
func (l Location) JSON() *JSONLocation {
	if l.IsZero() {
		return nil
	}
	out := &JSONLocation{
		File: Text(l.File),
		Line: l.Start.Line, Column: l.Start.Column,
		EndLine: l.End.Line, EndColumn: l.End.Column, Code: Text(l.Code),
		URL: Text(l.URL), PID: l.PID, Command: Text(l.Command),
	}
	if l.Start.ColumnUTF16 != l.Start.Column {
		out.ColumnUTF16 = l.Start.ColumnUTF16
	}
	if l.End.ColumnUTF16 != l.End.Column {
		out.EndColumnUTF16 = l.End.ColumnUTF16
	}
	return out
}

// WriteJSON writes the report as one document, as schema.json describes it, and the findings one after the other: those
// of a thousand reports are not held twice.
func (r *Report) WriteJSON(w io.Writer) error {
	head, err := indented(jsonHead{
		Schema: Schema, Command: r.Command, Version: r.Version, Scope: Text(r.Scope),
		Started: r.Started, Duration: r.Duration.Milliseconds(), Partial: r.Partial, Failed: r.Failed, Error: r.Error,
		Summary: jsonSummary{text: r.Outcome(), counts: r.Summary.Counts, findings: r.Tally(), notes: r.Notes},
		Figures: r.Figures, Since: r.Since,
	}, "")
	if err != nil {
		return err
	}
	b := bufio.NewWriter(w) // which keeps its first error
	b.Write(bytes.TrimSuffix(head, []byte("\n}")))
	b.WriteString(",\n  \"findings\": [")
	n := 0
	for f, err := range r.each() {
		if err != nil {
			return err
		}
		text, err := indented(r.jsonFinding(f), "    ")
		if err != nil {
			return err
		}
		if n++; n > 1 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		b.Write(text)
	}
	if n > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("],\n  \"data\": ")
	if streamed, parts := r.Data.(Streamed); parts {
		if err := writeStreamed(b, streamed); err != nil {
			return err
		}
	} else {
		text, err := indented(orEmpty(r.Data), "  ")
		if err != nil {
			return err
		}
		b.Write(text)
	}
	b.WriteString("\n}\n")
	return b.Flush()
}

// indented is a value in lines, of which all but the first begin with the prefix.
func indented(v any, prefix string) ([]byte, error) {
	var b bytes.Buffer
	e := NewEncoder(&b)
	e.SetIndent(prefix, "  ")
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// jsonFinding is a finding of the report as it appears in JSON.
func (r *Report) jsonFinding(f Finding) jsonFinding {
	out := jsonFinding{
		Rule: f.Rule, Level: f.Level, Message: Text(f.Message), Location: f.Location.JSON(),
		Evidence: orEmpty(f.Evidence), Help: Text(r.Help(f)), Proved: f.Proved, Fingerprint: f.Fingerprint,
		Short: Text(f.Short), Group: Text(f.Group), Minor: Text(f.Minor), Weight: f.Weight, Rank: f.Rank,
	}
	for _, use := range f.Uses {
		out.Uses = append(out.Uses, use.JSON())
	}
	for _, step := range f.Trace {
		out.Trace = append(out.Trace, step.JSON())
	}
	if x := f.Excerpt; x != nil {
		out.Excerpt = &jsonExcerpt{Text(x.Text), jsonMarks(x.Marks)}
	}
	for _, d := range f.Details {
		out.Details = append(out.Details, jsonDetail{
			Label: Text(d.Label), Text: Text(d.Text), Code: d.Code, Short: d.Short, Remark: Text(d.Remark), Marks: jsonMarks(d.Marks)})
	}
	for _, fix := range f.Fixes {
		out.Fixes = append(out.Fixes, jsonFix{Text(fix.Description), fix.Location.JSON(), Text(fix.Text), Text(fix.Lines)})
	}
	if s := f.Suppression; s != nil {
		out.Suppression = &jsonSuppression{Kind: s.Kind(), Reason: Text(s.Reason)}
	}
	return out
}

// Kind is how SARIF names the way of a suppression: "inSource" or "external".
func (s *Suppression) Kind() string {
	if s.InSource {
		return "inSource"
	}
	return "external"
}

func orEmpty(v any) any {
	if v == nil {
		return struct{}{}
	}
	return v
}

// Marshal returns v as one line of JSON, escaped as NewEncoder does.
func Marshal(v any) ([]byte, error) {
	var b strings.Builder
	err := NewEncoder(&b).Encode(v)
	return []byte(strings.TrimRight(b.String(), "\n")), err
}

// WriteItem writes v as one line of the ndjson format.
func WriteItem(w io.Writer, v any) error {
	b, err := Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// WriteNDJSON writes the items of the data, or the data as one line when it has none.
func (r *Report) WriteNDJSON(w io.Writer) error {
	items, ok := r.Data.(Itemizer)
	if !ok {
		return WriteItem(w, orEmpty(r.Data))
	}
	var err error
	items.Items(func(v any) bool {
		err = WriteItem(w, v)
		return err == nil
	})
	return err
}
