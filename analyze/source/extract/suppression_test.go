package extract

import (
	"fmt"
	"strings"
	"testing"
)

func TestSuppressions(t *testing.T) {
	for _, tt := range []struct{ ending, src, want string }{
		{".js", "x = /a/ // snag-ignore: bounded", `1->1 [] "bounded"`},
		{".js", "// snag-ignore: bounded\nx = /a/", `1->2 [] "bounded"`},
		{".js", "\n\n  // snag-ignore -- bounded, really\n\n  // another comment\n  x = /a/", `3->6 [] "bounded, really"`},
		{".js", "/* snag-ignore[regex/exponential, polynomial]: trusted input */ x = /a/", `1->1 [regex/exponential polynomial] "trusted input"`},
		{".js", "/*\n * snag-ignore[]: why\n */\nx = /a/", `2->4 [] "why"`},
		{".js", "// snag-ignore\nx = /a/", `1->2 [] ""`},
		{".js", "// snag-ignored: no\n// see snag-ignore: no\n// snag-ignore[a: no\nx = 'snag-ignore: no'", ``},
		{".js", "// snag-ignore: one\n// snag-ignore: two\nx = /a/", `1->3 [] "one" 2->3 [] "two"`},
		{".js", "//snag-ignore:a", `1->2 [] "a"`},
		{".jsx", "x = <a>\n  {/* snag-ignore: b */}\n  {/c/.test(d)}\n</a>", `2->3 [] "b"`},
		{".js", "x = `${\n// snag-ignore: a\n/b/}`", `2->3 [] "a"`},
		{".html", "<!-- snag-ignore: a -->\n<script>\n// snag-ignore: b\n/c/</script>", `1->2 [] "a" 3->4 [] "b"`},
	} {
		language, _ := ByPath("x" + tt.ending)
		f := language.Extract([]byte(tt.src))
		var got []string
		for _, s := range f.Suppressions {
			got = append(got, fmt.Sprintf("%d->%d %v %q", s.Line, s.AppliesTo, s.Rules, s.Reason))
		}
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%q\n got %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestSuppressionOf(t *testing.T) {
	language, _ := ByPath("x.js")
	f := language.Extract([]byte("const P = 'a+' // snag-ignore[regex/polynomial]: constant\nnew RegExp(\n  P)\n// snag-ignore: call\nnew RegExp(\n  'b');\n/c/"))
	var got []string
	for i := range f.Literals {
		reason := "none"
		for _, s := range f.Suppressions {
			if s.SpeaksFor(&f.Literals[i]) {
				reason = s.Reason
			}
		}
		got = append(got, reason)
	}
	if got := strings.Join(got, " "); got != "constant call none" {
		t.Errorf("got %s", got)
	}
	s := f.Suppressions[0]
	if !s.Covers("regex/polynomial") || s.Covers("regex/exponential") || !f.Suppressions[1].Covers("regex/exponential") {
		t.Errorf("%v covers the wrong rules", s)
	}
}
