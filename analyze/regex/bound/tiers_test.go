package bound

import (
	"testing"

	"snag/analyze/regex/syntax"
)

// TestTiered bounds patterns whose cost grows as the cube of the length or faster, and some of which no crowd is found that
// is one.
func TestTiered(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		known   int // characters of an input that exceeds the budget
		least   int
	}{
		{`<a href=".*?" class="link">(.*?)<\/a>`, 768, 650},
		{`diff --git a\/(.*) b\/(.*)$`, 552, 480},
		{`<p[^>]+id="no-such"[^>]+class="(?!x)`, 551, 330}, // a lookahead reads on as well
		{`<span[^><]*?id=sub[^><]*?>(.*?)<\/span>`, 1997, 1100},
		{`Kit\/.* Win\/\d.*\(((?:Mac|PC)[^\d]*)(\d+)(?:,|%2C)(\d+)`, 255, 180}, // three loops and digits between
		{`rgb\(\s*(\d+\.?\d*)\s*,\s*(\d+\.?\d*)%\s*,\s*(\d+\.?\d*)%\s*\)$`, 82, 70},
		{`(\w+)=(\w+);(\w+)=(\w+);(\w+)=(\w+);(\w+)!`, 2500, 300},
		{`(?:a+)+b`, 17, 0},    // what is under way doubles
		{`(?<!x.*)a`, 1000, 0}, // what a lookbehind reads is not told
	} {
		_, costs := searchCosts(t, syntax.JavaScript, tt.pattern, "")
		if length := Of(costs).Tiered(1_000_000, tt.known); length < tt.least || length > tt.known || tt.least == 0 && length > 0 {
			t.Errorf("/%s/: no shorter input than %d characters exceeds the budget; want from %d to %d", tt.pattern, length, tt.least, tt.known)
		}
	}
}
