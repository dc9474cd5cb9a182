package reach

import (
	"fmt"
	"testing"
)

// BenchmarkQuestions asks a project of 300 files for its regexes, injections and routes: one project for all
// questions, and one for each.
func BenchmarkQuestions(b *testing.B) {
	text := asked
	for i := range 300 {
		text += fmt.Sprintf("-- lib/f%d.js --\nconst next = require('./f%d')\nmodule.exports = class {\n  run(a, b) { if (a.length > %d) return null; for (const x of b) { a = a.trim() + x } return this.keep(next, a) }\n  keep(f, s) { const o = {f, s, t: s.slice(1)}; return o.t.match(/^x%d$/) }\n}\n", i, (i+1)%300, i, i)
	}
	paths, texts, files := archive(text)
	regexes := regexesIn(paths, texts)
	b.Run("one project", func(b *testing.B) {
		for b.Loop() {
			questions(b.Context(), Open(Input{Paths: paths, Files: files}), regexes, "xir")
		}
	})
	b.Run("one for each", func(b *testing.B) {
		for b.Loop() {
			for _, q := range "xir" {
				questions(b.Context(), Open(Input{Paths: paths, Files: files}), regexes, string(q))
			}
		}
	})
}
