package payload

import (
	"testing"

	"snag/analyze/block/growth"
	"snag/probe/runtime"
)

// named is a runtime of which only the name counts.
type named struct{ runtime.Runtime }

func (named) Name() string { return "node" }

// TestWhyNothing says of runs that measured nothing why, and what to do.
func TestWhyNothing(t *testing.T) {
	judged := &runtime.ShapeResult{Times: []runtime.SizedTimes{{Bytes: 1000}}, Payload: growth.Payload{NsPerByte: 2}, Safe: 1000}
	for _, test := range []struct {
		name        string
		result      runtime.Result
		guide       bool
		interrupted bool
		want        string
	}{
		{"cut off at once", runtime.Result{Own: &runtime.ShapeResult{}, Shapes: []*runtime.ShapeResult{{}}}, false, true, "the run was interrupted before there was a first result"},
		{"the guide cut off", runtime.Result{}, true, true, "the run was interrupted before the document was measured"},
		{"refused", runtime.Result{Shapes: []*runtime.ShapeResult{{Name: "records", Refused: "no memory"}}}, false, false, "every document was refused: node, records: no memory"},
		{"the guide refused", runtime.Result{Failure: "too long"}, true, false, "every document was refused: node: too long"},
		{"one document measured", runtime.Result{Own: judged}, false, true, ""},
		{"a shape measured", runtime.Result{Shapes: []*runtime.ShapeResult{judged}}, false, false, ""},
	} {
		test.result.Runtime = named{}
		r := &run{&options{guide: test.guide}, &runtime.Survey{Results: []*runtime.Result{&test.result}}}
		if got, hint := r.whyNothing(test.interrupted); got != test.want || (hint == "") != (got == "") {
			t.Errorf("%s: got %q with the hint %q, want %q and a hint where it says something", test.name, got, hint, test.want)
		}
	}
}
