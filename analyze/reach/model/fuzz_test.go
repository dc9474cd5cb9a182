package model

import "testing"

// FuzzParse checks that no text of a model panics, and that what is accepted can be asked.
func FuzzParse(f *testing.F) {
	f.Add("sources:\n  - {lang: python, value: \"a.b|c()[0].**\", kind: url, max: \"x(5)\"}")
	f.Add("entries:\n  - {name: e, call: \"m().get(route, fn, fn...)\", method: callee}")
	f.Add("steps:\n  - {call: \"<text>.slice('a'|'b', a|b=start?, {x: {y: end}}, *, k=max, ...)\", flow: \"value.* -> fn[0].**\", length: x3}")
	f.Add("roles:\n  - {file: \"**/{a,b}/*.{c,d}\", role: test}")
	f.Add("bounds:\n  - {name: b, build: \"m.s(max)\", apply: [{call: \"_.p(value)\", guards: \"express.handler[0]\"}]}")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := Parse("x.yaml", []byte(text))
		if err != nil {
			return
		}
		for lang := range languages {
			l := Language(lang)
			a := Access{Root{Kind: Module, Name: "m"}, []string{"()", "get"}}
			c := Call{Callees: []Access{a, {}}, Args: []Arg{{Literal: "/x"}, {Keyword: "k"}, {Spread: true}}}
			m.EntriesOf(l, c)
			m.Decorated(l, c)
			m.StepsOf(l, c)
			m.MatchesOf(l, c)
			m.SettingsOf(l, c)
			m.SourcesOf(l, a)
			m.IsLength(l, a)
			m.OfClass(l, Class{"a/b", []Access{a}, []Call{c}})
			m.OfFile(l, "a/b", "get", "")
		}
		m.RoleOf("a/b.c")
		Default().With(m)
	})
}

// TestPatternIsStable checks that every pattern of the data means the same when what it prints is read again.
func TestPatternIsStable(t *testing.T) {
	for _, s := range Default().Sources {
		again, err := ParsePattern(s.Value.String())
		if err != nil {
			t.Errorf("%s: %v", s.Value, err)
			continue
		}
		s.Language.prepare(again)
		if a, ok := s.Value.access(); ok {
			if b, _ := again.access(); a.String() != b.String() {
				t.Errorf("%s is %s, and then %s", s.Value, a, b)
			}
			if _, ok := s.Value.Match(s.Language, a); !ok {
				t.Errorf("%s does not match itself", s.Value)
			}
		}
	}
}
