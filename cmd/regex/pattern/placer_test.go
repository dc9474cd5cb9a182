package pattern

import (
	"fmt"
	"strings"
	"testing"

	"snag/analyze/reach"
	"snag/analyze/reach/link"
)

// TestSteps holds that a way leads through the last place of each line, and that places of many ways are known once.
func TestSteps(t *testing.T) {
	texts := map[string]string{"a.js": "one(two)\nthree\n", "b.js": "four\n"}
	program := &Program{Files: link.NewList([]string{"a.js", "b.js"}, func(name string) ([]byte, error) { return []byte(texts[name]), nil })}
	at := func(file, word string, most int) reach.Place {
		start := strings.Index(texts[file], word)
		return reach.Place{File: file, Start: start, End: start + len(word), MaxLength: most}
	}
	ways := []struct {
		trace []reach.Place
		want  string
	}{
		{nil, ""},
		{[]reach.Place{at("a.js", "one", 5), at("a.js", "two", 5), at("b.js", "four", 5)}, "a.js:1:5 b.js:1:1"},
		{[]reach.Place{at("a.js", "two", 7), at("a.js", "three", 7)}, "a.js:1:5 a.js:2:1"},
		{[]reach.Place{at("a.js", "three", 9), at("b.js", "four", 9), at("a.js", "three", 3)}, "a.js:2:1 b.js:1:1 a.js:2:1"},
	}
	var r reach.Result
	for _, w := range ways {
		r.Ways = append(r.Ways, reach.Way{Trace: w.trace})
	}
	places := program.Placer()
	reached := NewReached(r, places)
	for i, w := range ways {
		var got []string
		for _, s := range reached.Steps(i) {
			got = append(got, fmt.Sprintf("%s:%d:%d", s.File, s.Start.Line, s.Start.Column))
		}
		if strings.Join(got, " ") != w.want {
			t.Errorf("way %v leads through %v, want %s", w.trace, got, w.want)
		}
	}
	if got := len(places.known.all); got != 4 {
		t.Errorf("%d places are kept, want 4: the same place of two ways is one", got)
	}
}

// TestForget holds that a program answers from anew when it has forgotten what it worked out.
func TestForget(t *testing.T) {
	texts := map[string]string{"a.js": "require('express')().get('/', (req, res) => res.send(req.query.a))\n"}
	program := &Program{Paths: []string{"a.js"}, Files: link.NewList([]string{"a.js"}, func(name string) ([]byte, error) { return []byte(texts[name]), nil })}
	before := program.Project()
	for _, want := range []int{1, 1} {
		if got := len(program.Project().Routes(t.Context()).Routes); got != want {
			t.Errorf("%s: got %d routes, want %d", texts["a.js"], got, want)
		}
		program.Forget()
	}
	if program.Project() == before {
		t.Error("Forget: got the project of before, want another")
	}
}
