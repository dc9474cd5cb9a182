package runtime

import (
	"bytes"
	"encoding/json"
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
