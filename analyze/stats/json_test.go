package stats

import (
	"encoding/json"
	"testing"
)

func TestGrowthMarshalsRounded(t *testing.T) {
	for _, tt := range []struct {
		in   Growth
		want string
	}{
		{Growth{Kind: Polynomial, Degree: 1.006}, `{"kind":"polynomial","degree":1.01}`},
		{Growth{Kind: Polynomial, Degree: -1.004}, `{"kind":"polynomial","degree":-1}`},
		{Growth{Kind: Polynomial, Degree: -0.25}, `{"kind":"polynomial","degree":-0.25}`},
		{Growth{Kind: Exponential, Base: 1.996}, `{"kind":"exponential","base":2}`},
		{Growth{}, `{"kind":"undetermined"}`},
	} {
		if got, err := json.Marshal(tt.in); err != nil || string(got) != tt.want {
			t.Errorf("%+v: got %s (%v), want %s", tt.in, got, err, tt.want)
		}
	}
}
