package extract

import (
	"os"
	"path/filepath"
	"testing"
)

// BenchmarkExtract extracts from the samples in testdata, and from the files that SNAG_FILES
// matches as a glob pattern.
func BenchmarkExtract(b *testing.B) {
	files, _ := filepath.Glob("testdata/sample.*")
	if pattern := os.Getenv("SNAG_FILES"); pattern != "" {
		more, err := filepath.Glob(pattern)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, more...)
	}
	for _, name := range files {
		language, ok := ByPath(name)
		if !ok {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(filepath.Base(name), func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				language.Extract(src)
			}
		})
	}
}
