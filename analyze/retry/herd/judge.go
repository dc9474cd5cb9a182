package herd

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"snag/analyze/judge"
	"snag/analyze/retry/backoff"
	"snag/analyze/retry/experiment"
	"snag/analyze/sorting"
	"snag/analyze/stats"
)

// The shares of a wave from which clients count as a herd, and as one in the making. Below ten
// clients chance alone decides.
const (
	HerdShare   = 0.9
	CrowdShare  = 0.5
	FewestHerds = 10
)

// Closest is the largest share of clients that arrives together in any wave.
func Closest(waves []Wave) float64 {
	share := 0.
	for _, w := range waves {
		share = max(share, w.Share)
	}
	return share
}

// Variants are the policies to compare with one, itself first: the same schedule with other jitter.
func Variants(p backoff.Policy) []backoff.Policy {
	list := []backoff.Policy{p}
	for _, j := range []backoff.Jitter{backoff.NoJitter, backoff.Proportional, backoff.Equal, backoff.Full} {
		other := p
		other.Jitter, other.Proportion, other.Width, other.CapOrder = j, 0, 0, backoff.CapFirst
		if j == backoff.Proportional {
			other.Proportion = 0.1
		}
		if p.Jitter != j && p.Shape > backoff.Immediate {
			list = append(list, other)
		}
	}
	return list
}

// Judge says whether the clients keep each other from being served, or would.
func (r Result) Judge() []judge.Finding {
	f := judge.Finding{Rule: experiment.RuleHerd, Level: judge.Error, Evidence: r}
	n := r.Config.Clients
	switch share := Closest(r.Waves); {
	case r.Served < n:
		why := "they come back together, exceed the capacity together and use up their attempts"
		if share < CrowdShare {
			why = "their attempts end before the server has time for them"
		}
		f.Message = fmt.Sprintf("%s of %s are never served: %s.", stats.Percent(n-r.Served, n), judge.Plural(n, "client"), why)
	case share >= HerdShare && n >= FewestHerds:
		f.Level = judge.Warning
		f.Message = fmt.Sprintf("%.0f%% of the clients arrive within a tenth of their delay.", 100*share)
	default:
		return nil
	}
	return []judge.Finding{f}
}

// Cohort is what real clients did that failed in the same moment.
type Cohort struct {
	// Times are the arrivals of each client that made a request, counted from the moment in which all
	// failed. The first is that moment.
	Times [][]time.Duration
	// Skew is how far apart the first failures were.
	Skew  time.Duration
	Waves []Wave
}

// Gather makes a cohort of the runs of clients with a policy. The times of the runs count from one moment.
func Gather(runs []experiment.Trace, p backoff.Policy) Cohort {
	var came [][]experiment.Attempt
	var failed []time.Duration
	for _, t := range runs {
		if attempts := t.Busiest().Attempts; len(attempts) > 0 {
			came, failed = append(came, attempts), append(failed, attempts[0].End)
		}
	}
	if len(came) == 0 {
		return Cohort{}
	}
	c := Cohort{Skew: slices.Max(failed) - slices.Min(failed)}
	for _, attempts := range came {
		arrivals := []time.Duration{0}
		for _, at := range attempts[1:] {
			arrivals = append(arrivals, at.Start-slices.Min(failed))
		}
		c.Times = append(c.Times, arrivals)
	}
	c.Waves = waves(c.Times, p)
	return c
}

// Arrivals are those of all clients in the order of time.
func (c Cohort) Arrivals() []Arrival {
	var all []Arrival
	for client, times := range c.Times {
		for i, at := range times {
			all = append(all, Arrival{At: at, Client: client, Attempt: i + 1})
		}
	}
	sorting.Stable(all, func(x, y Arrival) int { return cmp.Compare(x.At, y.At) })
	return all
}

// Judge says whether the clients come back together. A cohort of less than FewestHerds has no findings.
func (c Cohort) Judge() []judge.Finding {
	share := Closest(c.Waves)
	if len(c.Times) < FewestHerds || share < CrowdShare {
		return nil
	}
	f := judge.Finding{
		Rule: experiment.RuleHerd, Level: judge.Error, Evidence: c,
		Message: fmt.Sprintf("%.0f%% of %d clients that failed together come back within a tenth of the delay.", 100*share, len(c.Times)),
	}
	if share < HerdShare {
		f.Level = judge.Warning
	}
	return []judge.Finding{f}
}
