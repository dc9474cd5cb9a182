package pattern

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach"
	"snag/analyze/reach/link"
	"snag/analyze/regex/edited"
	"snag/analyze/regex/passing"
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

// TestPassedOf holds that it is asked once what gets through the same edits, and that each way tells its own places.
func TestPassedOf(t *testing.T) {
	texts := map[string]string{"a.js": "one\ntwo\nthree\n"}
	program := &Program{Files: link.NewList([]string{"a.js"}, func(name string) ([]byte, error) { return []byte(texts[name]), nil })}
	at := func(offset int) []reach.Place { return []reach.Place{{File: "a.js", Start: offset, End: offset + 3}} }
	trim, lower := []edited.Edit{{Kind: edited.Trim}}, []edited.Edit{{Kind: edited.Lower}}
	asked := 0
	got := ""
	for _, p := range passedOf([]reach.Way{{Edits: trim, Edited: at(0)}, {}, {Edits: lower, Edited: at(4)}, {Edits: slices.Clone(trim), Edited: at(8)}}, program.Placer(), func(edits []edited.Edit) passing.Passage {
		asked++
		return passing.Passage{Stopped: len(edits) > 0 && edits[0].Kind == edited.Trim}
	}) {
		line := 0
		if p.at != nil {
			line = p.at.Start.Line
		}
		got += fmt.Sprint(p.Stopped, line, " ")
	}
	if want := "true 1 false 0 false 0 true 3 "; got != want || asked != 3 {
		t.Errorf("trimmed, as it is, lowered, trimmed: got %s by %d questions, want %s by 3", got, asked, want)
	}
}
