package runtime

import (
	"bytes"
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

func TestShapesAreJSON(t *testing.T) {
	for _, s := range Shapes {
		for _, size := range []int64{1, 1000, 50_000} {
			var b bytes.Buffer
			written, err := s.Write(&b, size)
			if err != nil || written != int64(b.Len()) || !json.Valid(b.Bytes()) {
				t.Errorf("%s of %d: wrote %d, said %d, %v, valid %t: %.100s", s.Name, size, b.Len(), written, err, json.Valid(b.Bytes()), b.String())
			}
			if written < size || written > size+4000 {
				t.Errorf("%s of %d: %d bytes", s.Name, size, written)
			}
		}
	}
}

func TestGuideLength(t *testing.T) {
	var b strings.Builder
	if err := WriteGuide(&b); err != nil || b.Len() != GuideLength {
		t.Fatalf("%d characters, want %d: %v", b.Len(), GuideLength, err)
	}
	if !strings.HasPrefix(b.String(), strings.Repeat(`{"obj1":`, 20)+`{"a":1},"obj2":{"a":1}}`) {
		t.Errorf("it begins with %.200s", b.String())
	}
}

// countingWriter notes how much memory is in use while it is written to.
type countingWriter struct{ most uint64 }

func (c *countingWriter) Write(b []byte) (int, error) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	c.most = max(c.most, m.HeapInuse)
	return len(b), nil
}

// TestShapesAreStreamed writes documents without holding them.
func TestShapesAreStreamed(t *testing.T) {
	for _, name := range []string{"string", "records", "nested-arrays"} {
		s, _ := Lookup(name)
		runtime.GC()
		var before runtime.MemStats
		runtime.ReadMemStats(&before)
		var w countingWriter
		if _, err := s.Write(&w, 48<<20); err != nil {
			t.Fatal(err)
		}
		if w.most > before.HeapInuse+16<<20 {
			t.Errorf("%s: a document of 48 MB took %d MB", name, (w.most-before.HeapInuse)>>20)
		}
	}
}
