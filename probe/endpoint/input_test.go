package endpoint

import (
	"testing"

	"snag/probe/wire"
)

func TestInput(t *testing.T) {
	in, err := NewInput(InputConfig{URL: `http://h:1/a?q={{repeat "x " n}}&s={{seq 3}}`, Body: `{{mul n 2}}`, Headers: []string{"X-N: {{n}}"}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := in.Request(2, 1)
	if err != nil || r.Method != "POST" || r.Path != "/a?q=x%20x%20&s=1,2,3" || string(r.Body) != "4" || wire.Get(r.Header, "x-n") != "2" || !in.Grows() {
		t.Errorf("%+v, %v", r, err)
	}
	if plain, err := NewInput(InputConfig{URL: "http://h/{{salt}}"}); err != nil || plain.Grows() {
		t.Errorf("grows without n: %v", err)
	}
	scaled, err := NewInput(InputConfig{URL: "http://h/", Sample: []byte(` {"a":1} `)})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := scaled.Request(3, 1); err != nil || string(r.Body) != `[{"a":1},{"a":1},{"a":1}]` {
		t.Errorf("%s, %v", r.Body, err)
	}
	for _, bad := range []InputConfig{{URL: "/x"}, {URL: "http://h/{{"}, {URL: "http://h/", Headers: []string{"x"}},
		{URL: "http://h/", Body: `{{eq n "a"}}`}, {URL: "http://h/{{seq `3`}}"}, {URL: "http://h/", Body: `{{repeat "a" 99999999}}`}} {
		if _, err := NewInput(bad); err == nil {
			t.Errorf("%+v: no error", bad)
		}
	}
	if big, _ := NewInput(InputConfig{URL: "http://h/", Body: `{{repeat "x" n}}`, MaxBytes: 100}); big != nil {
		if _, err := big.Request(1000, 1); err == nil {
			t.Error("a request over the limit is made")
		}
	}
}
