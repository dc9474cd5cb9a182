package model

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
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
	var all []byte
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		name = filepath.ToSlash(name)
		d := &document{file: name}
		root := d.root(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
		if d.err != nil {
			t.Fatal(d.err)
		}
		file := dataFile{name, pack(root)}
		if !equal(unpack(file.packed), root) {
			t.Errorf("%s is another document when it was packed", name)
		}
		want = append(want, file)
		all = binary.AppendUvarint(append(append(all, name...), 0), uint64(len(file.packed)))
		all = append(all, file.packed...)
	}
	if *update {
		var packed bytes.Buffer
		out, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.Write(all); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("data.gz", packed.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		compressed = packed.Bytes()
	}
	got, err := decompress(compressed)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b dataFile) bool { return a.name == b.name && bytes.Equal(a.packed, b.packed) }
	if !slices.EqualFunc(got, want, same) {
		t.Errorf("data.gz is not what the folder data holds: run go test ./analyze/reach/model -run TestEmbedded -update")
	}
}

// pack returns the text of a node as [unpack] reads it.
func pack(root *node) []byte {
	var shape, texts []byte
	line := 0
	var add func(*node)
	add = func(n *node) {
		shape = binary.AppendUvarint(shape, uint64((n.line-line)*kindsOfNodes+int(n.kind)))
		line = n.line
		switch n.kind {
		case scalar:
			texts = append(append(texts, n.text...), 0)
		case mapping:
			shape = binary.AppendUvarint(shape, uint64(len(n.entries)))
			for _, e := range n.entries {
				texts = append(append(texts, e.key.text...), 0)
				add(e.value)
			}
		case sequence:
			shape = binary.AppendUvarint(shape, uint64(len(n.items)))
			for _, item := range n.items {
				add(item)
			}
		}
	}
	add(root)
	return slices.Concat(binary.AppendUvarint(nil, uint64(len(shape))), shape, texts)
}

// equal reports whether two nodes say the same at the same lines.
func equal(a, b *node) bool {
	return a.kind == b.kind && a.line == b.line && a.text == b.text && slices.EqualFunc(a.items, b.items, equal) &&
		slices.EqualFunc(a.entries, b.entries, func(a, b entry) bool { return a.key.text == b.key.text && equal(a.value, b.value) })
}
