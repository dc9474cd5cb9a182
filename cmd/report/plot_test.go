package report

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"testing"
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
		drawn := string(p.svg())
		d := xml.NewDecoder(strings.NewReader(drawn))
		for {
			_, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Errorf("%s: %v in %.300s", name, err, drawn)
				break
			}
		}
		if strings.Contains(drawn, "NaN") || strings.Contains(drawn, "Inf") {
			t.Errorf("%s: %.300s", name, drawn)
		}
	}
	if drawn := (Plot{}).svg(); drawn != "" {
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
