package cmd

import (
	"fmt"
	"time"

	"snag/analyze/judge"
)

// ms returns a duration in milliseconds for JSON, to the microsecond.
func ms(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}

// shortMillis shows a duration with three digits or so.
func shortMillis(d time.Duration) string { return judge.Millis(d) }

// millis shows a number of milliseconds with three digits.
func millis(ms float64) string {
	if ms >= 1000 {
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return fmt.Sprintf("%.3g ms", ms)
}

// shortDuration rounds a duration to three digits or so.
func shortDuration(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= time.Second:
		return d.Round(time.Millisecond).String()
	}
	return d.Round(100 * time.Microsecond).String()
}
