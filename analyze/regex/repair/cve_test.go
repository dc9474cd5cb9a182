package repair

import (
	"errors"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/equivalence"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// comparedFix is what is known about a published fix and its original.
type comparedFix uint8

const (
	notCompared comparedFix = iota
	sameMatches
	sameInputs
	changedLanguage
)

// TestPublishedFixes compares the fixes of CVEs, and the repairs of a published tool, with their
// originals: an input that is said to tell them apart must do so in the matcher.
func TestPublishedFixes(t *testing.T) {
	rows := corpus(t, "cve", syntax.JavaScript)
	counts := map[string]map[comparedFix]int{"official fix": {}, "tool": {}}
	ours, compared := map[string]int{}, 0
	examples := 0
	each(t, rows, syntax.JavaScript, func(r row, tree *syntax.Tree, fixes []Fix) {
		if r.Fixed == "" && r.Tool == "" {
			return
		}
		compared++
		if len(fixes) > 0 && fixes[0].IsSolved() {
			ours["proved and linear"]++
		} else {
			ours["other"]++
		}
		for source, text := range map[string]string{"official fix": r.Fixed, "tool": r.Tool} {
			if text == "" {
				continue
			}
			flags := r.Flags
			if source == "official fix" && r.FixedFlags != "" {
				flags = r.FixedFlags
			}
			theirs, err := parser.Parse(syntax.JavaScript, text, flags)
			if err != nil {
				continue
			}
			kind, d := comparePublished(t, tree, theirs)
			counts[source][kind]++
			if kind != changedLanguage {
				continue
			}
			p, errP := backtrack.Compile(tree)
			q, errQ := backtrack.Compile(theirs)
			if errP != nil || errQ != nil {
				t.Fatal(errP, errQ)
			}
			x := p.Match(d.Input, backtrack.Options{}).Outcome == backtrack.Matched
			y := q.Match(d.Input, backtrack.Options{}).Outcome == backtrack.Matched
			if x != d.First || y != d.Second {
				t.Errorf("/%s/ and /%s/ on %q: the matcher says %t and %t, want %t and %t", r.Pattern, text, string(d.Input), x, y, d.First, d.Second)
			}
			if examples++; examples <= 12 {
				t.Logf("%s: the %s of /%s/ is /%s/; of the original and the fix, %q matches %t and %t", r.CVE, source, r.Pattern, text, string(d.Input), d.First, d.Second)
			}
		}
	})
	for source, kinds := range counts {
		t.Logf("%s: same matches %d, same inputs only %d, changed language %d, not compared %d",
			source, kinds[sameMatches], kinds[sameInputs], kinds[changedLanguage], kinds[notCompared])
	}
	t.Logf("ours, of %d: %v", compared, ours)
}

// comparePublished says how a and b compare, with an input if their languages differ.
func comparePublished(t *testing.T, a, b *syntax.Tree) (comparedFix, equivalence.Difference) {
	t.Helper()
	opt := equivalence.Options{Mode: a.Applied(syntax.Search), Level: equivalence.Spans, Limits: DefaultLimits.Proof}
	if opt.Mode != syntax.All {
		opt.Mode = syntax.Search
	}
	diffs, err := equivalence.Compare(a, b, opt)
	if err == nil && len(diffs) == 0 {
		return sameMatches, equivalence.Difference{}
	}
	opt.Level, opt.Mode = equivalence.Accepts, syntax.Search
	diffs, err = equivalence.Compare(a, b, opt)
	switch {
	case len(diffs) > 0:
		return changedLanguage, diffs[0]
	case err == nil:
		return sameInputs, equivalence.Difference{}
	case !errors.Is(err, equivalence.ErrTooLarge) && !errors.Is(err, equivalence.ErrUnsupported):
		t.Fatal(err)
	}
	return notCompared, equivalence.Difference{}
}
