package block

import (
	"encoding/json"
	"testing"
)

// FuzzAttackIn checks that an attack that is taken out of a report is one that the report has.
func FuzzAttackIn(f *testing.F) {
	f.Add([]byte(`{"data": {"patterns": [{"attack": null}, {"attack": {"prefix": "a", "pump": "b", "suffix": "c"}}]}}`))
	f.Add([]byte(`{"attack": {"pumps": [{"prefix": "a", "pump": "b"}, {}]}}`))
	f.Add([]byte(`{"evidence": {"attack": {}}}`))
	f.Fuzz(func(t *testing.T, report []byte) {
		prefix, pump, suffix, err := attackIn(report)
		if err != nil && prefix+pump+suffix != "" {
			t.Errorf("%q: an attack beside the error %v", report, err)
		}
		if err == nil && !json.Valid(report) {
			t.Errorf("%q: an attack out of what is not JSON", report)
		}
	})
}

// FuzzParseRun checks that whatever is said to be a saved run is an error, or a run that others can be
// compared with.
func FuzzParseRun(f *testing.F) {
	f.Add([]byte(`{"schema": "snag/handler-run/v1", "url": "u", "n": 3, "stall_ms": [1, 2], "own_ms": [3], "costs": [{"n": 1, "ms": [1]}]}`))
	f.Add([]byte(`{"schema": "snag/handler-run/v1", "stall_ms": [-1e308, 1e308], "own_ms": null}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		one, err := parseRun(content)
		if err != nil {
			return
		}
		other, err := parseRun(content)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(one.Since(other.Run)); err != nil {
			t.Errorf("%q: %v", content, err)
		}
	})
}
