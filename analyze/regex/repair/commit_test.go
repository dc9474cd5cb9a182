package repair

import (
	"testing"

	"snag/analyze/regex/syntax"
)

// TestLoopsCommit rewrites patterns whose loops end at the first place where they can, and those whose search tries
// again behind each round or line.
func TestLoopsCommit(t *testing.T) {
	for _, tt := range []struct {
		dialect              syntax.Dialect
		pattern, flags, want string
	}{
		{syntax.Python, `^.*?Celeron.*?II\b`, "", `^(?>.*?Celeron).*?II\b`},
		{syntax.Java, `^(.*?)--(.*?)--x`, "", `^(?>(.*?)--)(.*?)--x`},
		{syntax.JavaScript, `^.*?Celeron.*?II\b`, "", `^(?:(?!Celeron).)*?Celeron.*?II\b`},
		{syntax.Ruby, `^\s*#endif`, "", `(?<!\s)(?>\s*?^)\K\s*#endif`},
		{syntax.Ruby, `\d+(?:_\d+)+[eE]\d`, "", `(?<!\d)(?<!\d_)\d+(?:_\d+)+[eE]\d`},
		{syntax.Java, `.*-quarter-.*`, "", `(?<!.).*-quarter-.*`},
	} {
		fixes := proposeIn(t, tt.dialect, tt.pattern, tt.flags)
		if len(fixes) == 0 || !fixes[0].IsSolved() || fixes[0].Pattern != tt.want {
			t.Errorf("%v /%s/%s: got %+v, want %s, proved and linear", tt.dialect, tt.pattern, tt.flags, fixes[0], tt.want)
		}
	}
}
