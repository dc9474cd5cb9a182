package flow

import (
	"strings"

	"snag/analyze/reach/limit"
)

// named returns the shape of the schema that a text names, which the program adds by that name: addSchema({ $id: 'item' }).
func (s *schemas) named(ref node) *limit.Shape {
	name, ok := s.p.wholeText(s.p.stored(ref), 0)
	if name = strings.TrimSuffix(name, "#"); !ok || name == "" || strings.Contains(name, "#") {
		return nil
	}
	var got *limit.Shape
	found := 0
	for id := range s.p.calls {
		c := &s.p.calls[id]
		if c.Method != "addSchema" || len(c.args) == 0 {
			continue
		}
		for _, o := range s.p.points(c.args[0]) {
			n, ok := s.p.object(o).fields["$id"]
			if !ok {
				continue
			}
			if text, ok := s.p.wholeText(s.p.stored(n), 0); ok && strings.TrimSuffix(text, "#") == name {
				got = s.shapeOf(c.args[0])
				found++
			}
		}
	}
	if found != 1 {
		return nil
	}
	return got
}
