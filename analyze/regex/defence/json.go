package defence

import (
	"cmp"

	"snag/analyze/regex/redos"
	"snag/analyze/wtf8"
)

// MarshalJSON encodes the forecast as reports show it; the zero Forecast is unmodelled.
func (f Forecast) MarshalJSON() ([]byte, error) {
	var growth *redos.Growth
	if f.Class >= redos.Polynomial {
		growth = &redos.Growth{Class: f.Class, Degree: f.Degree}
	}
	return wtf8.Marshal(struct {
		Outcome string        `json:"outcome"`
		Growth  *redos.Growth `json:"growth,omitempty"`
		By      []string      `json:"by,omitempty"`
		Lacks   wtf8.String   `json:"lacks,omitempty"`
		Reason  string        `json:"reason,omitempty"`
	}{cmp.Or(string(f.Outcome), "unmodelled"), growth, f.By, wtf8.String(f.Lacks), f.Why})
}
