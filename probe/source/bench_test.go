package source

import (
	"context"
	"os"
	"testing"
)

// BenchmarkWalk walks the folder that SNAG_JS_TREES names, with and without what is vendored.
func BenchmarkWalk(b *testing.B) {
	root := os.Getenv("SNAG_JS_TREES")
	if root == "" {
		b.Skip("SNAG_JS_TREES names no folder")
	}
	files := 0
	for b.Loop() {
		files = 0
		for range Walk(context.Background(), []string{root}, Options{IncludeVendored: true}) {
			files++
		}
	}
	b.ReportMetric(float64(files)*float64(b.N)/b.Elapsed().Seconds(), "files/s")
}
