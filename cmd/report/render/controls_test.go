package render

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"snag/analyze/judge"
	"snag/cmd/report"
)

// TestControlsAreEscaped renders what a terminal would obey in every format, after a report was read.
func TestControlsAreEscaped(t *testing.T) {
	const hostile = "a\u009b2J\u202eb\x7f\U000e0001\x1b[2J"
	r := &report.Report{Command: "regex", Findings: []report.Finding{{Finding: judge.Finding{Rule: "a/\x1b[31mb", Level: judge.Error, Message: hostile}, Fingerprint: "1"}}}
	var first bytes.Buffer
	if err := r.WriteJSON(&first); err != nil {
		t.Fatal(err)
	}
	var value struct {
		Findings []struct{ Message string }
	}
	if err := json.Unmarshal(first.Bytes(), &value); err != nil || value.Findings[0].Message != hostile {
		t.Errorf("the message is read back as %q, %v, want %q", value, err, hostile)
	}
	again, err := report.Read(&first)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range Formats {
		var b bytes.Buffer
		if err := f.Render(&b, again, View{}); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexAny(b.String(), "\u009b\u202e\x7f\x1b\U000e0001"); i >= 0 {
			t.Errorf("%s: %q, want no control character", f.Name, b.String()[max(0, i-20):i+10])
		}
	}
}
