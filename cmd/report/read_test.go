package report

import (
	"encoding/json"
	"strings"
	"testing"
)

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
