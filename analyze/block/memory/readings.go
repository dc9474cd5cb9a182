package memory

import (
	"math"

	"snag/analyze/stats"
)

// slope is the median of the slopes between all two readings that lie a third of the range apart or more.
func slope(readings []Reading, of func(Reading) float64) float64 {
	var slopes []float64
	span := of(readings[len(readings)-1]) - of(readings[0])
	for i, a := range readings {
		for _, b := range readings[i+1:] {
			if wide := of(b) - of(a); wide >= span/3 && wide > 0 {
				slopes = append(slopes, float64(b.Bytes-a.Bytes)/wide)
			}
		}
	}
	if len(slopes) == 0 {
		return 0
	}
	return stats.Median(slopes)
}

// lasting is the slope, or the median of the slopes from one reading to the next where that is less: a runtime takes
// some memory once, as for code that it compiles, in whatever round that is.
func lasting(readings []Reading, of func(Reading) float64) float64 {
	var steps []float64
	for i := 1; i < len(readings); i++ {
		if wide := of(readings[i]) - of(readings[i-1]); wide > 0 {
			steps = append(steps, float64(readings[i].Bytes-readings[i-1].Bytes)/wide)
		}
	}
	if len(steps) == 0 {
		return 0
	}
	return min(slope(readings, of), stats.Median(steps))
}

// noise is how far readings lie from the line of the slope through their middle, as a standard deviation.
func noise(readings []Reading, perRequest float64) float64 {
	var rest []float64
	for _, r := range readings {
		rest = append(rest, float64(r.Bytes)-perRequest*float64(r.Requests))
	}
	middle := stats.Median(rest)
	for i := range rest {
		rest[i] = math.Abs(rest[i] - middle)
	}
	return 1.4826 * stats.Median(rest)
}

// drop is the most by which a reading is lower than the one before, which nothing that is kept explains.
func drop(readings []Reading) float64 {
	most := int64(0)
	for i := 1; i < len(readings); i++ {
		most = max(most, readings[i-1].Bytes-readings[i].Bytes)
	}
	return float64(most)
}

// steady reports whether nearly all readings are higher than those before.
func steady(readings []Reading) bool {
	rises := 0
	for i := 1; i < len(readings); i++ {
		if readings[i].Bytes > readings[i-1].Bytes {
			rises++
		}
	}
	return rises*4 >= (len(readings)-1)*3
}

// highest is the most that was read.
func highest(readings []Reading) float64 {
	most := int64(math.MinInt64)
	for _, r := range readings {
		most = max(most, r.Bytes)
	}
	return float64(most)
}

// knee is the number of keys at which the growth ended, by the two lines from the first reading on that fit the readings
// best: one up to there, and one behind it. Where that is before the second reading, it is that one's number.
func knee(all []Reading) (keys int) {
	const steps = 200
	first, last := all[0], all[len(all)-1]
	least := math.Inf(1)
	for step := 1; step < steps; step++ {
		at := float64(last.Keys-first.Keys) * float64(step) / steps
		if at < float64(all[1].Keys-first.Keys) {
			continue
		}
		// The least squares of bytes = a*min(keys, at) + b*max(keys-at, 0).
		var uu, uv, vv, uy, vy, yy float64
		for _, r := range all[1:] {
			x, y := float64(r.Keys-first.Keys), float64(r.Bytes-first.Bytes)
			u, v := min(x, at), max(x-at, 0)
			uu, uv, vv, uy, vy, yy = uu+u*u, uv+u*v, vv+v*v, uy+u*y, vy+v*y, yy+y*y
		}
		det := uu*vv - uv*uv
		if det <= 0 {
			continue
		}
		a, b := (uy*vv-vy*uv)/det, (vy*uu-uy*uv)/det
		if rest := yy - a*uy - b*vy; rest < least {
			least, keys = rest, int(at)
		}
	}
	return keys
}
