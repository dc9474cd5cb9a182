package backoff

import (
	"math"
	"slices"
)

// Nested is a retry loop inside another: each of OuterAttempts attempts of the outer loop makes
// InnerAttempts attempts of its own.
type Nested struct {
	InnerAttempts, OuterAttempts int
	// Outer is the policy of the outer loop: the gap between the last attempt of one inner loop and
	// the first of the next.
	Outer Policy

	inner, outer [][]float64
}

// decompose finds a period in the gaps: m attempts, repeated n times, where the gaps within each
// block repeat from block to block and the sequence as a whole is not a schedule of its own. It is nil
// when there is none.
func decompose(rows [][]float64) *Nested {
	rows = usual(rows)
	gaps := len(rows[0])
	columns := make([]float64, gaps)
	spread := make([]float64, gaps)
	for k := range columns {
		column := make([]float64, len(rows))
		for r, row := range rows {
			column[r] = row[k]
		}
		columns[k] = median(column)
		slices.Sort(column)
		spread[k] = column[len(column)*3/4] - column[len(column)/4]
	}
	if rising(columns, spread) {
		return nil
	}
	attempts := gaps + 1
	for m := 2; m <= attempts/2; m++ {
		if attempts%m != 0 || !repeats(columns, spread, m) {
			continue
		}
		n := &Nested{InnerAttempts: m, OuterAttempts: attempts / m}
		for _, row := range rows {
			var between []float64
			for start := 0; start < gaps; start += m {
				n.inner = append(n.inner, row[start:start+m-1])
				if start+m-1 < gaps {
					between = append(between, row[start+m-1])
				}
			}
			n.outer = append(n.outer, between)
		}
		return n
	}
	return nil
}

// usual returns the rows of the most frequent length: an attempt may have escaped in one of them.
func usual(rows [][]float64) [][]float64 {
	count := map[int]int{}
	for _, row := range rows {
		count[len(row)]++
	}
	length := ranked(count)[0]
	return slices.DeleteFunc(slices.Clone(rows), func(row []float64) bool { return len(row) != length })
}

// rising reports whether the gaps grow or stay, within what noise and jitter explain.
func rising(columns, spread []float64) bool {
	for k := 1; k < len(columns); k++ {
		if columns[k] < columns[k-1]-max(15, 0.25*columns[k-1], spread[k-1], spread[k]) {
			return false
		}
	}
	return true
}

// warmUp is how much longer in milliseconds the first delay of a program may be than the same delay later.
const warmUp = 150

// repeats reports whether the gaps inside blocks of m attempts are alike in every block, within what a busy
// machine spreads them, and those between blocks stand out against the inner ones.
func repeats(columns, spread []float64, m int) bool {
	near := func(i, j int) bool {
		a, b := columns[i], columns[j]
		limit := max(12, 0.12*max(a, b), min(spread[i]+spread[j], 30))
		if m > 2 && (i == 0 && a > b || j == 0 && b > a) { // the others of its block tell the loop as well
			limit = max(limit, warmUp)
		}
		return math.Abs(a-b) <= limit
	}
	// Where the inner gaps are all alike, only gaps between blocks that are not show where those end.
	plain := m == 2 || near(0, m-2)
	differs := !plain
	for k := range columns {
		switch {
		case k%m != m-1:
			if !near(k, k%m) {
				return false
			}
		case !near(k, k-1):
			differs = true
		case plain:
			return false
		}
	}
	return differs
}
