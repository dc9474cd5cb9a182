package backoff

import (
	"math"
	"slices"
)

// table is the gaps in columns: column k holds the gap before retry k of every run that has one.
type table struct {
	data    []sample
	columns [][]float64
	noise   float64 // the lateness to expect, in milliseconds
}

func newTable(runs [][]float64, noise float64) table {
	t := table{noise: noise}
	for _, run := range runs {
		sum := 0.
		for k, gap := range run[:min(len(run), maxColumns)] {
			s := sample{k: k, gap: gap, sum: sum, firstGap: k == 0}
			if k > 0 {
				s.prev = run[k-1]
			}
			sum += gap
			t.data = append(t.data, s)
			if k == len(t.columns) {
				t.columns = append(t.columns, nil)
			}
			t.columns[k] = append(t.columns[k], gap)
		}
	}
	return t
}

// piled reports whether several of the least gaps are nearly the same, as below a floor.
func (t table) piled() bool {
	least, n := math.Inf(1), 0
	for _, s := range t.data {
		least = min(least, s.gap)
	}
	for _, s := range t.data {
		if s.gap < least+max(8, 5*t.noise) {
			n++
		}
	}
	return n >= 2
}

// level reports whether the last gaps are the same in every run although earlier ones vary, as where jitter
// is lost at a cap.
func (t table) level() bool {
	spread := func(k int) float64 { return slices.Max(t.columns[k]) - slices.Min(t.columns[k]) }
	limit := 10 + 8*t.noise
	last := len(t.columns) - 1
	for last > 0 && len(t.columns[last]) < 2 {
		last--
	}
	if spread(last) > limit {
		return false
	}
	for k := range last {
		if spread(k) > 2*limit {
			return true
		}
	}
	return false
}

// starts are coordinates from which the search of the model begins: a schedule laid through the
// columns, moved until it covers them.
func (m *model) starts(t table) [][]float64 {
	if m.shape == Immediate {
		return [][]float64{{1, 2}}
	}
	n := len(t.columns)
	level := make([]float64, n) // an estimate of the nominal delay in each column
	for k, column := range t.columns {
		lo, hi := max(slices.Min(column), 0.5), max(slices.Max(column), 0.5)
		spread := (hi - lo) / float64(len(column)+1)
		switch m.jitter {
		case NoJitter:
			level[k] = lo
		case Proportional:
			level[k] = (lo + hi) / 2
		case Additive:
			level[k] = max(lo-spread, 0.5)
		case Decorrelated, PollyV2:
			level[k] = (lo + hi) / 2
		default:
			level[k] = hi + spread
		}
	}
	capAt := slices.Max(level)
	switch {
	case m.jitter == NoJitter || n < 3:
	case m.jitter == Decorrelated || m.order != CapFirst:
		for _, s := range t.data {
			capAt = max(capAt, s.gap)
		}
	default:
		capAt = (level[n-1] + level[n-2]) / 2
	}
	if m.bounded {
		return m.startsAbove(t, level)
	}
	var list [][]float64
	for _, growing := range []int{n, (n + 1) / 2} { // the columns that the cap leaves alone
		if growing == n && m.capped {
			growing = max(2, n-1)
		}
		v := values{factor: m.factor}
		if m.shape == Exponential && m.factor == 0 {
			v.factor = 2.2
			if growing > 1 {
				v.factor = min(max(math.Exp(slope(level[:growing])), 1.15), 11)
			}
		}
		m.settleBase(&v, level[:growing])
		v.cap = max(capAt, v.base*1.2)
		m.cover(&v, t)
		list = append(list, m.encode(&v))
		if !m.capped {
			break
		}
	}
	return list
}

// startsAbove are starts of a model with a floor of its own: the floor is the least gap, and the law is
// laid through one column, since the ones before it may be hidden by the floor and those behind it by the
// cap.
func (m *model) startsAbove(t table, level []float64) [][]float64 {
	floor, most := math.Inf(1), 0.
	for _, s := range t.data {
		floor, most = min(floor, s.gap), max(most, s.gap)
	}
	if m.jitter == Decorrelated {
		var list [][]float64
		for _, share := range []float64{0.9, 0.5, 0.25} {
			list = append(list, m.encode(&values{base: max(floor*share, 3.5), floor: floor, cap: most}))
		}
		return list
	}
	var list [][]float64
	n := len(level)
	for through := n - 1; through >= max(1, n-3); through-- {
		factors := []float64{m.factor}
		if m.factor == 0 {
			factors = []float64{min(max(level[through]/level[through-1], 1.2), 6), 2.4}
		}
		for _, factor := range factors {
			v := values{factor: factor, floor: floor, cap: most, proportion: 0.3}
			v.base = max(level[through]/math.Pow(factor, float64(through)), 3.5)
			v.width = v.base / 2
			list = append(list, m.encode(&v))
		}
		if !m.capped {
			break
		}
	}
	return list
}

// slope is that of the least-squares line through the logarithms.
func slope(level []float64) float64 {
	var sx, sy, sxx, sxy float64
	for k, d := range level {
		x, y := float64(k), math.Log(d)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	n := float64(len(level))
	return (n*sxy - sx*sy) / (n*sxx - sx*sx)
}

func (m *model) settleBase(v *values, level []float64) {
	v.base, v.increment = 1, 1
	if m.shape == Linear && !m.tied {
		n := float64(len(level) - 1)
		v.increment = max((level[len(level)-1]-level[0])/n, level[0]/20, 0.5)
		v.base = max(level[0], 3.5)
		return
	}
	sum := 0.
	for k, d := range level {
		sum += math.Log(d / m.nominal(v, k))
	}
	v.base = max(math.Exp(sum/float64(len(level))), 3.5)
	v.increment = v.base
}

// cover scales base and jitter so that the interval of every column contains its gaps.
func (m *model) cover(v *values, t table) {
	v.proportion, v.width = 0.5, v.base/2
	least, most, wide := math.Inf(1), 0., 0.
	for k, column := range t.columns {
		d := m.nominal(v, k)
		if m.capped {
			d = min(d, v.cap)
		}
		lo, hi := slices.Min(column), slices.Max(column)
		least, most = min(least, lo/d), max(most, hi/d)
		wide = max(wide, hi-d)
	}
	grow := func(by float64) {
		by = max(by, 0.02)
		v.base, v.increment, v.cap = v.base*by, v.increment*by, v.cap*by
	}
	switch m.jitter {
	case NoJitter:
		grow(least)
	case Proportional:
		grow((least + most) / 2)
		v.proportion = min(max(1.04*(most-least)/(most+least), 0.01), 0.98)
	case Equal, Full:
		grow(most * 1.01)
	case Additive:
		grow(min(least, 1))
		v.width = max(wide*1.05, v.base*0.03)
	case Decorrelated:
		first := math.Inf(1)
		for _, column := range t.columns {
			first = min(first, slices.Min(column))
		}
		v.base = max(first*0.98, 3.5)
	}
	v.base = max(v.base, 3.5)
}

// encode is the inverse of decode.
func (m *model) encode(v *values) []float64 {
	at := []float64{math.Log(v.base)}
	if m.shape == Exponential && m.factor == 0 {
		at = append(at, math.Log(v.factor-1))
	}
	if m.shape == Linear && !m.tied {
		at = append(at, math.Log(v.increment/v.base))
	}
	if m.capped {
		at = append(at, min(max(math.Log(v.cap/v.base), m.leastCap()+0.01), maxCap-0.01))
	}
	if m.bounded {
		at = append(at, min(max(math.Log(v.floor/v.base), minFloor+0.01), maxFloor-0.01))
	}
	switch m.jitter {
	case Proportional:
		at = append(at, math.Log(v.proportion/(1-v.proportion)))
	case Additive:
		at = append(at, min(max(math.Log(v.width/v.base), minWidth+0.01), maxWidth-0.01))
	}
	return append(at, math.Log(usualNoise), math.Log(1.6*usualNoise))
}
