package ecmascript_test

import (
	"strings"
	"testing"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/ecmascript"
)

// read returns the tree of a file with the given name.
func read(t testing.TB, name, src string) *tree.File {
	t.Helper()
	l, ok := extract.ByPath(name)
	if !ok {
		t.Fatalf("no language for %s", name)
	}
	return ecmascript.Parse([]byte(src), l)
}

// check compares trees with what they should be, as the list of statements.
func check(t *testing.T, name string, tests [][2]string) {
	t.Helper()
	for _, tt := range tests {
		f := read(t, name, tt[0])
		got := tree.Print(f.Body)
		got = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(got, "(plain (block"), "))"), " ")
		if got != tt[1] {
			t.Errorf("%s\n got %s\nwant %s", tt[0], got, tt[1])
		}
		if f.Skipped != 0 {
			t.Errorf("%s: %d bytes were not understood", tt[0], f.Skipped)
		}
	}
}
