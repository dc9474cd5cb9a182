package cmd

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"

	"snag/analyze/block/growth"
	"snag/analyze/stats"
)

// savedSchema names the version of saved runs.
const savedSchema = "snag/handler-run/v1"

// savedRun is a run in a file, with what a comparison needs.
type savedRun struct {
	Schema string `json:"schema"`
	URL    string `json:"url"`
	// Stall and Own are in milliseconds, one for each trial of size N.
	N     int       `json:"n"`
	Stall []float64 `json:"stall_ms"`
	Own   []float64 `json:"own_ms"`
	// Costs are in milliseconds by size, one for each repetition.
	Costs []savedCost `json:"costs"`
	path  string
}

type savedCost struct {
	N  int       `json:"n"`
	Ms []float64 `json:"ms"`
}

func (r *handlerRun) saved() savedRun {
	s := savedRun{Schema: savedSchema, URL: r.shownURL(), N: r.size, Stall: []float64{}, Own: []float64{}, Costs: []savedCost{}}
	for _, t := range r.trials {
		if !t.Lost {
			s.Stall, s.Own = append(s.Stall, ms(t.Stall.Length)), append(s.Own, ms(t.Own))
		}
	}
	if r.growing != nil {
		by := map[int][]float64{}
		for _, m := range r.growing.Series.Measurements {
			cost := m.Wall
			if r.growth.Clock == "cpu" {
				cost = m.CPU
			}
			by[m.N] = append(by[m.N], ms(cost))
		}
		for n, costs := range by {
			s.Costs = append(s.Costs, savedCost{n, costs})
		}
		slices.SortFunc(s.Costs, func(a, b savedCost) int { return a.N - b.N })
	}
	return s
}

func (s savedRun) write(path string) error {
	t, err := newTarget(path, nil)
	if err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	defer t.discard()
	e := json.NewEncoder(t)
	e.SetIndent("", "  ")
	if err := e.Encode(s); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return t.commit()
}

func readRun(path string) (*savedRun, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, usagef("--compare: %w", err)
	}
	s := &savedRun{path: path}
	if err := json.Unmarshal(content, s); err != nil || s.Schema != savedSchema {
		return nil, usagef("--compare: %s is not a run written by --save", path)
	}
	return s, nil
}

// comparison is what changed since a saved run.
type comparison struct {
	Change growth.Change `json:"change"`
	// Of tells what was compared: "cost" at a size that both runs measured, or "stall".
	Of     string  `json:"of"`
	N      int     `json:"n"`
	Before float64 `json:"before_ms"`
	After  float64 `json:"after_ms"`
}

// compare compares the cost at the largest size for which both runs have a value, by interpolation,
// and where there is none the stalls.
func (s *savedRun) compare(r *handlerRun) *comparison {
	now := r.saved()
	if len(s.Costs) > 1 && len(now.Costs) > 1 {
		n := min(s.Costs[len(s.Costs)-1].N, now.Costs[len(now.Costs)-1].N)
		before, after := costsAt(s.Costs, n), costsAt(now.Costs, n)
		if len(before) > 0 && len(after) > 0 {
			return &comparison{growth.Compare(before, after), "cost", n, middle(before), middle(after)}
		}
	}
	if len(s.Stall) == 0 || len(now.Stall) == 0 || s.N != now.N {
		return nil
	}
	return &comparison{growth.Compare(s.Stall, now.Stall), "stall", now.N, middle(s.Stall), middle(now.Stall)}
}

// costsAt returns the costs at size n: those measured there, or those of the next larger size scaled
// by the growth of the medians around it.
func costsAt(costs []savedCost, n int) []float64 {
	i := slices.IndexFunc(costs, func(c savedCost) bool { return c.N >= n })
	switch {
	case i < 0:
		return nil
	case costs[i].N == n || i == 0:
		return costs[i].Ms
	}
	low, high := costs[i-1], costs[i]
	a, b := math.Log(max(middle(low.Ms), 1e-3)), math.Log(max(middle(high.Ms), 1e-3))
	part := (math.Log(float64(n)) - math.Log(float64(low.N))) / (math.Log(float64(high.N)) - math.Log(float64(low.N)))
	factor := math.Exp((a - b) * (1 - part))
	scaled := make([]float64, len(high.Ms))
	for j, v := range high.Ms {
		scaled[j] = v * factor
	}
	return scaled
}

func middle(values []float64) float64 { return stats.Median(values) }
