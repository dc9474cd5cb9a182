package merge

import (
	"context"
	"strings"
	"testing"

	"snag/cmd/report"
	"snag/cmd/report/render"
)

// merged puts texts together as reports. It returns nil, nil where one is no report.
func merged(texts []string, byReport, oneByOne bool) (*merger, *report.Report, error) {
	names := []string{"1.json", "2.json"}
	m := newMerger(context.Background(), names, byReport, true)
	for i, text := range texts {
		if err := m.add(i, strings.NewReader(text)); err != nil {
			return m, nil, nil
		}
	}
	r, err := m.report(oneByOne, 0)
	return m, r, err
}

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
		texts := []string{one, two}
		m, whole, err := merged(texts, false, false)
		defer m.close()
		if err != nil {
			if len(err.Error()) > len(one)+len(two)+1000 {
				t.Errorf("%q, %q: an error of %d bytes", one, two, len(err.Error()))
			}
			return
		}
		if whole == nil {
			return
		}
		trees, byTree, err := merged(texts, true, false)
		defer trees.close()
		if err != nil || byTree == nil || len(byTree.Findings) < len(whole.Findings) {
			t.Errorf("%q, %q: of two trees: %v", one, two, err)
		}
		if most := m.parts[0].findings + m.parts[1].findings; len(whole.Findings) > most {
			t.Errorf("%q, %q: %d findings, want at most %d", one, two, len(whole.Findings), most)
		}
		for _, format := range render.Formats {
			var b strings.Builder
			if err := format.Render(&b, whole, render.View{}); err != nil {
				t.Errorf("%q, %q: %s: %v", one, two, format.Name, err)
			}
			if strings.ContainsAny(b.String(), "\x1b\u009b\u202e") {
				t.Errorf("%q, %q: %s has control characters: %q", one, two, format.Name, b.String())
			}
			if format.Name != "json" {
				continue
			}
			// One by one they read the same.
			var again strings.Builder
			short := *whole
			short.Findings, short.More = nil, m
			if err := format.Render(&again, &short, render.View{}); err != nil || again.String() != b.String() {
				t.Errorf("%q, %q: one by one: %v\ngot  %s\nwant %s", one, two, err, again.String(), b.String())
			}
		}
	})
}
