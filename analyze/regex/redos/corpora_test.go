package redos

import (
	"path/filepath"
	"slices"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// figures counts verdicts.
type figures struct{ exponential, polynomial, safe, unknown, invalid, unreproduced int }

func (f figures) total() int { return f.exponential + f.polynomial + f.safe + f.unknown + f.invalid }

// TestRealPatternsOfEachDialect decides patterns of real programs. The least numbers of vulnerable ones
// hold what was found, the largest of unknown and invalid ones what was not, both with some room.
func TestRealPatternsOfEachDialect(t *testing.T) {
	dir := snagtest.Corpora(t)
	tests := []struct {
		corpus                  string
		dialect                 syntax.Dialect
		exponential, polynomial int // at least
		unknown, invalid        int // at most
	}{
		{"real-python", syntax.Python, 6, 720, 2, 2},
		{"real-java", syntax.Java, 2, 175, 3, 2},
		{"real-php", syntax.PCRE, 8, 208, 2, 4},
		{"real-ruby", syntax.Ruby, 26, 390, 2, 4},
		{"real-perl", syntax.Perl, 2, 68, 2, 4},
		{"real-crs", syntax.PCRE, 0, 25, 1, 2},
	}
	for _, tt := range tests {
		t.Run(tt.corpus, func(t *testing.T) {
			t.Parallel()
			f := decideCorpus(t, filepath.Join(dir, tt.corpus+".jsonl"), tt.dialect)
			t.Logf("%d patterns: %+v", f.total(), f)
			if f.exponential < tt.exponential || f.polynomial < tt.polynomial || f.unknown > tt.unknown || f.invalid > tt.invalid || f.unreproduced > 0 {
				t.Errorf("%+v; want at least %d exponential and %d polynomial, at most %d unknown and %d invalid, all reproduced",
					f, tt.exponential, tt.polynomial, tt.unknown, tt.invalid)
			}
		})
	}
}

// corpusRow is a pattern of a corpus, and how a program applies it.
type corpusRow struct {
	Pattern              wtf8.String
	Flags, Mode, Dialect string
}

// pattern returns the pattern of a row in a dialect.
func (row corpusRow) pattern(d syntax.Dialect) Pattern {
	p := Pattern{Text: string(row.Pattern), Flags: row.Flags, Dialect: d}
	switch row.Mode {
	case "match":
		p.Mode = syntax.Prefix
	case "fullmatch", "full":
		p.Mode = syntax.Full
	}
	return p
}

func decideCorpus(t *testing.T, name string, d syntax.Dialect) (f figures) {
	t.Helper()
	for _, row := range snagtest.Rows[corpusRow](t, name) {
		p := row.pattern(d)
		v, err := Analyze(t.Context(), p, DefaultLimits)
		switch {
		case err != nil:
			f.invalid++
			t.Logf("/%s/%s: %v", row.Pattern, row.Flags, err)
		case v.Class == Exponential:
			f.exponential++
		case v.Class == Polynomial:
			f.polynomial++
		case v.Class == Linear:
			f.safe++
		default:
			f.unknown++
			t.Logf("/%s/%s is unknown: %s", row.Pattern, row.Flags, v.Reason)
		}
		if v.Attack != nil && !reproduces(t, p, v) {
			f.unreproduced++
			t.Logf("/%s/%s: not reproduced: %+v", row.Pattern, row.Flags, v)
		}
	}
	return f
}

// reproduces reports whether the attack of v costs about the budget at the size that v says, and far
// more than its share at a quarter of it.
func reproduces(t *testing.T, p Pattern, v Verdict) bool {
	t.Helper()
	tree, err := parser.Parse(p.Dialect, p.Text, p.Flags)
	if err != nil {
		t.Fatal(err)
	}
	program, err := backtrack.CompileLookups(tree, backtrack.Lookups(tree))
	if err != nil {
		t.Fatal(err)
	}
	mode := tree.Applied(p.Mode)
	cost := func(pumps int) backtrack.Result {
		return program.Match(tree.Chars(v.Attack.Build(pumps)), backtrack.Options{Mode: mode, MaxSteps: 4 * v.Cost.BudgetSteps})
	}
	full := cost(v.Cost.PumpsForBudget)
	if full.Outcome == backtrack.MemoryLimit {
		return true
	}
	part := cost(max(v.Cost.PumpsForBudget/4, 1))
	return full.Steps > v.Cost.BudgetSteps/3 && float64(full.Steps) > 5*float64(part.Steps) ||
		slices.Contains([]int{1, 2, 3}, v.Cost.PumpsForBudget) && full.Steps > v.Cost.BudgetSteps/3
}
