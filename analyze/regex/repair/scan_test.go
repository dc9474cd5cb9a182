package repair

import (
	"slices"
	"strings"
	"testing"

	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/probe/snagtest"
)

// TestSearchesInTwoSteps proposes code for patterns whose search begins anew at every opener, where the dialect cannot
// say that it need not.
func TestSearchesInTwoSteps(t *testing.T) {
	for _, tt := range []struct {
		dialect              syntax.Dialect
		pattern, flags, skip string
	}{
		{syntax.Python, `<[^>]+>`, "", `(?:(?!<[^>])[\s\S]|<[^>]++(?!>))*+`},
		{syntax.Python, `(?s)(<a[^>]+>)`, "", `(?s)(?:(?!<a[^>])[\s\S]|<a[^>]++(?!>))*+`},
		{syntax.Python, `^\s*@`, "m", `(?:(?!^(?:\s|@))[\s\S]|^\s++(?!@))*+`},
		// The second opening goes over the end of the line that is read.
		{syntax.Python, `f\n?\(.*\)\Z`, "", `(?:(?!f\n?\()[\s\S]|(?!f\n?\(.*\)\Z)f\n?\((?:(?!f\n\().)*+)*+`},
		{syntax.Python, `<[^>]+>`, "b", `(?:(?!<[^>])[\s\S]|<[^>]++(?!>))*+`},
		{syntax.Java, `\[(.*)\]x`, "", `(?:[^\[]|\[(?!.*\]x).*+)*+`},
		{syntax.Python, `<[^>]+?>|#`, "", ""}, // where nothing is between < and >, # may begin a match
		{syntax.JavaScript, `<[^>]+>`, "g", ""},
	} {
		skip := ""
		for _, f := range proposeIn(t, tt.dialect, tt.pattern, tt.flags) {
			if f.Kind == Code && f.Skip != "" {
				skip = f.Skip
				if f.Equivalence != SameMatches || f.Class != redos.Linear || !strings.Contains(f.Code, "match") {
					t.Errorf("%v /%s/: fix %+v", tt.dialect, tt.pattern, f)
				}
			}
		}
		if skip != tt.skip {
			t.Errorf("%v /%s/%s: skips %q, want %q", tt.dialect, tt.pattern, tt.flags, skip, tt.skip)
		}
	}
}

// TestTwoStepsInEngines compares what a search finds with what the two steps find that are proposed for it.
func TestTwoStepsInEngines(t *testing.T) {
	snagtest.Long(t)
	every := snagtest.Number(t, "SNAG_EVERY", 20)
	for _, engine := range []struct {
		dialect syntax.Dialect
		corpus  string
		command []string
	}{
		{syntax.Python, "real-python", []string{"python3", "testdata/compare.py"}},
		{syntax.Java, "real-java", []string{"java", "testdata/Compare.java"}},
	} {
		t.Run(engine.dialect.String(), func(t *testing.T) {
			c := startComparer(t, engine.command...)
			compared, texts := 0, 0
			for i, r := range corpusOf(t, engine.corpus) {
				p := redos.Pattern{Text: r.Pattern, Flags: r.Flags, Dialect: engine.dialect}
				tree, err := parser.Parse(p.Dialect, p.Text, p.Flags)
				if i%every != 0 || err != nil {
					continue
				}
				for _, f := range proposeIn(t, engine.dialect, r.Pattern, r.Flags) {
					if f.Skip == "" {
						continue
					}
					inputs := samples(t, tree, f, p, snagtest.Number(t, "SNAG_INPUTS", 200))
					compared, texts = compared+1, texts+len(inputs)
					what := "groups"
					if slices.Contains(f.Groups, Different) {
						what = "spans"
					}
					if d := c.differ("steps", r.Flags, what, r.Pattern, f.Pattern, append([]string{f.Skip}, inputs...)); d != "" {
						t.Errorf("/%s/%s and /%s/ behind /%s/ differ: %s", r.Pattern, r.Flags, f.Pattern, f.Skip, d)
					}
				}
			}
			t.Logf("LONG: %s: the two steps for %d patterns find the same on %d texts", engine.corpus, compared, texts)
		})
	}
}
