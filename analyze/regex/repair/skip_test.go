package repair

import (
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
)

// TestSearchesSkip rewrites patterns whose search begins anew at every opener, in the dialects that can say that it
// need not.
func TestSearchesSkip(t *testing.T) {
	for _, tt := range []struct {
		dialect        syntax.Dialect
		pattern, flags string
		want           string // "" if there is no proved linear rewrite
	}{
		{syntax.PCRE, `<[^>]+>`, "", `<[^>]+(*SKIP)>`},
		{syntax.PCRE, `<!--.*?-->`, "s", `<!--(?:(?!-->).)*+(*SKIP)-->`},
		{syntax.PCRE, `<title>(.+?)</title>`, "si", `<title>(.(?:(?!</title>).)*+(*SKIP))</title>`},
		{syntax.PCRE, `require.*config`, "", `require(?:.*config|.*(*SKIP)(*FAIL))`},
		{syntax.PCRE, `\((.*)\)`, "s", `\((.*|.*(*SKIP)(*FAIL))\)`},
		{syntax.Perl, `x="?[^"]+!`, "", `x="?[^"]+!|x="?(?:(?!x=")[^"])*+(*SKIP)(*FAIL)`},
		{syntax.Perl, `@\S+-confirm>$`, "", `@(?:\S+-confirm>$|\S+(*SKIP)(*FAIL))`},
		{syntax.Perl, `a\^\S+\(`, "", `a\^(?:\S+\(|\S+(*SKIP)(*FAIL))`},
		{syntax.Ruby, `;[^/]*$`, "", `\G(?:[^;]|;(?![^/]*$)[^/]*+)*\K;[^/]*$`},
		{syntax.Ruby, `<.+?>`, "m", `\G(?:(?!<.).|<(?!.+?>).++)*\K<.+?>`},
		{syntax.Python, `<[^>]+>`, "", ""},
	} {
		fixes := proposeIn(t, tt.dialect, tt.pattern, tt.flags)
		got := ""
		if len(fixes) > 0 && fixes[0].IsSolved() {
			got = fixes[0].Pattern
		}
		if got != tt.want {
			t.Errorf("%v /%s/%s: got %q, want %q", tt.dialect, tt.pattern, tt.flags, got, tt.want)
			continue
		}
		if got != "" && fixes[0].IsForSearches() != strings.Contains(got, `\K`) {
			t.Errorf("%v /%s/: for searches only: %t", tt.dialect, got, fixes[0].IsForSearches())
		}
	}
}
