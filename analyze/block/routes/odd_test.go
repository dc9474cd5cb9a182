package routes

import (
	"fmt"
	"testing"
)

// TestOddDescriptions holds that descriptions which refer to themselves, and recordings of what is no text, give
// requests.
func TestOddDescriptions(t *testing.T) {
	const cycle = `{"openapi": "3.0.0", "paths": {"/a": {"post": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Node"}}}}}},
		"/b": {"$ref": "#/paths/~1b"}, "/c": {"get": {"parameters": [{"$ref": "#/components/parameters/P"}]}}},
		"components": {"parameters": {"P": {"$ref": "#/components/parameters/P"}},
		"schemas": {"Node": {"type": "object", "required": ["name", "next"], "properties": {"name": {"type": "string"}, "next": {"$ref": "#/components/schemas/Node"},
			"all": {"allOf": [{"$ref": "#/components/schemas/Node"}, {"$ref": "#/components/schemas/All"}]}, "list": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}}}},
			"All": {"anyOf": [{"$ref": "#/components/schemas/All"}]}}}}`
	const binary = `{"log": {"entries": [{"request": {"method": "POST", "url": "http://h/up", "postData": {"mimeType": "application/octet-stream", "encoding": "base64", "text": "AAH/gA=="}}},
		{"request": {"method": "POST", "url": "http://h/raw?x=%00%ff", "postData": {"mimeType": "image/png", "text": "\u0089PNG\ud800\u0000{{"}}},
		{"request": {"method": "GET", "url": "http://h/%zz"}}, {"request": {"method": "PUT", "url": "http://h/none", "postData": {"mimeType": "multipart/form-data; boundary=b", "params": [{"name": "f", "value": "{{"}]}}}]}}`
	for _, test := range []struct {
		text string
		read func([]byte) ([]Route, error)
		want int
	}{
		{cycle, FromOpenAPI, 2},
		{binary, func(text []byte) ([]Route, error) { return FromHAR(text, "") }, 3},
	} {
		all, err := test.read([]byte(test.text))
		if err != nil || len(all) != test.want {
			t.Errorf("%.30s: %d routes, %v; want %d", test.text, len(all), err, test.want)
		}
		for _, r := range Merge(all...) {
			if q := r.Request(r.Guess(1), nil); q.Path == "" || len(q.Body) > 1<<16 {
				t.Errorf("%s: the request is %.200q", r.ID(), fmt.Sprint(q))
			}
		}
	}
}

// TestManyRoutes holds that plans of many routes stay small, whatever is suspected.
func TestManyRoutes(t *testing.T) {
	var all []Route
	for i := range 500 {
		s := NewSchema()
		s.Enum = []any{"a", "b", "c"}
		r := Route{Method: "POST", Path: fmt.Sprintf("/r%d/{id}", i), From: []string{"source"}}
		for k := range 12 {
			r.Inputs = append(r.Inputs, Input{Place: Body, Name: fmt.Sprintf("f%d", k), Schema: s})
		}
		all = append(all, r)
	}
	all = Merge(all...)
	suspects := make([]Suspect, 20)
	for i := range suspects {
		suspects[i] = Suspect{Ways: []Way{{Method: "POST", Path: fmt.Sprintf("/r%d/{x}", i), Place: Body, Name: "f1", Bound: NoLimit}}}
	}
	trials := 0
	for i := range all {
		trials += len(Plan(all, i, all[i].Guess(0), suspects))
	}
	if trials > 500*3+20*(1+mostOtherwise) {
		t.Errorf("%d trials", trials)
	}
}
