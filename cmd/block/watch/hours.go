package watch

import (
	"strconv"
	"time"

	"snag/analyze/block/stall"
	"snag/cmd/cli"
	"snag/cmd/report"
)

// hourItem is an hour of the clock in a long watch.
type hourItem struct {
	Start    string  `json:"start"` // RFC 3339, in the local time
	Requests int     `json:"requests"`
	Lost     int     `json:"lost"`
	Stalls   int     `json:"stalls"`
	Over     int     `json:"over_budget"`
	Stalled  float64 `json:"stalled_ms"`
	Longest  float64 `json:"longest_ms"`
	Slowest  float64 `json:"slowest_ms"`
}

// hourItems tells of the hours from the first one on.
func hourItems(first time.Time, hours []stall.Hour) []hourItem {
	var items []hourItem
	for i, h := range hours {
		items = append(items, hourItem{
			first.Add(time.Duration(i) * time.Hour).Round(time.Minute).Format(time.RFC3339), h.Requests, h.Lost, h.Stalls, h.Over,
			cli.Milliseconds(h.Stalled), cli.Milliseconds(h.Longest), cli.Milliseconds(h.Slowest),
		})
	}
	return items
}

// shownHours is how many hours the table shows: a week, the last one.
const shownHours = 7 * 24

// hourSection shows the hours.
func hourSection(hours []hourItem) report.Section {
	t := report.NewTable("HOUR", ">REQUESTS", ">LOST", ">STALLS", ">OVER", ">STALLED", ">LONGEST")
	for _, h := range hours[max(0, len(hours)-shownHours):] {
		at := h.Start
		if begun, err := time.Parse(time.RFC3339, h.Start); err == nil {
			at = begun.Format("Jan 2 15:04")
		}
		over := report.Plain.Cell(strconv.Itoa(h.Over))
		if h.Over > 0 {
			over = report.Bad.Cell(over.Text)
		}
		t.Add(at, h.Requests, h.Lost, h.Stalls, over, cli.Millis(h.Stalled), cli.Millis(h.Longest))
	}
	return report.Section{Title: "By hour", Table: t}
}
