package report

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// TestRead reads back what the json format wrote, and finds everything that the format holds.
func TestRead(t *testing.T) {
	failed := true
	r := hostile()
	r.Failed = &failed
	written := rendered(t, r)
	got, err := Read(bytes.NewReader(written))
	if err != nil {
		t.Fatal(err)
	}
	if again := rendered(t, got); !bytes.Equal(again, written) {
		t.Errorf("read and written again:\n%s\nwant\n%s", again, written)
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
			want.Trace[j].File = valid(want.Trace[j].File)
		}
		if want.Suppression != nil {
			want.Suppression.Reason = valid(want.Suppression.Reason)
		}
		if !reflect.DeepEqual(f, want) {
			t.Errorf("finding %d:\n%+v\nwant\n%+v", i, f, want)
		}
	}
}

func rendered(t *testing.T, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := renderJSON(&b, r, View{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestReadErrors(t *testing.T) {
	const summary = `"summary": {"text": "", "findings": {}, "notes": []}`
	for _, test := range []struct{ in, want string }{
		{"", "empty"},
		{"[]", "not an object"},
		{`{"schema": "snag/v1"`, "unexpected EOF"},
		{"{}", `schema is ""`},
		{`{"schema": "snag/v2", ` + summary + "}", `schema is "snag/v2"`},
		{`{"schema": "snag/v1", ` + summary + "} {}", "more follows"},
		{`{"schema": "snag/v1", "summary": []}`, "summary"}, {`{"schema": "snag/v1"}`, "no summary"},
		{`{"schema": "snag/v1", "summary": {"files": "x"}}`, "summary"},
		{`{"schema": "snag/v1", ` + summary + `, "findings": [{"rule": "a/b", "level": "grave"}]}`, `"grave" is no level`},
		{`{"schema": "snag/v1", ` + summary + `, "findings": [{"message": "m", "level": "note"}]}`, "finding 1"},
		{`{"schema": "snag/v1", ` + summary + `, "findings": [{"rule": "a/b", "message": "m", "details": [{"marks": [[3, 1]]}]}]}`, "mark"},
		{`{"schema": "snag/v1", ` + summary + `, "findings": [{"rule": "a/b"`, "unexpected EOF"},
		{`{"schema": "snag/v1", ` + summary + `, "findings": {}}`, "not a list"},
		{`{"schema": "snag/v1", ` + summary + `, "data": {"a": [1, `, "unexpected EOF"},
	} {
		if _, err := Read(strings.NewReader(test.in)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want an error about %s", test.in, err, test.want)
		}
	}
}

func TestTextFromJSON(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{`"a\n\u00e9\ud83d\ude00"`, "a\né😀"},
		{`"\ud800"`, "\xed\xa0\x80"},
		{`"x\udc00y\ud800\ud83d\ude00"`, "x\xed\xb0\x80y\xed\xa0\x80😀"},
		{`"\\ud800"`, `\ud800`},
		{`null`, ""},
	} {
		var got Text
		if err := json.Unmarshal([]byte(test.in), &got); err != nil || string(got) != test.want {
			t.Errorf("%s: got %q, %v, want %q", test.in, string(got), err, test.want)
		}
	}
	for _, in := range []string{`1`, `"\u12"`, `{}`} {
		var got Text
		if err := json.Unmarshal([]byte(in), &got); err == nil {
			t.Errorf("%s: got %q, want an error", in, string(got))
		}
	}
}

// FuzzRead checks that no document makes Read panic, and that what it reads can be written.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"schema": "snag/v1", "summary": {"text": "", "files": 3, "findings": {}, "notes": ["x"]}, "findings": [{"rule": "a/b", "message": "m", "level": "note", "location": {"file": "f", "line": 1}}], "data": {}}`))
	f.Fuzz(func(t *testing.T, in []byte) {
		if r, err := Read(bytes.NewReader(in)); err == nil {
			for _, format := range Formats {
				if err := format.Render(&bytes.Buffer{}, r, View{}); err != nil {
					t.Errorf("%s: %v", format.Name, err)
				}
			}
		}
	})
}
