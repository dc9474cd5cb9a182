package merge

import (
	"strings"
	"testing"

	"snag/cmd/report"
)

// FuzzMerge checks that whatever two reports say, their sum is an error or a report that every format can show.
func FuzzMerge(f *testing.F) {
	const part = `{"schema": "snag/v1", "command": "regex", "version": "1", "started": "2026-01-01T00:00:00Z", "duration_ms": 1, "partial": false,
"summary": {"text": "x", "vulnerable": 1, "findings": {"error": 1}, "notes": ["left out: y"]},
"findings": [{"rule": "regex/exponential", "level": "error", "message": "m", "location": {"file": "a.js", "line": 1}, "evidence": {}, "help": "", "fingerprint": "f"}],
"data": {"patterns": [{"id": "1", "location": {"file": "a.js"}}], "files": 1, "shard": {"index": 1, "of": 2}}}`
	f.Add(part, strings.Replace(part, `"index": 1`, `"index": 2`, 1))
	f.Add(part, strings.Replace(part, `"command": "regex"`, `"command": "retry herd"`, 1))
	f.Add(part, `{"schema": "snag/v1", "command": "regex", "data": {"patterns": [1], "shard": {"of": 1000000000}}}`)
	f.Fuzz(func(t *testing.T, one, two string) {
		var parts []*report.Report
		for _, text := range []string{one, two} {
			r, err := report.Read(strings.NewReader(text))
			if err != nil {
				return
			}
			parts = append(parts, r)
		}
		merged, err := merge(parts, []string{"1.json", "2.json"})
		if err == nil {
			trees, err := mergeTrees(parts, []string{"1.json", "2.json"})
			if err != nil || len(trees.Findings) != len(merged.Findings) {
				t.Errorf("%q, %q: of two trees: %v", one, two, err)
			}
		}
		if err != nil {
			if len(err.Error()) > len(one)+len(two)+1000 {
				t.Errorf("%q, %q: an error of %d bytes", one, two, len(err.Error()))
			}
			return
		}
		if got, want := len(merged.Findings), len(parts[0].Findings)+len(parts[1].Findings); got != want {
			t.Errorf("%q, %q: %d findings, want %d", one, two, got, want)
		}
		for _, format := range report.Formats {
			var b strings.Builder
			if err := format.Render(&b, merged, report.View{}); err != nil {
				t.Errorf("%q, %q: %s: %v", one, two, format.Name, err)
			}
			if strings.ContainsAny(b.String(), "\x1b\u009b\u202e") {
				t.Errorf("%q, %q: %s has control characters: %q", one, two, format.Name, b.String())
			}
		}
	})
}
