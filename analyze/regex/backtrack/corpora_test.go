package backtrack_test

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// TestAgreesWithTheEngineOnItsTestData applies the patterns of each engine's own tests, and patterns of
// programs, to the subjects of those tests and to texts that the pattern is likely to match. What is
// not ASCII is left out, as engines count it in different units.
func TestAgreesWithTheEngineOnItsTestData(t *testing.T) {
	dir := snagtest.Corpora(t)
	tests := []struct {
		dialect syntax.Dialect
		files   []string
		letters string // flags that the script understands
		odd     int    // of a thousand answers that may differ
	}{
		{syntax.Python, []string{"engine-python", "real-python"}, "imsxa", 1},
		{syntax.Java, []string{"engine-java", "real-java"}, "imsxduUl", 2},
		{syntax.PCRE, []string{"engine-pcre2", "real-php", "real-crs"}, "imsxuADUn", 4},
		{syntax.Ruby, []string{"engine-ruby", "real-ruby"}, "imx", 2},
		{syntax.Perl, []string{"engine-perl", "real-perl"}, "imsxna", 10},
		{syntax.DotNet, []string{"engine-dotnet"}, "imsxnre", 25},
	}
	for _, tt := range tests {
		t.Run(tt.dialect.String(), func(t *testing.T) {
			g := &generator{Rand: rand.New(rand.NewPCG(8, uint64(tt.dialect)))}
			var questions []question
			for _, name := range tt.files {
				questions = append(questions, g.questions(t, filepath.Join(dir, name+".jsonl"), tt.dialect, tt.letters)...)
			}
			a := compareWith(t, tt.dialect, questions, tt.dialect == syntax.Java)
			if a.different > a.same*tt.odd/1000 {
				t.Errorf("%d answers of %s differ", a.different, tt.dialect)
			}
			if a.matched < len(questions) {
				t.Errorf("only %d matches for %d patterns: the samples are poor", a.matched, len(questions))
			}
		})
	}
}

// questions returns the patterns of a corpus that are ASCII and have no other flags than letters.
func (g *generator) questions(t *testing.T, file string, d syntax.Dialect, letters string) []question {
	t.Helper()
	var out []question
	type tested struct {
		Pattern wtf8.String
		Flags   string
		Tests   []struct {
			Subject wtf8.String
			Raw     wtf8.String `json:"subject_raw"`
			Quoted  wtf8.String `json:"subject_dq"`
		}
	}
	for _, row := range snagtest.Rows[tested](t, file) {
		q := question{pattern: string(row.Pattern), flags: row.Flags}
		tree, err := parser.Parse(d, q.pattern, q.flags)
		if err != nil || !ascii(q.pattern) || strings.Trim(q.flags, letters) != "" || len(q.pattern) > 2000 {
			continue
		}
		for _, test := range row.Tests {
			for _, s := range []wtf8.String{test.Subject, test.Raw, test.Quoted} {
				q.inputs = append(q.inputs, string(s))
			}
		}
		g.pool = append(wtf8.Decode(q.pattern), 'a', 'Z', '0', ' ', '\n')
		for range 4 {
			q.inputs = append(q.inputs, g.input(3)+wtf8.Encode(g.sample(tree.Root, nil))+g.input(3))
		}
		kept := q.inputs[:0]
		for _, s := range q.inputs {
			if ascii(s) && len(s) < 200 {
				kept = append(kept, s)
			}
		}
		if q.inputs = kept; len(kept) > 0 {
			out = append(out, q)
		}
	}
	return out
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 || r == 0 }) < 0
}
