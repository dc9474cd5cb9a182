package demo

import (
	"bytes"
	"regexp"
	"runtime"
	"runtime/pprof"
	"testing"
)

var held [][]byte

// TestWriteHeap compares with what runtime/pprof writes: the same first line in form, and the same line that
// allocated what is held.
func TestWriteHeap(t *testing.T) {
	for range 4 {
		held = append(held, make([]byte, 16<<20))
	}
	defer func() { held = nil }()
	runtime.GC()
	runtime.GC()
	var got, want bytes.Buffer
	if err := writeHeap(&got); err != nil {
		t.Fatal(err)
	}
	if err := pprof.Lookup("heap").WriteTo(&want, 1); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{
		`^heap profile: \d+: \d+ \[\d+: \d+\] @ heap/\d+\n`,
		`\n[1-4]: \d{8} \[\d+: \d+\] @( 0x[0-9a-f]+)+\n(#\t\S+\truntime\..*\n)*#\t0x[0-9a-f]+\tsnag/probe/demo\.TestWriteHeap\+0x[0-9a-f]+\t+\S+heap_test\.go:\d+\n`,
		`\n# HeapAlloc = \d+\n`,
		`\n# Stack = \d+ / \d+\n`,
	} {
		for name, text := range map[string][]byte{"got": got.Bytes(), "want": want.Bytes()} {
			if !regexp.MustCompile(form).Match(text) {
				t.Errorf("%s lacks %s:\n%.2000s", name, form, text)
			}
		}
	}
}
