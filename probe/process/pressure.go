package process

import "time"

// Pressure measures how much of a time processes waited for a processor on this machine.
type Pressure struct {
	start time.Time
	total time.Duration
	known bool
}

// StartPressure begins to measure.
func StartPressure() Pressure {
	total, known := pressure()
	return Pressure{time.Now(), total, known}
}

// Share returns the share of the time since the start, 0 to 1, in which some process waited;
// negative where the system does not tell.
func (p Pressure) Share() float64 {
	total, known := pressure()
	elapsed := time.Since(p.start)
	if !known || !p.known || elapsed <= 0 {
		return -1
	}
	return min(float64(total-p.total)/float64(elapsed), 1)
}

// Waited returns for how long since the start some process waited, 0 where the system does not tell.
func (p Pressure) Waited() time.Duration {
	total, known := pressure()
	if !known || !p.known {
		return 0
	}
	return max(total-p.total, 0)
}
