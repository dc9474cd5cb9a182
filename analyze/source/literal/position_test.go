package literal_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"snag/analyze/source/literal"
)

// TestPositions compares the line index with a plain count, also in lines longer than its steps.
func TestPositions(t *testing.T) {
	long := strings.Repeat("aé😀\xff", 3000)
	src := []byte("x\n" + long + "\r\n" + long + long + "\ry")
	x := literal.NewLines(src)
	line, column, column16 := 1, 1, 1
	for i := 0; i <= len(src); {
		want := literal.Position{i, line, column, column16}
		if i%7 == 0 || i > len(src)-4 {
			if got := x.Position(i); got != want {
				t.Fatalf("position of byte %d: got %v, want %v", i, got, want)
			}
		}
		if i == len(src) {
			break
		}
		r, n := utf8.DecodeRune(src[i:])
		i += n
		column++
		column16++
		if n == 4 {
			column16++
		}
		if r == '\n' || r == '\r' && (i == len(src) || src[i] != '\n') {
			line, column, column16 = line+1, 1, 1
		}
	}
}
