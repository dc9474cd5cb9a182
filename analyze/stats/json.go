package stats

import (
	"encoding/json"
	"math"
)

// MarshalJSON encodes the growth as reports show it: figures with two decimals, which is more than a
// measurement is good for.
func (g Growth) MarshalJSON() ([]byte, error) {
	round := func(x float64) float64 { return math.Round(x*100) / 100 }
	return json.Marshal(struct {
		Kind   string  `json:"kind"`
		Degree float64 `json:"degree,omitempty"`
		Base   float64 `json:"base,omitempty"`
	}{g.Kind.String(), round(g.Degree), round(g.Base)})
}
