package reach

import (
	"crypto/sha256"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"snag/analyze/reach/flow"
	"snag/analyze/reach/model"
)

// testMemory is a memory that counts what it is asked to keep.
type testMemory struct {
	mu     sync.Mutex
	values map[[sha256.Size]byte][]byte
	keeps  int
}

func (m *testMemory) Recall(key [sha256.Size]byte) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.values[key]
	return value, ok
}

func (m *testMemory) Keep(key [sha256.Size]byte, value []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values[key] = value
	m.keeps++
}

// remembered is an application with two packages, of which one uses the other.
const remembered = `
-- package.json --
{"name": "app", "dependencies": {"left": "1", "express": "4"}}
-- server.js --
const left = require('left')
const app = require('express')()
app.get('/', (req, res) => res.send(left.isGood(req.query.q) + left.first(req.query.q)))
-- node_modules/left/package.json --
{"name": "left", "version": "1.0.0", "main": "index.js", "dependencies": {"right": "1"}}
-- node_modules/left/index.js --
const right = require('right')
exports.isGood = s => right.match(s.replace(/[a-f]/g, '').slice(0, 500))
exports.first = s => { let more; try { more = require('./more') } catch {} ; return more && /^(a+)+$/.test(more(s)) }
-- node_modules/left/late.js --
module.exports = s => s.slice(0, 7)
-- node_modules/right/package.json --
{"name": "right", "version": "1.0.0", "main": "index.js"}
-- node_modules/right/index.js --
exports.match = text => /(x+)+y/.test(text)
exports.name = 'right'
`

func TestMemoryAnswersAsBefore(t *testing.T) {
	ask := func(text string, m *model.Model, memory Memory) []Result {
		paths, texts, files := archive(text)
		all := Open(Input{Paths: paths, Files: files, Model: m, Memory: memory}).Regexes(t.Context(), regexesIn(paths, texts))
		return slices.Clone(all)
	}
	other, err := model.Parse("snag.yaml", []byte("reach:\n  roles:\n    - {file: lib/none.js, role: test}\n"))
	if err != nil {
		t.Fatal(err)
	}
	replaced := func(old, text string) string {
		if !strings.Contains(remembered, old) {
			t.Fatalf("%q is not in the application", old)
		}
		return strings.ReplaceAll(remembered, old, text)
	}
	memory := &testMemory{values: map[[sha256.Size]byte][]byte{}}
	first := ask(remembered, nil, memory)
	if want := ask(remembered, nil, nil); !reflect.DeepEqual(first, want) {
		t.Fatalf("with an empty memory:\n%+v\nwant\n%+v", first, want)
	}
	for _, c := range []struct {
		what, text string
		model      *model.Model
		keeps      int // packages that are looked at again
		same       bool
	}{
		{"nothing changed", remembered, nil, 0, true},
		{"the application changed", replaced("req.query.q)", "req.query.other)"), nil, 0, false},
		{"what it lets through", replaced(".test(text)", ".test(text.slice(0, 30))"), nil, 2, false},
		{"a comment in the outer one", replaced("exports.first", "// new\nexports.first"), nil, 1, false},
		{"a constant of the inner one", replaced("'right'\n", "'RIGHT'\n"), nil, 2, true},
		{"an import means a file", replaced("left/late.js", "left/more.js"), nil, 1, false},
		{"another model", remembered, model.Default().With(other), 2, true},
	} {
		own := &testMemory{values: map[[sha256.Size]byte][]byte{}}
		for key, value := range memory.values {
			own.values[key] = value
		}
		got, want := ask(c.text, c.model, own), ask(c.text, c.model, nil)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got\n%+v\nwant what is found without a memory,\n%+v", c.what, got, want)
		}
		if own.keeps != c.keeps {
			t.Errorf("%s: looked at %d packages again, want %d", c.what, own.keeps, c.keeps)
		}
		if same := reflect.DeepEqual(got, first); same != c.same {
			t.Errorf("%s: the same results as before: %t, want %t", c.what, same, c.same)
		}
	}
	for key, value := range memory.values {
		for n := 0; n < len(value); n += 7 {
			cut := &testMemory{values: map[[sha256.Size]byte][]byte{key: value[:n]}}
			if got := ask(remembered, nil, cut); !reflect.DeepEqual(got, first) {
				t.Fatalf("with a value that is cut at %d of %d: %+v, want %+v", n, len(value), got, first)
			}
		}
	}
}

// What is read of an origin is all that was written: what a run that remembers leaves out would be of another level.
func TestMemoryKeepsOrigins(t *testing.T) {
	at := Place{"a.js", 1, 2, 3}
	want := origin{
		from: flow.Library, level: Library, possible: true, max: 1, sourceMax: 2, asList: 3, kind: "body", framework: "express",
		method: "GET", route: "/a", input: "a.b", name: "b", without: "[x]", function: model.Root{Kind: model.Module, Name: "left"},
		call: LibraryCall{"left", []string{"a"}, 1, []string{"b"}}, handler: at, trace: []Place{at}, edits: []edit{{}}, edited: []Place{at},
		closed: true, joined: 4, inside: 5, whole: 6, pattern: true,
	}
	for field, v := range reflect.ValueOf(want).Fields() {
		if v.IsZero() {
			t.Errorf("the field %s has no value to remember", field.Name)
		}
	}
	w := newWriter()
	w.origin(&want)
	var got origin
	r := newReader(w.data, trees{})
	if r.origin(&got); r.failed || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
