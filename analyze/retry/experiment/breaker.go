package experiment

import (
	"slices"
	"time"
)

// Breaker is a circuit breaker as it looks from the server: attempts come at a steady rate until a
// number of failures, then none for a while, then a few for a trial.
type Breaker struct {
	// Found reports whether the attempts paused although the client is driven at a steady rate.
	Found bool
	// Threshold is the number of failures in a row before the first pause.
	Threshold int
	// Open is the shortest pause; a driver that calls every Interval sees it late by up to that.
	Open, Interval time.Duration
	// Permits is the number of trial attempts after a pause.
	Permits int
	// Pauses counts the pauses that were seen to their end.
	Pauses int
	// Recovered reports whether attempts came at the steady rate again when they succeeded.
	Recovered bool
}

// FindBreaker looks for a breaker in the attempts of a client that calls at a steady rate. Attempts
// are in the order of their start. A pause is longer than five times the interval between the
// attempts before it.
func FindBreaker(attempts []Attempt) Breaker {
	var b Breaker
	if len(attempts) < 3 {
		return b
	}
	var steady []time.Duration
	burst := 1
	var bursts, pauses []time.Duration
	for i := 1; i < len(attempts); i++ {
		gap := attempts[i].Start - attempts[i-1].Start
		if len(steady) >= 2 && gap > max(5*middle(steady), 100*time.Millisecond) {
			if len(pauses) == 0 {
				b.Threshold = burst
			} else {
				bursts = append(bursts, time.Duration(burst))
			}
			pauses = append(pauses, gap)
			burst = 1
			continue
		}
		burst++
		if len(pauses) == 0 {
			steady = append(steady, gap)
		} else if !attempts[i-1].Fault.Fails() && burst >= 4 {
			b.Recovered = true
		}
	}
	if len(pauses) == 0 {
		return b
	}
	b.Found, b.Pauses = true, len(pauses)
	b.Interval, b.Open = middle(steady), slices.Min(pauses)
	if len(bursts) > 0 {
		b.Permits = int(middle(bursts))
	}
	return b
}

func middle(list []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
