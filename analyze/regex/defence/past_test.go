package defence

import (
	"reflect"
	"testing"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/redos"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestPast changes attacks that an engine rejects before it matches.
func TestPast(t *testing.T) {
	for _, test := range []struct {
		engine, pattern string
		attack          attack.Attack
		want            attack.Attack // empty if there is no other
	}{
		{"ruby", `\A(\s*[^>]*>)`, attack.Attack{Pumps: []attack.Pump{{Pump: " "}}}, attack.Attack{}}, // it would match
		{"ruby", `^(\(+[^)]+\))(\(+/:[^)]+\))*$`, attack.Attack{Pumps: []attack.Pump{{Pump: "(\n"}}},
			attack.Attack{Pumps: []attack.Pump{{Pump: "(\n"}}, Suffix: "))"}},
		{"ruby", `[^0-9a-z]+([0-9a-z])`, attack.Attack{Pumps: []attack.Pump{{Pump: "!"}}}, attack.Attack{Pumps: []attack.Pump{{Prefix: "00\n", Pump: "!"}}}},
		{"ruby", `\A\s*([^/#]*?)(?::|&#0*58)`, attack.Attack{Pumps: []attack.Pump{{Pump: " "}}, Suffix: "!"}, attack.Attack{Pumps: []attack.Pump{{Pump: " "}}, Suffix: "!&"}},
		{"perl", `<[^\@]*>`, attack.Attack{Pumps: []attack.Pump{{Prefix: ">\n", Pump: "<"}}}, attack.Attack{Pumps: []attack.Pump{{Prefix: ">\n", Pump: "<"}}, Suffix: "@>"}},
		{"perl", `\w@\S+\.\w`, attack.Attack{Pumps: []attack.Pump{{Pump: "a@"}}, Suffix: "a\n."}, attack.Attack{Pumps: []attack.Pump{{Pump: "a@"}}, Suffix: "a\n..x"}},
		{"php", `<a [^>]*href`, attack.Attack{Pumps: []attack.Pump{{Pump: "<a "}}}, attack.Attack{Pumps: []attack.Pump{{Pump: "<a "}}, Suffix: "f"}},
		{"perl", `import\s+.+?\s+from\s+['"]`, attack.Attack{Pumps: []attack.Pump{{Prefix: "import", Pump: "    "}}, Suffix: "!"}, attack.Attack{Pumps: []attack.Pump{{Prefix: "import", Pump: "    "}}, Suffix: "from!xx"}}, // with room behind it
		{"perl", `\s+z`, attack.Attack{Pumps: []attack.Pump{{Pump: " "}}, Suffix: "!"}, attack.Attack{Pumps: []attack.Pump{{Pump: " "}}, Suffix: "!z"}},
		{"perl", `\s+z`, attack.Attack{Pumps: []attack.Pump{{Pump: " "}}, Suffix: "!z"}, attack.Attack{}},
		{"perl", `-.*-$`, attack.Attack{Pumps: []attack.Pump{{Pump: "-"}}, Suffix: "!"}, attack.Attack{Pumps: []attack.Pump{{Pump: "-"}}, Suffix: "!\n-"}},
		{"perl", `\nTo: (\S+)\n(?:[^\n]+\n)*From: \1!`, attack.Attack{Pumps: []attack.Pump{{Pump: "\nTo: a\na"}}, Suffix: "\nxFrom: 0!"}, attack.Attack{Pumps: []attack.Pump{{Pump: "\nTo: a\na"}}, Suffix: "\nxFrom: 0!\nTo: a\nFrom: "}}, // which comes to the reference
		{"perl", `\nTo: (\S+)\n(?:[^\n]+\n)*From: \1!`, attack.Attack{Pumps: []attack.Pump{{Pump: "\nTo: a\na"}}, Suffix: "\nFrom: 0!"}, attack.Attack{}},
		{"node", `\s+z`, attack.Attack{Pumps: []attack.Pump{{Pump: " "}}, Suffix: "!"}, attack.Attack{}},
		{"node", `\d+€`, attack.Attack{Pumps: []attack.Pump{{Pump: "0"}}}, attack.Attack{Pumps: []attack.Pump{{Pump: "0"}}, Suffix: "\u2028"}},
		{"node", `\d+[^\d\u2028]*(?:€|£)`, attack.Attack{Pumps: []attack.Pump{{Pump: "0"}}}, attack.Attack{}}, // £ is Latin-1
	} {
		p := redos.Pattern{Text: test.pattern, Dialect: dialects[test.engine]}
		tree, err := parser.Parse(p.Dialect, p.Text, "")
		if err != nil {
			t.Fatal(err)
		}
		v, err := redos.Tree(t.Context(), tree, syntax.Search, redos.DefaultLimits)
		if err != nil || v.Attack == nil {
			t.Fatalf("/%s/: %v, no attack", test.pattern, err)
		}
		v.Attack = &test.attack
		past, ok := Past(syntax.Search, v, test.engine)
		if ok != (len(test.want.Pumps) > 0) || ok && !reflect.DeepEqual(*past.Attack, test.want) {
			t.Errorf("Past(/%s/, %+v) in %s = %+v, %t, want %+v", test.pattern, test.attack, test.engine, *past.Attack, ok, test.want)
		}
	}
}
