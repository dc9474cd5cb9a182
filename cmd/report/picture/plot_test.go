package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"snag/cmd/markup"
	"snag/cmd/report"
)

// TestPlotIsWellFormed draws plots of every kind of values: what comes out is XML.
func TestPlotIsWellFormed(t *testing.T) {
	huge := make([][2]float64, 20_000)
	for i := range huge {
		huge[i] = [2]float64{float64(i), -1e300 * float64(i%2)}
	}
	for name, p := range map[string]Plot{
		"one point":   {X: "<n>", Y: "\"ms\"", Series: []Series{{Name: "a & b", Points: [][2]float64{{1, 1}}}}},
		"equal":       {Series: []Series{{Points: [][2]float64{{0, 0}, {0, 0}}, Line: true}}},
		"not finite":  {Series: []Series{{Points: [][2]float64{{math.NaN(), 1}, {math.Inf(-1), 2}, {1, 2}}}}},
		"huge":        {Series: []Series{{Points: huge}}},
		"many series": {Series: make([]Series, 9)},
	} {
		wellFormed(t, name, drawing(&p))
	}
	for name, p := range map[string]report.Picture{
		"logarithmic": &Plot{Log: true, Series: []Series{{Points: [][2]float64{{0, 0}, {1, 5}, {1e9, 1e300}}, Line: true}}, Limits: []Limit{{"<a>", 1e12, true}, {"b", math.Inf(1), false}, {"c", -1, false}}},
		"one decade":  &Plot{Log: true, Series: []Series{{Points: [][2]float64{{2, 3}, {4, 5}}}}},
		"lanes": &Lanes{What: "<w>", Axis: "&", Lines: []LaneLine{{At: 3, Name: "\"l\""}, {At: -1, Name: "early", Tone: report.Bad}},
			Lanes: []Lane{{Name: strings.Repeat("<long>", 30), Depth: 99, Spans: []LaneSpan{{0, 2, "<t>", "<title>", report.Good}, {1, 1, "", "point", report.Bad}, {5, 2, "", "", report.Plain}}}}},
		"a text":       &Lanes{Text: []string{"<", " ", "\n"}, Lanes: []Lane{{Spans: []LaneSpan{{From: 0, To: 3, Text: "a+"}}}}},
		"a long text":  &Lanes{Text: make([]string, 5000), Lanes: make([]Lane, 5000)},
		"no end":       &Lanes{Lanes: []Lane{{Spans: []LaneSpan{{0, math.Inf(1), "", "", report.Plain}}}}},
		"not a number": &Lanes{Lanes: []Lane{{Spans: []LaneSpan{{math.NaN(), math.NaN(), "", "", report.Plain}}}}},
		"no lanes":     &Lanes{Lines: []LaneLine{{At: 4}}},
		"limits alone": &Plot{Log: true, Limits: []Limit{{"a", 5, true}}},
	} {
		wellFormed(t, name, drawing(p))
	}
	if drawn := drawing(&Plot{}); drawn != "" {
		t.Errorf("nothing draws %s", drawn)
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct{ low, high float64 }{{0, 1}, {0, 100}, {-3, 7}, {0, 1e-9}, {0, 50_000}} {
		if got := ticks(test.low, test.high); len(got) < 3 || len(got) > 12 {
			t.Errorf("%g to %g: got %v", test.low, test.high, got)
		}
	}
}

// wellFormed checks that a picture is XML without numbers that are none.
func wellFormed(t *testing.T, name, drawn string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(drawn)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("%s: %v in %.300s", name, err, drawn)
			break
		}
	}
	if strings.Contains(drawn, "NaN") || strings.Contains(drawn, "Inf") || len(drawn) > 1<<20 {
		t.Errorf("%s: %.300s", name, drawn)
	}
}

// drawing is the SVG of a picture.
func drawing(p report.Picture) string {
	var b strings.Builder
	m := markup.New(&b)
	p.Draw(m)
	m.Close()
	return b.String()
}
