package parser

import (
	"os"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
)

// BenchmarkParse parses the patterns of testdata/patterns.txt, one an iteration, in turn.
func BenchmarkParse(b *testing.B) {
	data, err := os.ReadFile("testdata/patterns.txt")
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		flags, pattern, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		flags = strings.Trim(flags, "/")
		b.Run(pattern[:min(len(pattern), 24)]+"/"+flags, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(syntax.JavaScript, pattern, flags); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkParseCorpus parses all real patterns in each iteration.
func BenchmarkParseCorpus(b *testing.B) {
	rows := corpus(b, "real-javascript.jsonl")
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		for _, row := range rows {
			_, _ = Parse(syntax.JavaScript, string(row.Pattern), row.Flags)
		}
		n += len(rows)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "patterns/s")
}

// BenchmarkParseDialects parses all real patterns of a dialect in each iteration.
func BenchmarkParseDialects(b *testing.B) {
	for _, c := range engineCorpora {
		if !strings.HasPrefix(c.file, "real-") {
			continue
		}
		b.Run(c.file, func(b *testing.B) {
			rows := corpus(b, c.file)
			b.ReportAllocs()
			n, nodes := 0, 0
			for b.Loop() {
				for _, row := range rows {
					if tree, err := Parse(c.dialect, string(row.Pattern), row.Flags); err == nil {
						nodes += len(tree.Source)
					}
				}
				n += len(rows)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "patterns/s")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/char")
		})
	}
}
