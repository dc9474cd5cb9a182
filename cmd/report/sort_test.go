package report

import (
	"strings"
	"testing"

	"snag/analyze/judge"
)

func TestSort(t *testing.T) {
	r := Report{Findings: []Finding{
		{
			Finding:  judge.Finding{Rule: "b"},
			Location: Location{File: "b.js", Start: Position{Line: 2}},
		},
		{
			Finding:  judge.Finding{Rule: "b"},
			Location: Location{File: "a.js", Start: Position{Line: 10}},
		},
		{
			Finding:  judge.Finding{Rule: "a"},
			Location: Location{File: "a.js", Start: Position{Line: 10}},
		},
		{
			Finding:  judge.Finding{Rule: "c"},
			Location: Location{File: "a.js", Start: Position{Line: 9}},
		},
	}}
	r.Sort()
	var got []string
	for _, f := range r.Findings {
		got = append(got, f.Rule+f.Location.String())
	}
	if want := "ca.js:9 aa.js:10 ba.js:10 bb.js:2"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
