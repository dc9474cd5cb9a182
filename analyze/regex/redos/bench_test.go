package redos

import "testing"

// BenchmarkAnalyze analyses patterns of each kind that the analysis treats differently.
func BenchmarkAnalyze(b *testing.B) {
	benchmarks := []struct{ name, pattern, flags string }{
		{"no loop", `^(?:GET|POST|PUT|DELETE) \/v[12]\/`, ""},
		{"linear", `^[a-z0-9]+(?:-[a-z0-9]+)*$`, "i"},
		{"succeeds", `(\d+)(?:\.(\d+))?`, "g"},
		{"quadratic", `\s+$`, ""},
		{"cubic", `^\s*(.*?)\s*=\s*(.*)$`, ""},
		{"exponential", `^(?:\w+\s?)*$`, ""},
		{"lookahead", `^(?:(?!-->)[^])*-->$`, ""},
		{"quoted", `(["'])(?:\\.|(?!\1)[^\\])*\1`, ""},
		{"counted", `^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$`, "i"},
		{"keywords", `\b(?:abstract|boolean|break|byte|case|catch|char|class|const|continue|default|do)\b`, "g"},
	}
	for _, bm := range benchmarks {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Analyze(b.Context(), Pattern{Text: bm.pattern, Flags: bm.flags}, DefaultLimits); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
