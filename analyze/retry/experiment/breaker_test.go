package experiment

import (
	"testing"
	"time"
)

func TestFindBreaker(t *testing.T) {
	at := func(fails int, ms ...int) []Attempt {
		var list []Attempt
		for i, m := range ms {
			a := Attempt{N: i + 1, Start: time.Duration(m) * time.Millisecond, Fault: Fault{Status: 503}}
			if i >= fails {
				a.Fault = OK
			}
			list = append(list, a)
		}
		return list
	}
	for _, test := range []struct {
		name     string
		attempts []Attempt
		want     Breaker
	}{
		{"five failures, single trials, recovery",
			at(7, 0, 100, 201, 300, 402, 2420, 4450, 6480, 6580, 6680, 6781, 6880),
			Breaker{Found: true, Threshold: 5, Open: 2018 * time.Millisecond, Interval: 101 * time.Millisecond, Permits: 1, Pauses: 3, Recovered: true}},
		{"three trials",
			at(99, 0, 50, 100, 150, 1200, 1250, 1300, 2360, 2410, 2460, 3600),
			Breaker{Found: true, Threshold: 4, Open: 1050 * time.Millisecond, Interval: 50 * time.Millisecond, Permits: 3, Pauses: 3}},
		{"no breaker", at(99, 0, 100, 200, 301, 404, 500, 610, 700), Breaker{}},
		{"exponential backoff pauses, but not against a steady rate", at(99, 0, 100, 300, 700, 1500, 3100), Breaker{}},
		{"too few", at(99, 0, 100), Breaker{}},
	} {
		if got := FindBreaker(test.attempts); got != test.want {
			t.Errorf("%s: %+v, want %+v", test.name, got, test.want)
		}
	}
}
