package growth

import (
	"cmp"
	"math"
	"slices"

	"snag/analyze/sorting"
)

// PayloadCost is what a document of a size took.
type PayloadCost struct {
	Bytes float64
	Ms    float64
}

// Payload is how the cost of documents of one shape grows with their size.
type Payload struct {
	NsPerByte float64 // at the largest size
	Exponent  float64 // between the two largest sizes; 0 with fewer than two
	costs     []PayloadCost
}

// JudgePayload judges the costs of one shape. It is the zero Payload when there are none.
func JudgePayload(costs []PayloadCost) Payload {
	var kept []PayloadCost
	for _, c := range costs {
		if c.Bytes > 0 && c.Ms > 0 {
			kept = append(kept, c)
		}
	}
	sorting.Stable(kept, func(a, b PayloadCost) int { return cmp.Compare(a.Bytes, b.Bytes) })
	if len(kept) == 0 {
		return Payload{}
	}
	// What disturbs a measurement only ever adds: a smaller document takes no longer than a larger one,
	// and of two of a size the shorter time is right.
	for i := len(kept) - 2; i >= 0; i-- {
		kept[i].Ms = min(kept[i].Ms, kept[i+1].Ms)
	}
	for i := 1; i < len(kept); i++ {
		if kept[i].Bytes == kept[i-1].Bytes {
			kept[i].Ms = kept[i-1].Ms
		}
	}
	kept = slices.CompactFunc(kept, func(a, b PayloadCost) bool { return a.Bytes == b.Bytes })
	last := kept[len(kept)-1]
	p := Payload{NsPerByte: last.Ms * 1e6 / last.Bytes, costs: kept}
	if len(kept) > 1 {
		before := kept[len(kept)-2]
		p.Exponent = math.Log(last.Ms/before.Ms) / math.Log(last.Bytes/before.Bytes)
	}
	return p
}

// SizeFor returns the size in bytes at which the cost reaches the budget in milliseconds, between
// the measured sizes or beyond them; 0 when nothing was measured.
func (p Payload) SizeFor(budget float64) float64 {
	if len(p.costs) == 0 {
		return 0
	}
	first, last := p.costs[0], p.costs[len(p.costs)-1]
	for i := 1; i < len(p.costs); i++ {
		a, b := p.costs[i-1], p.costs[i]
		if a.Ms < budget && budget <= b.Ms {
			part := math.Log(budget/a.Ms) / math.Log(b.Ms/a.Ms) // a.Ms < b.Ms
			return a.Bytes * math.Pow(b.Bytes/a.Bytes, part)
		}
	}
	if budget <= first.Ms {
		return first.Bytes * budget / first.Ms
	}
	// Beyond the largest size it grows at least linearly. A steeper growth seen over a short way
	// does not go on for long.
	exponent := min(max(p.Exponent, 1), 1.5)
	return last.Bytes * math.Pow(budget/last.Ms, 1/exponent)
}
