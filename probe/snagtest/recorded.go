package snagtest

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

// row is one line of a file of observations.
type row[T any] struct {
	Case     string `json:"case"`
	Observed T      `json:"observed"`
}

// Recorded reads a file of observations, one line of JSON for each case, and returns them by case.
func Recorded[T any](t testing.TB, name string) map[string]T {
	t.Helper()
	found := map[string]T{}
	for i, r := range Rows[row[T]](t, Path(t, name)) {
		if _, twice := found[r.Case]; twice {
			t.Errorf("%s: line %d: %q comes twice", name, i+1, r.Case)
		}
		found[r.Case] = r.Observed
	}
	return found
}

// Recorder collects observations and writes them when the test ends, in the order of cases. Cases that
// are not recorded anew keep what was recorded of them.
type Recorder struct {
	t       testing.TB
	name    string
	wanted  bool
	mu      sync.Mutex
	entries map[string]json.RawMessage
}

// NewRecorder returns a recorder for the file of observations, which does nothing unless it is wanted.
func NewRecorder(t testing.TB, name string, wanted bool) *Recorder {
	r := &Recorder{t: t, name: name, wanted: wanted, entries: map[string]json.RawMessage{}}
	if wanted {
		if _, err := os.Stat(Path(t, name)); err == nil {
			r.entries = Recorded[json.RawMessage](t, name)
		}
		t.Cleanup(r.write)
	}
	return r
}

// Record notes the observation of a case. The paths of the module, of the temporary folder and of the
// user's folder are replaced, so that the file does not tell where it was recorded.
func (r *Recorder) Record(name string, observed any) {
	r.t.Helper()
	if !r.wanted {
		return
	}
	text, err := json.Marshal(observed)
	if err != nil {
		r.t.Error(err)
		return
	}
	folders := []string{Path(r.t, ""), "/snag", os.TempDir(), "/tmp"}
	if home, err := os.UserHomeDir(); err == nil {
		folders = append(folders, home, "/home")
	}
	short := strings.NewReplacer(folders...).Replace(string(text))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.entries[name] = json.RawMessage(short)
}

func (r *Recorder) write() {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(r.entries)) {
		line, err := json.Marshal(row[json.RawMessage]{name, r.entries[name]})
		if err != nil {
			r.t.Error(err)
			return
		}
		b.Write(append(line, '\n'))
	}
	if err := os.WriteFile(Path(r.t, r.name), b.Bytes(), 0o644); err != nil {
		r.t.Error(err)
	}
}
