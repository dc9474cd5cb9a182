package report

import (
	"testing"
	"unicode"

	"github.com/clipperhouse/displaywidth"
)

// TestColumns compares with a library that knows the clusters of Unicode.
func TestColumns(t *testing.T) {
	differ, all := 0, 0
	for r := rune(0x20); r <= 0x1FFFF; r++ {
		if !unicode.IsGraphic(r) {
			continue
		}
		all++
		if got, want := Columns(string(r)), displaywidth.String(string(r)); got != want {
			differ++
			if differ < 40 {
				t.Logf("%U %c: got %d, want %d", r, r, got, want)
			}
		}
	}
	if differ*1000 > all {
		t.Errorf("%d of %d characters differ", differ, all)
	}
	for _, s := range []string{"", "abc", "é", "e\u0301x", "日本語", "ｆｕｌｌ", "😀👍🏽👨‍👩‍👧‍👦!", "🇩🇪🇫🇷🇯", "❤️❤x", "각\u1112\u1161\u11ab", "→ ∀ …", "\u200bx", "🏴\U000E0067\U000E0062\U000E007F"} {
		if got, want := Columns(s), displaywidth.String(s); got != want {
			t.Errorf("%q: got %d columns, want %d", s, got, want)
		}
		var got, want []string
		for c := range Clusters(s) {
			got = append(got, c)
		}
		for g := displaywidth.StringGraphemes(s); g.Next(); {
			want = append(want, g.Value())
		}
		if len(got) != len(want) {
			t.Errorf("%q: got %q, want %q", s, got, want)
		}
	}
}
