package backtrack_test

import (
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

func BenchmarkSteps(b *testing.B) {
	for _, test := range []struct {
		pattern, pump, suffix string
		n                     int
	}{
		{`^(a+)+$`, "a", "!", 16},
		{`^(?:a|a)*$`, "a", "!", 16},
		{`^(?:[a-z]|\w|é)*$`, "a", "!", 12},
		{`^(?:a?){16}a{16}$`, "a", "!", 15},
		{`^(?:(?:ab?){1,5}){1,50}$`, "ab", "!", 12},
		{`a*a*b`, "a", "", 100},
		{`\s+$`, " ", "x", 200},
		{`<!--.*?-->`, "<!--", "", 50},
		{`^(\w+?)+\1x$`, "ab", "!", 10},
		{`(?:(?=a)a|b(?<!c))*c`, "ab", "", 40},
		{`(x*a|x*b)c`, "x", "", 200},
	} {
		b.Run(test.pattern, func(b *testing.B) {
			p, tree := compile(b, test.pattern, "")
			input, _ := alphabet(tree, strings.Repeat(test.pump, test.n)+test.suffix)
			steps := int64(0)
			b.ReportAllocs()
			for b.Loop() {
				steps += p.Match(input, backtrack.Options{}).Steps
			}
			b.ReportMetric(float64(steps)/b.Elapsed().Seconds()/1e6, "Msteps/s")
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, pattern := range []string{
		`^(a+)+$`,
		`^(\+996\s?)?(22[0-9]|50[0-9]|55[0-9]|70[0-9]|75[0-9]|77[0-9]|880|990|995|996|997|998)\s?\d{3}\s?\d{3}$`,
	} {
		b.Run(pattern[:7], func(b *testing.B) {
			tree, err := parser.Parse(syntax.JavaScript, pattern, "")
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := backtrack.Compile(tree); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCompileCorpus compiles 6,000 real patterns an iteration.
func BenchmarkCompileCorpus(b *testing.B) {
	var trees []*syntax.Tree
	for _, row := range snagtest.Rows[struct{ Pattern, Flags wtf8.String }](b, filepath.Join(snagtest.Corpora(b), "real-javascript.jsonl")) {
		if tree, err := parser.Parse(syntax.JavaScript, string(row.Pattern), string(row.Flags)); err == nil {
			trees = append(trees, tree)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, tree := range trees {
			if _, err := backtrack.Compile(tree); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(len(trees)), "µs/pattern")
}
