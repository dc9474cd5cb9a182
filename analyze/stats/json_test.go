package stats_test

import (
	"encoding/json"
	"testing"

	"snag/analyze/stats"
)

func TestGrowthMarshalsRounded(t *testing.T) {
	for _, tt := range []struct {
		in   stats.Growth
		want string
	}{
		{stats.Growth{Kind: stats.Polynomial, Degree: 1.006}, `{"kind":"polynomial","degree":1.01}`},
		{stats.Growth{Kind: stats.Polynomial, Degree: -1.004}, `{"kind":"polynomial","degree":-1}`},
		{stats.Growth{Kind: stats.Polynomial, Degree: -0.25}, `{"kind":"polynomial","degree":-0.25}`},
		{stats.Growth{Kind: stats.Exponential, Base: 1.996}, `{"kind":"exponential","base":2}`},
		{stats.Growth{}, `{"kind":"undetermined"}`},
	} {
		if got, err := json.Marshal(tt.in); err != nil || string(got) != tt.want {
			t.Errorf("%+v: got %s (%v), want %s", tt.in, got, err, tt.want)
		}
	}
}
