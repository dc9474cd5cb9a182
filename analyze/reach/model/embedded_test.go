package model

import (
	"bytes"
	"compress/gzip"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write data.gz from the folder data")

// TestEmbedded holds what the program carries against the folder data.
func TestEmbedded(t *testing.T) {
	names, err := filepath.Glob("data/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatalf("data has the files %q, %v", names, err)
	}
	slices.Sort(names)
	var want []dataFile
	var packed bytes.Buffer
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		want = append(want, dataFile{name, text})
		member, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		member.Name = name
		if _, err := member.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := member.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if *update {
		if err := os.WriteFile("data.gz", packed.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		compressed = packed.Bytes()
	}
	got, err := decompress(compressed)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b dataFile) bool { return a.name == b.name && bytes.Equal(a.text, b.text) }
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("data.gz is not what the folder data holds: run go test ./analyze/reach/model -run TestEmbedded -update")
	}
}
