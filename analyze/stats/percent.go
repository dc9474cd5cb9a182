package stats

import (
	"fmt"
	"math"
)

// Percent writes n of a number of things as a percentage, "57%". It says 100% of all of them only.
func Percent(n, of int) string {
	share := 100 * float64(n) / float64(max(of, 1))
	if n < of && share > 99 {
		return fmt.Sprintf("%.2f%%", math.Floor(share*100)/100)
	}
	return fmt.Sprintf("%.0f%%", share)
}
