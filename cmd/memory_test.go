package cmd

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"snag/analyze/block/memory"
	"snag/probe/snagtest"
)

// keeping are handlers that keep a known number of bytes for each key or request, without what the runtime adds
// for an entry, and what is not given back of other things.
var keeping = []struct {
	server, path string
	kind         memory.Kind
	bytes        float64
	leak         string
}{
	{"node", "/flat", memory.Flat, 0, ""}, {"node", "/slowflat", memory.Flat, 0, ""}, {"node", "/map", memory.ByKey, 1250, ""}, {"node", "/strings", memory.ByKey, 520, ""},
	{"node", "/lru", memory.Bounded, 0, ""}, {"node", "/ttl", memory.Returns, 0, ""}, {"node", "/listener", memory.ByRequest, 1100, ""},
	{"node", "/closure", memory.ByRequest, 3300, ""}, {"node", "/files", memory.Flat, 0, "descriptors"},
	{"go", "/flat", memory.Flat, 0, ""}, {"go", "/map", memory.ByKey, 1150, ""}, {"go", "/lru", memory.Bounded, 0, ""}, {"go", "/ttl", memory.Returns, 0, ""},
	{"go", "/log", memory.ByRequest, 540, ""}, {"go", "/goroutines", memory.ByRequest, 2600, ""},
	{"python", "/flat", memory.Flat, 0, ""}, {"python", "/map", memory.ByKey, 2150, ""}, {"python", "/lru", memory.Bounded, 0, ""}, {"python", "/log", memory.ByRequest, 1560, ""},
	{"python", "/files", memory.ByRequest, 5300, "descriptors"}, {"python", "/threads", memory.ByRequest, 0, "threads"},
	{"ruby", "/flat", memory.Flat, 0, ""}, {"ruby", "/map", memory.ByKey, 3200, ""}, {"ruby", "/log", memory.ByRequest, 2050, ""},
	{"java", "/flat", memory.Flat, 0, ""}, {"java", "/map", memory.ByKey, 1130, ""}, {"java", "/lru", memory.Bounded, 0, ""}, {"java", "/listener", memory.ByRequest, 1020, ""},
}

const observedMemory = "testdata/observed/memory.jsonl"

// keeps is the command of a server whose handlers keep memory.
func keeps(t *testing.T, language string) []string {
	const folder = "../testdata/block/memory/"
	argv := map[string][]string{
		"node": {"node", folder + "server.js"}, "python": {"python3", folder + "server.py"}, "ruby": {"ruby", folder + "server.rb"}, "java": {"java", folder + "Keeps.java"},
	}[language]
	if argv == nil {
		return []string{snagtest.Build(t, "testdata/block/memory/gomemory")}
	}
	snagtest.Needs(t, argv[0])
	return argv
}

// wrongly says in what a verdict differs from what a handler keeps; nil when it is right.
func wrongly(kind memory.Kind, rate float64, leaks []memory.Leak, want memory.Kind, bytes float64, leak string) error {
	switch {
	case kind != want:
		return fmt.Errorf("got %s, want %s", kind, want)
	case bytes > 0 && math.Abs(rate/bytes-1) > 0.15:
		return fmt.Errorf("got %.0f bytes, want %.0f within 15%%", rate, bytes)
	case (leak != "") != slices.ContainsFunc(leaks, func(l memory.Leak) bool { return l.What == leak }):
		return fmt.Errorf("got leaks %v, want %q", leaks, leak)
	}
	return nil
}

// TestKeeping measures handlers that keep memory: a part of them, all for SNAG_MATRIX=all or with -update,
// which records what was read of them for TestRecordedMemory.
func TestKeeping(t *testing.T) {
	snagtest.Long(t)
	snagtest.Linux(t)
	recorder := snagtest.NewRecorder(t, observedMemory, *update)
	for i, k := range keeping {
		if !snagtest.IsWhole() && !*update && i%9 != 2 {
			continue
		}
		t.Run(k.server+k.path, func(t *testing.T) {
			argv := keeps(t, k.server)
			args := []string{"block", "memory", "-f", "json", "--startup", "120s", k.path + "?id={{salt}}", "--"}
			snagtest.InThree(t, func() error {
				document := validDocument(t, "memory.schema.json", -1, append(args, argv...)...)
				var data struct {
					Kind   memory.Kind   `json:"kind"`
					PerKey float64       `json:"bytes_per_key"`
					PerReq float64       `json:"bytes_per_request"`
					Leaks  []memory.Leak `json:"leaks"`
					Series memory.Series `json:"series"`
				}
				into(t, at(document, "data"), &data)
				err := wrongly(data.Kind, max(data.PerKey, data.PerReq), data.Leaks, k.kind, k.bytes, k.leak)
				if err == nil {
					recorder.Record(k.server+k.path, data.Series)
				}
				return err
			})
		})
	}
}

// TestRecordedMemory judges what was recorded of all of them.
func TestRecordedMemory(t *testing.T) {
	recorded := snagtest.Recorded[memory.Series](t, observedMemory)
	for _, k := range keeping {
		series, ok := recorded[k.server+k.path]
		if !ok {
			t.Errorf("%s: nothing is recorded; SNAG_LONG=1 go test ./cmd -run TestKeeping -update records it", k.server+k.path)
			continue
		}
		v := memory.Judge(series)
		if err := wrongly(v.Kind, max(v.PerKey, v.PerRequest), v.Leaks, k.kind, k.bytes, k.leak); err != nil {
			t.Errorf("%s: %v: %s", k.server+k.path, err, v)
		}
		delete(recorded, k.server+k.path)
	}
	for name := range recorded {
		t.Errorf("%s is recorded, but is no handler", name)
	}
}

// into decodes what was decoded once into a value of its own type.
func into(t *testing.T, value, result any) {
	t.Helper()
	text, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(text, result)
	}
	if err != nil {
		t.Fatal(err)
	}
}
