package stall

import (
	"slices"
	"testing"
	"time"

	"snag/analyze/judge"
)

// TestTurnedAway takes requests that were refused for a stall that ends with the next answer, or with the stream, that is
// never the machine's, and leaves them out of the percentiles.
func TestTurnedAway(t *testing.T) {
	for _, test := range []struct {
		name         string
		back         time.Duration // when the target serves again; 0 for never
		length       time.Duration
		lost         int
		open, silent bool
	}{
		{"it comes back", 800 * ms, 501 * ms, 49, false, false},
		{"it does not", 0, 690 * ms, 69, true, true},
	} {
		var samples []Sample
		for at := time.Duration(0); at < time.Second; at += 10 * ms {
			one := Sample{Intended: at, Sent: at, Done: at + ms}
			if at > 300*ms && (at < test.back || test.back == 0) {
				one.Done, one.Lost = at+ms/10, true
			}
			samples = append(samples, one)
		}
		l := Log{Interval: 10 * ms, Floor: 20 * ms, Budget: 50 * ms}
		l.Add(samples)
		l.Finish()
		l.Mark([]Tick{{At: 290 * ms}, {At: 700 * ms, Waited: 400 * ms}, {At: time.Second, Waited: 300 * ms}}, time.Hour)
		if len(l.Stalls) != 1 {
			t.Fatalf("%s: stalls %+v, want one", test.name, l.Stalls)
		}
		got := l.Stalls[0]
		if (got.Length-test.length).Abs() > 15*ms || got.Lost != test.lost || got.Open != test.open || got.Machine != "" {
			t.Errorf("%s: got %+v, want %s and %d lost, open %t", test.name, got, test.length, test.lost, test.open)
		}
		if _, silent := l.Silent(); silent != test.silent {
			t.Errorf("%s: silent at the end %t, want %t", test.name, silent, test.silent)
		}
		if r := l.Responses(); l.Lost != test.lost || r.Count != 100-test.lost || r.P50 < ms*98/100 {
			t.Errorf("%s: %d lost and percentiles %+v, want %d and those of the others", test.name, l.Lost, r, test.lost)
		}
	}
}

func TestTurnovers(t *testing.T) {
	back := Turnover{At: time.Second, Ended: []int{7}, Back: 1500 * ms, Serving: []int{8}}
	gone := Turnover{At: 3 * time.Second, Ended: []int{8}}
	for _, test := range []struct {
		name  string
		list  []Turnover
		gone  bool
		level judge.Level
		want  string
	}{
		{"none", nil, false, 0, ""},
		{"replaced", []Turnover{back}, false, judge.Warning, "the target ended 1.0 s after the start, and other processes took its place 0.5 s later: 12 of 100 requests were not answered."},
		{"replaced twice", []Turnover{back, back}, false, judge.Warning, "the target ended 2 times, at first 1.0 s after the start, and other processes took its place 0.5 s later: 12 of 100 requests were not answered."},
		{"gone", []Turnover{gone}, true, judge.Error, "the target ended 3.0 s after the start, and nothing took its place: 12 of 100 requests were not answered."},
		{"gone in the end", []Turnover{back, gone}, true, judge.Error, "the target ended 3.0 s after the start, the last of 2 times, and nothing took its place: 12 of 100 requests were not answered."},
		{"again and again", slices.Repeat([]Turnover{back}, 500), false, judge.Warning, "the target ended 500 times, at first 1.0 s after the start, and other processes took its place 0.5 s later: 12 of 100 requests were not answered."},
	} {
		var all Turnovers
		for _, one := range test.list {
			all.Add(one)
		}
		if len(all.List) > MaxTurnovers || all.Count != len(test.list) || (all.Gone() != nil) != test.gone {
			t.Errorf("%s: %d listed of %d, gone %t", test.name, len(all.List), all.Count, all.Gone() != nil)
		}
		found := all.Judge(12, 100)
		if len(found) == 0 && test.want == "" {
			continue
		}
		if len(found) != 1 || found[0].Level != test.level || found[0].Message != test.want {
			t.Errorf("%s: got %+v, want %s %q", test.name, found, test.level, test.want)
		}
	}
}
