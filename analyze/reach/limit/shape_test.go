package limit_test

import (
	"strings"
	"testing"

	"snag/analyze/reach/graph"
	"snag/analyze/reach/limit"
)

func TestShape(t *testing.T) {
	text := func(most int64) *limit.Shape { return &limit.Shape{Max: most} }
	whole := &limit.Shape{Max: graph.NoLimit, Rest: text(40), Open: true, Fields: map[string]*limit.Shape{
		"name":   text(20),
		"any":    nil,
		"tags":   {Max: graph.NoLimit, List: true, Elem: text(8)},
		"edited": {Max: 5, Edits: true},
	}}
	other := &limit.Shape{Max: graph.NoLimit, Fields: map[string]*limit.Shape{"name": text(30)}}
	for _, c := range []struct {
		of           string
		s            *limit.Shape
		path         string
		at, unedited int64
	}{
		{"one", whole, "", graph.NoLimit, graph.NoLimit},
		{"one", whole, "name", 20, 20},
		{"one", whole, "any", graph.NoLimit, graph.NoLimit},
		{"one", whole, "tags 0", 8, 8},
		{"one", whole, "edited", 5, graph.NoLimit},
		{"one", whole, "another", 40, 40},
		{"one", whole, "*", graph.NoLimit, graph.NoLimit},
		{"one", whole, "name ()", graph.NoLimit, graph.NoLimit},
		{"none", nil, "name", graph.NoLimit, graph.NoLimit},
		{"either", limit.Either(whole, other), "name", 30, 30},
		{"either", limit.Either(whole, other), "tags 0", graph.NoLimit, graph.NoLimit},
		{"either, one unknown", limit.Either(whole, nil), "name", graph.NoLimit, graph.NoLimit},
	} {
		path := strings.Fields(c.path)
		if at, unedited := c.s.At(path), c.s.Unedited(path); at != c.at || unedited != c.unedited {
			t.Errorf("%s: At, Unedited of %q = %d, %d, want %d, %d", c.of, path, at, unedited, c.at, c.unedited)
		}
	}
}
