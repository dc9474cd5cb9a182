package render

import (
	"bytes"
	"reflect"
	"testing"

	"snag/cmd/report"
)

// TestRead reads back what the json format wrote, and finds everything that the format holds.
func TestRead(t *testing.T) {
	failed := true
	r := hostile()
	r.Failed = &failed
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	written := bytes.Clone(b.Bytes())
	got, err := report.Read(bytes.NewReader(written))
	if err != nil {
		t.Fatal(err)
	}
	b.Reset()
	if err := got.WriteJSON(&b); err != nil || !bytes.Equal(b.Bytes(), written) {
		t.Errorf("read and written again: %v\n%s\nwant\n%s", err, b.Bytes(), written)
	}
	for i, f := range got.Findings {
		want := r.Findings[i]
		f.Evidence, want.Evidence = nil, nil
		f.Help, want.Help = "", "" // that of the rule where the finding has none
		want.Location.Start.Offset, want.Location.End.Offset = 0, 0
		// What is no text at all becomes the replacement character.
		want.Message = valid(want.Message)
		want.Location.Command = valid(want.Location.Command)
		for j := range want.Details {
			want.Details[j].Text = valid(want.Details[j].Text)
		}
		for j := range want.Fixes {
			want.Fixes[j].Description = valid(want.Fixes[j].Description)
			want.Fixes[j].Text = valid(want.Fixes[j].Text)
			want.Fixes[j].Lines = valid(want.Fixes[j].Lines)
		}
		for j := range want.Trace {
			want.Trace[j].File, want.Trace[j].Code = valid(want.Trace[j].File), valid(want.Trace[j].Code)
		}
		if want.Suppression != nil {
			want.Suppression.Reason = valid(want.Suppression.Reason)
		}
		if !reflect.DeepEqual(f, want) {
			t.Errorf("finding %d:\n%+v\nwant\n%+v", i, f, want)
		}
	}
}

// FuzzRead checks that no document makes Read panic, and that what it reads can be written.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"schema": "snag/v1", "summary": {"text": "", "files": 3, "findings": {}, "notes": ["x"]}, "findings": [{"rule": "a/b", "message": "m", "level": "note", "location": {"file": "f", "line": 1}}], "data": {}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		if r, err := report.Read(bytes.NewReader(in)); err == nil {
			for _, format := range Formats {
				if err := format.Render(&bytes.Buffer{}, r, View{}); err != nil {
					t.Errorf("%s: %v", format.Name, err)
				}
			}
		}
	})
}
