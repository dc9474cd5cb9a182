package repair

import (
	"testing"

	"snag/analyze/regex/redos"
)

// BenchmarkBounded finds out that patterns stay slow whose loops are bounded, by what shortened asks first and by the
// whole analysis of the bounded pattern, and that one becomes linear.
func BenchmarkBounded(b *testing.B) {
	for _, bm := range []struct{ name, pattern string }{
		{"attack", `^\s*url\s*\(\s*(.*?)\s*\)\s*$`},
		{"others", `\{(?:\{[^}]*\}|[^{}])*\}`},
		{"undecided", `\w+@\w+\("(.+?)",\1\)`},
		{"linear", `<[a-z]+\s+[^>]*>`},
	} {
		p := redos.Pattern{Text: bm.pattern}
		v, err := redos.Analyze(b.Context(), p, redos.DefaultLimits)
		if err != nil {
			b.Fatal(err)
		}
		loops := newRepair(b.Context(), p, v, QuickLimits).blamedSets()
		b.Run(bm.name+"/shortened", func(b *testing.B) {
			for b.Loop() {
				newRepair(b.Context(), p, v, QuickLimits).staysSlow(loops)
			}
		})
		b.Run(bm.name+"/whole", func(b *testing.B) {
			for b.Loop() {
				r := newRepair(b.Context(), p, v, QuickLimits)
				tree, _ := r.limited(loops, boundedLoops)
				r.audit(tree)
			}
		})
	}
}

// BenchmarkPropose looks for what to write instead of patterns of several kinds.
func BenchmarkPropose(b *testing.B) {
	for _, bm := range []struct{ name, pattern string }{
		{"restart", `\s+$`},
		{"nested", `^(\w+\s?)*$`},
		{"three loops", `^(.+?)\s*=\s*(.*?)\s*;`},
		{"comment", `\/\*[\s\S]*?\*\/|\/\/.*`},
	} {
		p := redos.Pattern{Text: bm.pattern}
		v, err := redos.Analyze(b.Context(), p, redos.DefaultLimits)
		if err != nil {
			b.Fatal(err)
		}
		for _, limits := range []struct {
			name string
			Limits
		}{{"quick", QuickLimits}, {"all", DefaultLimits}} {
			b.Run(bm.name+"/"+limits.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Propose(b.Context(), p, v, limits.Limits); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
