package redos

import (
	"encoding/json"
	"fmt"

	"snag/analyze/stats"
)

// Growth is how the worst-case number of matching steps grows with the length of the input. The zero
// Growth is Unknown.
type Growth struct {
	Class Class
	// Degree is the exponent of the growth when Class is Polynomial: steps grow as n^Degree,
	// Degree >= 2. Else it is 0.
	Degree int
}

// Class is the kind of a growth.
type Class = stats.Kind

// The classes that an analysis decides on. The zero Class is Unknown: nothing is safe until that was
// decided.
const (
	Unknown     = stats.Undetermined
	Linear      = stats.Linear
	Polynomial  = stats.Polynomial
	Exponential = stats.Exponential
)

// MarshalJSON encodes the growth as reports show it.
func (g Growth) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Kind   string `json:"kind"`
		Degree int    `json:"degree,omitempty"`
	}{g.Class.String(), g.Degree})
}

// Power names the growth of a polynomial: the square, the cube, the power 4.
func Power(degree int) string {
	switch degree {
	case 2:
		return "the square"
	case 3:
		return "the cube"
	}
	return fmt.Sprintf("the power %d", degree)
}

// MarshalJSON encodes the cost as reports show it, with points of length and steps.
func (c Cost) MarshalJSON() ([]byte, error) {
	points := make([][2]int64, len(c.Points))
	for i, p := range c.Points {
		points[i] = [2]int64{int64(p.Length), p.Steps}
	}
	return json.Marshal(struct {
		PumpsForBudget  int        `json:"pumps_for_budget"`
		LengthForBudget int        `json:"length_for_budget"`
		BudgetSteps     int64      `json:"budget_steps"`
		Extrapolated    bool       `json:"extrapolated"`
		SafeLength      int        `json:"safe_length,omitempty"`
		Points          [][2]int64 `json:"points"`
	}{c.PumpsForBudget, c.LengthForBudget, c.BudgetSteps, c.Extrapolated, c.SafeLength, points})
}
