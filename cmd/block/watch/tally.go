package watch

import (
	"sync"
	"time"

	"snag/analyze/block/stall"
)

// tally takes the parts of a stream as they come, and may be read meanwhile.
type tally struct {
	mu      sync.Mutex
	log     *stall.Log
	ticker  *ticker
	metrics *stall.Metrics
	hours   stall.Hours

	told   func(stall.Stall)    // takes each stall when its length is known, in the order of their starts, if it is not nil
	turned func(stall.Turnover) // takes each turnover when it is known what came of it, or at the end, if it is not nil
	news   int                  // turnovers that were taken
}

// newTally returns a tally of a stream that starts now.
func newTally(interval, floor, budget time.Duration, t *ticker) *tally {
	now := time.Now()
	return &tally{
		log: &stall.Log{Interval: interval, Floor: floor, Budget: budget}, ticker: t, metrics: stall.NewMetrics(),
		hours: stall.Hours{Phase: now.Sub(now.Truncate(time.Hour)), Budget: budget},
	}
}

// add takes the next part of the stream.
func (t *tally) add(samples []stall.Sample) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.log.Add(samples)
	t.count(samples)
}

// finish takes the last part of the stream, which has ended.
func (t *tally) finish(samples []stall.Sample) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.log.Add(samples)
	t.log.Finish()
	t.ticker.end()
	t.count(samples)
	t.turns(true)
}

// count marks the stalls that are over, and counts them.
func (t *tally) count(samples []stall.Sample) {
	stalls := t.ticker.mark(t.log)
	t.metrics.Add(samples, stalls)
	t.hours.Add(samples, stalls)
	if t.told != nil {
		for _, s := range stalls {
			t.told(s)
		}
	}
	t.turns(false)
	t.log.Trim()
}

// turns counts the turnovers that are new.
func (t *tally) turns(atEnd bool) {
	all := t.ticker.turnovers()
	t.metrics.Ends, t.metrics.Gone = all.Count, all.Gone() != nil
	if all.Gone() != nil && !atEnd {
		all.Count--
	}
	if all.Count > t.news && t.turned != nil {
		for _, one := range all.List[max(len(all.List)-(all.Count-t.news), 0):min(all.Count, len(all.List))] {
			t.turned(one)
		}
	}
	t.news = max(t.news, all.Count)
}

// now returns the metrics so far.
func (t *tally) now() stall.Metrics {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.metrics.Copy()
}
