package parser

import (
	"path/filepath"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
	"snag/probe/snagtest"
)

// corpusRow is what the tests read of a line of a corpus.
type corpusRow struct {
	Pattern wtf8.String `json:"pattern"`
	Flags   string      `json:"flags"`
	Label   string      `json:"label"`
	Source  string      `json:"source"`

	// What engines said: "valid" or "invalid", or the versions in which it is valid.
	Java    string   `json:"java17"`
	Ruby    string   `json:"ruby31"`
	Go      string   `json:"go"`
	ValidIn []string `json:"valid_in"`
}

// corpus returns the rows of a file in the folder SNAG_CORPORA, or skips.
func corpus(tb testing.TB, name string) []corpusRow {
	tb.Helper()
	return snagtest.Rows[corpusRow](tb, filepath.Join(snagtest.Corpora(tb), name))
}

// TestConformance holds the parser to the labels that test262 gives its patterns.
func TestConformance(t *testing.T) {
	wrong := 0
	rows := corpus(t, "syntax-javascript.jsonl")
	for _, row := range rows {
		_, err := Parse(syntax.JavaScript, string(row.Pattern), row.Flags)
		if valid := err == nil; valid != (row.Label == "valid") {
			wrong++
			t.Errorf("/%s/%s is %s, got %v (%s)", row.Pattern, row.Flags, row.Label, err, row.Source)
		}
	}
	t.Logf("%d of %d patterns agree", len(rows)-wrong, len(rows))
}
