package endpoint

import (
	"context"
	"maps"

	"snag/analyze/block/growth"
)

// refusedAnew reports whether size n is refused, and the largest size before it was not, or in another way.
func (g *grower) refusedAnew(n int) bool {
	status, known := g.Statuses[n]
	if len(g.Ladder) == 0 || !known {
		return false
	}
	meaning := growth.MeaningOf(status, g.Expected)
	return status != g.Statuses[g.Ladder[len(g.Ladder)-1].N] && (meaning == growth.Refused || meaning == growth.TooLarge)
}

// edge finds the largest size that is answered as the largest of the ladder is, below one that is refused,
// and makes it the last of the ladder.
func (g *grower) edge(ctx context.Context, refused int) {
	top := g.Ladder[len(g.Ladder)-1]
	same, ended := g.Statuses[top.N], g.Failure
	for high := refused; high-top.N > 1; {
		middle := top.N + (high-top.N)/2
		wall, err := g.request(ctx, middle)
		switch status := g.Statuses[middle]; {
		case err == nil && status == same:
			top = growth.Cost{N: middle, Cost: wall}
		case status != 0 && status != same:
			high = middle
		default: // requests or time ran out, or it is not answered at all
			return
		}
	}
	g.Bound = top.N
	if top.N > g.Ladder[len(g.Ladder)-1].N {
		if best, err := g.least(ctx, top.N); err == nil {
			top.Cost = min(top.Cost, best)
		}
		g.Ladder = append(g.Ladder, top)
	}
	g.Failure = ended
}

// leaveOutRefused ends the ladder where larger input is refused without the work.
func (g *grower) leaveOutRefused() {
	if g.Bound == 0 {
		return
	}
	kept, refused := growth.WithoutRefused(g.Ladder, g.Bound, g.Plan)
	if !refused {
		if g.Ladder[len(g.Ladder)-1].N > g.Bound {
			g.Bound = 0 // what is refused has cost as much: it was read before
		}
		return
	}
	g.Ladder, g.Why = kept, growth.NotAccepted
	g.Largest = min(g.Largest, g.Bound)
	maps.DeleteFunc(g.Lengths, func(n int, _ int64) bool { return n > g.Bound })
	all := g.Series.Measurements
	measured, total, top := all[:0], g.total[:0], g.top[:0]
	for i, m := range all {
		if m.N <= g.Bound {
			measured, total, top = append(measured, m), append(total, g.total[i]), append(top, g.top[i])
		}
	}
	g.Series.Measurements, g.total, g.top = measured, total, top
}
