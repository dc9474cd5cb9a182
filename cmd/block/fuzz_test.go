package block

import (
	"encoding/json"
	"testing"
)

// FuzzAttacksIn checks that attacks that are taken out of a report can be built.
func FuzzAttacksIn(f *testing.F) {
	f.Add([]byte(`{"data": {"patterns": [{"attack": null}, {"attack": {"prefix": "a", "pump": "b", "suffix": "c"}}]}}`))
	f.Add([]byte(`{"attack": {"pumps": [{"prefix": "a", "pump": "b"}, {}]}}`))
	f.Add([]byte(`{"evidence": {"attack": {}}, "findings": [{"evidence": {"attack": {"pump": "\ud800"}}}]}`))
	f.Fuzz(func(t *testing.T, report []byte) {
		all, err := attacksIn(report)
		if (err == nil) != (len(all) > 0) || err == nil && !json.Valid(report) {
			t.Errorf("%q: %d attacks, error %v", report, len(all), err)
		}
		for _, a := range all {
			if len(a.Pumps) == 0 || len(a.Build(1)) > len(report) || a.name() == "" {
				t.Errorf("%q: attack %+v", report, a)
			}
		}
	})
}

// FuzzParseRun checks that whatever is said to be the run of a report is an error, or a run that others can be
// compared with.
func FuzzParseRun(f *testing.F) {
	f.Add([]byte(`{"n": 3, "stall_ms": [1, 2], "own_ms": [3], "costs": [{"n": 1, "ms": [1]}]}`))
	f.Add([]byte(`{"stall_ms": [-1e308, 1e308], "own_ms": null}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		one, err := parseRun(content)
		if err != nil {
			return
		}
		other, err := parseRun(content)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(one.Since(*other)); err != nil {
			t.Errorf("%q: %v", content, err)
		}
	})
}
