package reach

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestParsers follows texts of a request through what libraries and the languages make of them: each line of the programs in
// testdata/parsers and testdata/idioms has a pattern that what came of such a text meets, or says behind it what is known instead.
func TestParsers(t *testing.T) {
	files, err := filepath.Glob("testdata/[ip]*/*.txt")
	if err != nil || len(files) < 7 {
		t.Fatalf("%d programs, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(file, ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			paths, texts, open := archive(string(text))
			regexes := regexesIn(paths, texts)
			if len(regexes) < 12 {
				t.Errorf("%d patterns", len(regexes))
			}
			for i, r := range Open(Input{Paths: paths, Files: open}).Regexes(t.Context(), regexes) {
				in := texts[regexes[i].File]
				line := in[bytes.LastIndexByte(in[:regexes[i].Start], '\n')+1:]
				line, _, _ = bytes.Cut(line, []byte("\n"))
				if !bytes.Contains(in[regexes[i].Start:regexes[i].End], []byte("(a+)+$")) {
					continue
				}
				want := Remote.String()
				if _, level, said := strings.Cut(string(line), " // "); said {
					want = level
				}
				if got := r.Level.String(); got != want {
					t.Errorf("%s: got %s, want %s", line, got, want)
				}
			}
		})
	}
}
