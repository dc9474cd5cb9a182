package redos

import (
	"testing"

	"snag/analyze/regex/syntax"
)

// TestMultipliedWindows checks that growth which counters end is found behind a text on which many runs come to it, and not
// claimed where few do.
func TestMultipliedWindows(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern string
		want    Class
		length  int // at which the budget is exceeded, at most
	}{
		{long(`(?:Tab|Pad).{1,200}Build/(\d+)\.(\d+)(?:\.(\d+)|).{1,200}[ +]Safari`), Polynomial, 420},
		{long(`Phone [^;]{1,30}; .{0,100}?Mobile/[^;)]+[;)](?:XY[^;]{0,200})[^;]{0,200}; ([^;,)]+)`), Polynomial, 500},
		{long(`Phone [^;]{1,30}; .{0,100}?Mobile/[^;)]+[;)](?:XY|Xy)[^;]{0,200}; ([^;,)]+)`), Linear, 0},
		{long(`Fi.{1,180}Wi.{1,180}(GTK)/(\d+)\.(\d+)\.(\d+)`), Polynomial, 280}, // where all parts grow in step
		{long(`Firefox.{1,180}Windows.{1,180}(GTK)/(\d+)\.(\d+)\.(\d+)`), Linear, 0},
		{`[ab]([bc][^a]{1,63}|\s\s){1,3}[ab]{2,}`, Exponential, 300},
		{`[ab]([bc][^a]{1,9}|\s\s){1,3}[ab]{2,}`, Linear, 0},
		{`Program[^-]{1,150} - ([^ ]+) (.{1,100}) \w{1,20} - `, Linear, 0},
	} {
		if tt.pattern == "" {
			continue
		}
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Dialect: syntax.Python}, DefaultLimits)
		if err != nil {
			t.Fatal(err)
		}
		if v.Class != tt.want || v.Cost.LengthForBudget > tt.length || v.Class != Linear && !reproduces(t, Pattern{Text: tt.pattern, Dialect: syntax.Python}, v) {
			t.Errorf("/%s/ is %v at %d characters, %+v; want %v at %d at most, reproduced", tt.pattern, v.Class, v.Cost.LengthForBudget, v.Attack, tt.want, tt.length)
		}
	}
}
