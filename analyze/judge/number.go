package judge

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Thousands writes a number with commas between groups of three digits.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Plural writes a number of things, "1 file" or "2,000 files".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "x") || strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return Thousands(int64(n)) + " " + noun + "s"
}

// Millis shows a duration in milliseconds, or in seconds from ten of them on, with three digits or so.
func Millis(d time.Duration) string {
	switch v := float64(d) / float64(time.Millisecond); {
	case v >= 10_000:
		return fmt.Sprintf("%.1f s", v/1000)
	case v >= 100:
		return fmt.Sprintf("%.0f ms", v)
	case v >= 10:
		return fmt.Sprintf("%.1f ms", v)
	default:
		return fmt.Sprintf("%.2f ms", v)
	}
}

// Size shows a number of bytes in kilobytes or megabytes, which are powers of 1024; "-" when there are none.
func Size(bytes float64) string {
	switch {
	case bytes <= 0 || math.IsInf(bytes, 0) || math.IsNaN(bytes):
		return "-"
	case bytes >= 100<<20:
		return fmt.Sprintf("%.0f MB", bytes/(1<<20))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MB", bytes/(1<<20))
	case bytes >= 10<<10:
		return fmt.Sprintf("%.0f KB", bytes/(1<<10))
	}
	return fmt.Sprintf("%.1f KB", bytes/(1<<10))
}
