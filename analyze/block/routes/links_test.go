package routes

import (
	"fmt"
	"reflect"
	"testing"
)

// TestIdentifyInTurn holds which values parameters of a path get in each round: those of links, ids, and members.
func TestIdentifyInTurn(t *testing.T) {
	var a Answers
	a.Keep("/imposters", nil, []byte(`{"imposters": [{"port": 4545, "_links": {"self": {"href": "http://localhost:2525/imposters/4545"}}}]}`))
	a.Keep("/", nil, []byte(`<link href="/style.css"><a href='/item/'>item</a> <a href="/item/update/7?x=1&amp;y=2">edit</a> <a href="mailto:ada@example.com">`))
	a.Keep("/pluginslist", nil, []byte(`["cpu", "mem"]`))
	a.Keep("/api/{plugin}", Values{"path.plugin": "mem", "query.q": "x"}, []byte(`{"total": 3, "used by": 1}`))
	a.Refer("/orders/o-9")
	a.Refer("/about")
	a.Refer("/admin/cache/flush")
	a.Refer("/quit")
	a.Keep("/jobs", nil, []byte(`{"reset": true, "run": 1}`))
	a.Identify(Route{Path: "/about"}, Values{}, 0)
	enum := NewSchema()
	enum.Enum = []any{"a"}
	for _, test := range []struct {
		route Route
		round int
		want  Values
	}{
		{Route{Path: "/imposters/{id}"}, 0, Values{"path.id": "4545"}},
		{Route{Path: "/imposters/{id}/stubs/{index}"}, 0, Values{"path.id": "4545"}},
		{Route{Path: "/{table}/update/{pk}"}, 0, Values{"path.table": "item", "path.pk": "7"}},
		{Route{Path: "/{table}/update/{pk}"}, Guesses - 1, Values{"path.table": "item", "path.pk": "7"}},
		{Route{Path: "/orders/{id}"}, 0, Values{"path.id": "o-9"}},
		{Route{Path: "/orders/{id}", Inputs: []Input{{Place: Path, Name: "id", Schema: enum}}}, 0, Values{}},
		{Route{Path: "/plugin/{plugin}"}, 0, Values{"path.plugin": "cpu"}},
		{Route{Path: "/api/{plugin}/{item}"}, 0, Values{"path.plugin": "cpu", "path.item": "pluginslist"}},
		{Route{Path: "/api/{plugin}/{item}"}, 1, Values{"path.plugin": "mem", "path.item": "total"}},
		{Route{Path: "/{table}"}, 0, Values{"path.table": "item"}},
		{Route{Path: "/style.css"}, 0, Values{}},
		{Route{Path: "/admin/{what}/{action}"}, 0, Values{"path.what": "cache"}},
		{Route{Path: "/jobs/{action}"}, 0, Values{"path.action": "run"}},
	} {
		got := Values{}
		if a.Identify(test.route, got, test.round); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s, round %d: got %v, want %v", test.route.Path, test.round, got, test.want)
		}
	}
}

// TestLastGuess holds that the last guess sends what refusals asked for, and nothing else.
func TestLastGuess(t *testing.T) {
	r := Route{Method: "POST", Path: "/x/{id}", Inputs: []Input{{Place: Path, Name: "id", Schema: NewSchema()}, {Place: Body, Name: "a", Schema: NewSchema()}, {Place: Body, Name: "b", Required: true, Schema: NewSchema()}}}
	if got, want := fmt.Sprint(r.Guess(Guesses-1)), "map[body.b:snag path.id:1]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
