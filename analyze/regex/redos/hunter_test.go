package redos

import (
	"testing"

	"snag/analyze/regex/syntax"
)

// TestHunt is about patterns whose automaton has ways that the matcher does not have, so that only a replay
// can tell.
func TestHunt(t *testing.T) {
	tests := []struct {
		pattern string
		class   Class
		degree  int // at least
	}{
		{`^(?!.*(.)\1{3})(?:[a-z]+)+$`, Exponential, 0},
		{`^(?!.*(.)\1)(\w+-?)*$`, Exponential, 0},
		{`^(\w+)-\1-(?:a+)+$`, Exponential, 0},
		{`^(?:(\d+),)*(?:\1,?)*$`, Polynomial, 2},
		{long(`a+(?<!c*(?<!x(?:(\s)\1*){2,}))$`), Polynomial, 2},
		{`(?!var\b)(?:(?=^|;)|(?<!^let|^var)(?=\s*))`, Linear, 0},
		{`^(?<![a-c]{1,3}\b(?=\wc+b\w{2,}?))c*?[^a]+?`, Linear, 0},
	}
	for _, tt := range tests {
		if tt.pattern == "" {
			continue
		}
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern}, DefaultLimits)
		if err != nil || v.Class != tt.class || v.Degree < tt.degree {
			t.Errorf("Analyze(/%s/) = %v of degree %d (%s), %v; want %v of %d or more", tt.pattern, v.Class, v.Degree, v.Reason, err, tt.class, tt.degree)
		}
		if v.Class == Polynomial && !v.AtLeast {
			t.Errorf("Analyze(/%s/) claims that degree %d is all", tt.pattern, v.Degree)
		}
	}
}

// TestScattered is about growth that shows only where several words are repeated, of which none grows by itself.
func TestScattered(t *testing.T) {
	tests := []struct {
		dialect syntax.Dialect
		pattern string
		class   Class
	}{
		{syntax.Python, `(?![bc]{0,4}(?>a?(?![ab]+?.+)))`, Polynomial},
		{syntax.Python, `(?![bc]{0,4}(?>a?(?![ab]+?.)))`, Linear},
		{syntax.JavaScript, `(?!\B|[^a]{2,}ab(?!(ab[ab]+?)(?=[a-c][bc].(?:ab){2,})c+)[bc])\s?`, Polynomial},
		// What counters end is changed as long as it costs more.
		{syntax.Python, long(`(?i)^K{1,200}(?>K{1,20}([ks]{1,3}?(?=s{1,20}s)|.{2,}+K{30}?)(?<![^a]b))+k$`), Polynomial},
	}
	for _, tt := range tests {
		if tt.pattern == "" {
			continue
		}
		v, err := Analyze(t.Context(), Pattern{Text: tt.pattern, Dialect: tt.dialect}, DefaultLimits)
		if err != nil || v.Class != tt.class {
			t.Errorf("Analyze(%v /%s/) = %v (%s), %v; want %v", tt.dialect, tt.pattern, v.Class, v.Reason, err, tt.class)
		}
	}
}
