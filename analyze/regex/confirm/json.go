package confirm

import (
	"strings"
	"unicode/utf8"

	"snag/analyze/regex/defence"
	"snag/analyze/stats"
	"snag/analyze/wtf8"
)

// MarshalJSON encodes the confirmation as reports show it.
func (c Confirmation) MarshalJSON() ([]byte, error) {
	item := struct {
		Engine   string           `json:"engine"`
		Version  string           `json:"version"`
		Outcome  string           `json:"outcome"`
		Reason   string           `json:"reason,omitempty"`
		Growth   *stats.Growth    `json:"growth,omitempty"`
		Points   [][2]float64     `json:"points"` // pumps, milliseconds
		Forecast defence.Forecast `json:"forecast"`
	}{
		Engine: c.Engine, Version: c.Version, Outcome: string(c.Outcome), Forecast: c.Forecast,
		Reason: strings.ToValidUTF8(c.Reason, string(utf8.RuneError)), Points: make([][2]float64, len(c.Points)),
	}
	if len(c.Points) > 0 {
		item.Growth = &c.Growth
	}
	for i, p := range c.Points {
		item.Points[i] = [2]float64{float64(p.Pumps), p.Millis}
	}
	return wtf8.Marshal(item)
}
