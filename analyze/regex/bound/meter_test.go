package bound

import (
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
)

// TestMeterAtTheLastLine compares steps where the end of the text may be before a line terminator, which takes the
// character behind that to know.
func TestMeterAtTheLastLine(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		pattern string
	}{
		{syntax.Perl, `\s+$`}, {syntax.Perl, `^(\S+)\s+(.*)$`}, {syntax.Perl, `a(?!b$)\s*`}, {syntax.Perl, `(?:a+\s$|a\n)*b`},
		{syntax.Python, `a+$\n?`}, {syntax.PCRE, `(?:a|$\s)+`}, {syntax.Ruby, `\s*a*\Z`}, {syntax.Perl, `a*?$`},
	} {
		program, costs := searchCosts(t, tt.dialect, tt.pattern, "")
		meter, ok := NewMeter(costs, syntax.Search)
		if !ok {
			t.Errorf("%v /%s/: no meter", tt.dialect, tt.pattern)
			continue
		}
		for n := range 3 * 3 * 3 * 3 * 3 * 3 {
			var text []rune
			for ; n > 0; n /= 3 {
				text = append(text, rune("a\nb"[n%3]))
			}
			want := program.Match(text, backtrack.Options{}).Steps
			if got, _ := meter.Steps(Part{Text: text, Times: 1}); got != float64(want) {
				t.Errorf("%v /%s/ on %q: metered %.0f steps, want %d", tt.dialect, tt.pattern, string(text), got, want)
				break
			}
		}
	}
}
