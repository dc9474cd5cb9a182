package cli

import (
	"fmt"
	"math"
	"time"

	"snag/analyze/judge"
)

// Milliseconds returns a duration in milliseconds for JSON, to the microsecond.
func Milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}

// ShortMillis shows a duration with three digits or so.
func ShortMillis(d time.Duration) string { return judge.Millis(d) }

// Millis shows a number of milliseconds with three digits.
func Millis(ms float64) string {
	if ms >= 1000 {
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return fmt.Sprintf("%.3g ms", ms)
}

// ShortDuration rounds a duration to three digits or so.
func ShortDuration(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= time.Second:
		return d.Round(time.Millisecond).String()
	}
	return d.Round(100 * time.Microsecond).String()
}

// Thousandths rounds to three decimals, as reports show them.
func Thousandths(x float64) float64 { return math.Round(x*1000) / 1000 }
