package report

import (
	"math"
	"slices"
	"strconv"

	"snag/analyze/judge"
	"snag/analyze/stats"
)

// Figure is a value that a run measured, by which later runs are compared with it.
type Figure struct {
	Name Text `json:"name"` // the same in every run
	Unit Text `json:"unit"` // "ms" for example, "" for a count
	// Values are one for each repetition.
	Values []float64 `json:"values"`
	Better Direction `json:"better,omitempty"`
	// Noise is the difference in Unit up to which nothing has changed; 0 leaves that to the spread of Values.
	Noise float64 `json:"noise,omitempty"`
}

// Direction tells which of two values is the better one. The zero Direction says that neither is.
type Direction string

// The directions.
const (
	Lower  Direction = "lower"
	Higher Direction = "higher"
)

// What is said of a figure that only one of two runs has.
const (
	onlyBefore = "only before"
	onlyNow    = "only now"
)

// FigureChange is what became of a figure. Change is one of [stats.Change], "changed" where neither value is
// the better one, or "only before" or "only now".
type FigureChange struct {
	Change string   `json:"change"`
	Name   Text     `json:"name"`
	Unit   Text     `json:"unit"`
	Before *float64 `json:"before"` // medians, nil where the run has none
	Now    *float64 `json:"now"`
}

// changedFigures tells what became of figures, in the order of the later run, then of those that only the earlier one
// has.
func changedFigures(before, now []Figure) []FigureChange {
	find := func(all []Figure, f Figure) (Figure, bool) {
		i := slices.IndexFunc(all, func(x Figure) bool { return x.Name == f.Name && x.Unit == f.Unit && len(x.Values) > 0 })
		if i < 0 {
			return Figure{}, false
		}
		return all[i], true
	}
	var all []FigureChange
	for _, f := range now {
		if len(f.Values) == 0 {
			continue
		}
		median := stats.Median(f.Values)
		c := FigureChange{Change: onlyNow, Name: f.Name, Unit: f.Unit, Now: &median}
		if b, ok := find(before, f); ok {
			then := stats.Median(b.Values)
			c.Before = &then
			change := stats.Compare(b.Values, f.Values)
			switch {
			case math.Abs(median-then) <= max(b.Noise, f.Noise):
				change = stats.WithinNoise
			case change != stats.WithinNoise && f.Better == "":
				change = ChangeChanged
			case change == stats.Better && f.Better == Higher:
				change = stats.Worse
			case change == stats.Worse && f.Better == Higher:
				change = stats.Better
			}
			c.Change = string(change)
		}
		all = append(all, c)
	}
	for _, b := range before {
		if _, ok := find(now, b); !ok && len(b.Values) > 0 {
			then := stats.Median(b.Values)
			all = append(all, FigureChange{Change: onlyBefore, Name: b.Name, Unit: b.Unit, Before: &then})
		}
	}
	return all
}

// quantity shows a value with its unit to three digits.
func quantity(v float64, unit Text) string {
	if unit == "bytes" && v >= 10<<10 {
		return judge.Size(v)
	}
	digits := 0
	if v != math.Trunc(v) {
		digits = min(max(2-int(math.Floor(math.Log10(math.Abs(v)))), 0), 6)
	}
	return JoinWords(strconv.FormatFloat(v, 'f', digits, 64), string(unit))
}
