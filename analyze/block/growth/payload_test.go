package growth_test

import (
	"math"
	"testing"

	"snag/analyze/block/growth"
)

// TestPayload predicts sizes from costs, some of which were disturbed.
func TestPayload(t *testing.T) {
	for _, test := range []struct {
		name  string
		costs []growth.PayloadCost
		want  float64 // bytes for 10 ms
	}{
		{"linear", []growth.PayloadCost{{1000, 1}, {4000, 4}, {16000, 16}}, 10_000},
		{"beyond", []growth.PayloadCost{{1000, 1}, {2000, 2}}, 10_000},
		{"below", []growth.PayloadCost{{10_000, 100}, {40_000, 400}}, 1000},
		{"a disturbed small one", []growth.PayloadCost{{1000, 9}, {4000, 4}, {16000, 16}}, 10_000},
		{"measured twice", []growth.PayloadCost{{1000, 1}, {8000, 30}, {8000, 8}, {16000, 16}}, 10_000},
		{"none", nil, 0},
	} {
		if got := growth.JudgePayload(test.costs).SizeFor(10); math.Abs(got-test.want) > test.want/1000 {
			t.Errorf("%s: got %.1f bytes, want %.1f", test.name, got, test.want)
		}
	}
}
