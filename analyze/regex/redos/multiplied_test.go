package redos

import (
	"testing"

	"snag/analyze/regex/syntax"
	"snag/probe/snagtest"
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
		{long(`[ab]([bc][^a]{1,63}|\s\s){1,3}[ab]{2,}`), Exponential, 300},
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

// TestSoonerAttacks judges patterns in which a loop without end grows, and counters that end cost far more at the length
// that counts; and such where they do not.
func TestSoonerAttacks(t *testing.T) {
	for _, tt := range []struct {
		dialect syntax.Dialect
		pattern string
		class   Class
		degree  int
		bounded bool
		beyond  uint8
		length  int // of the shortest attack, at most
	}{
		{syntax.JavaScript, `(?:s*.{1,3}?a{1,3}?){1,20}$`, Exponential, 0, true, 2, 20},
		{syntax.Python, `(b?+\w{0,4}+b{0,63})(?i:b*)\d{2,}(?:[ab]*)*`, Polynomial, 3, true, 2, 160},
		{syntax.JavaScript, `(?:s*.{1,3}?a{1,3}?){1,2}$`, Polynomial, 2, false, 0, 400}, // too few
		{syntax.JavaScript, `s+a{1,20}$`, Polynomial, 2, false, 0, 830},                 // counters that add nothing
		{syntax.JavaScript, `(?<=(?=[ab])a\w(?<!.?(?=b))b{1,3}[^a]?[ab]+)a`, Polynomial, 2, false, 0, 220},
		{syntax.JavaScript, `[ac]*(?<!(?<=(?:[^a]|\B)*(?![ab]{2,}(?=ab{2,}\w{1,3}))))[bc]`, Polynomial, 3, false, 0, 100}, // counters end none of it
	} {
		if tt.degree == 3 && tt.dialect == syntax.JavaScript && !snagtest.IsLong() {
			continue // which takes long to search
		}
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Dialect: tt.dialect}, DefaultLimits)
		if err != nil || v.Class != tt.class || v.Degree != tt.degree || v.Bounded != tt.bounded || v.Beyond != tt.beyond || v.Cost.LengthForBudget > tt.length || v.Cost.SafeLength > v.Cost.LengthForBudget {
			t.Errorf("Analyze(/%s/) = %v of degree %d, bounded %t, beyond %v, %d characters of %+v, error %v; want %v of %d, %t, %v, at most %d",
				tt.pattern, v.Class, v.Degree, v.Bounded, v.Beyond, v.Cost.LengthForBudget, v.Attack, err, tt.class, tt.degree, tt.bounded, tt.beyond, tt.length)
		}
	}
}
