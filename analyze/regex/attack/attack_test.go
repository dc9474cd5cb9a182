package attack

import (
	"strings"
	"testing"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/wtf8"
)

func TestBuild(t *testing.T) {
	a := Attack{Pumps: []Pump{{Prefix: "x", Pump: "ab"}, {Prefix: "-", Pump: "c"}}, Suffix: "!"}
	tests := []struct {
		n    int
		want string
	}{{0, "x-!"}, {1, "xab-c!"}, {3, "xababab-ccc!"}}
	for _, tt := range tests {
		if got := a.Build(tt.n); got != tt.want {
			t.Errorf("Build(%d) = %q, want %q", tt.n, got, tt.want)
		}
	}
	if got := (Attack{}).Build(5); got != "" {
		t.Errorf("the zero Attack builds %q, want nothing", got)
	}
}

func TestSynthesize(t *testing.T) {
	tests := []struct {
		pattern, flags string
		first          Attack
	}{
		{`^(a+)+$`, "", Attack{[]Pump{{Prefix: "", Pump: "a"}}, "!"}},
		{`\s+$`, "", Attack{[]Pump{{Prefix: "", Pump: " "}}, "!"}},
		{`^a*b*a*$`, "", Attack{[]Pump{{Prefix: "", Pump: "a"}}, "!"}},
		{`^x(?:ab|a|b)*y`, "", Attack{[]Pump{{Prefix: "x", Pump: "ab"}}, ""}},
		{`<!--.*?-->`, "", Attack{[]Pump{{Prefix: "", Pump: "<!--"}}, ""}},
		{`^(?:é|É)*$`, "i", Attack{[]Pump{{Prefix: "", Pump: "É"}}, "!"}},
		// Nothing after the loop can fail but a line end.
		{`^(?:a|a)*.*$`, "", Attack{[]Pump{{Prefix: "", Pump: "a"}}, "\n"}},
		// The branch that comes later may match.
		{`^(?:(?:a|a)*b|a*)`, "", Attack{[]Pump{{Prefix: "", Pump: "a"}}, ""}},
	}
	for _, tt := range tests {
		tree, err := parser.Parse(syntax.JavaScript, tt.pattern, tt.flags)
		if err != nil {
			t.Fatal(err)
		}
		a, err := nfa.Compile(tree, nfa.Options{MaxStates: 1000, Unroll: 100})
		if err != nil {
			t.Fatal(err)
		}
		res, err := ambiguity.Analyze(a, 1_000_000)
		if err != nil {
			t.Fatal(err)
		}
		chain := res.Chain
		if len(res.Exponential) > 0 {
			chain = res.Exponential[:1]
		}
		got := Synthesize(a, chain)
		if len(got) == 0 || got[0].Suffix != tt.first.Suffix || len(got[0].Pumps) != 1 || got[0].Pumps[0] != tt.first.Pumps[0] {
			t.Errorf("Synthesize(/%s/%s) = %q, want %q first", tt.pattern, tt.flags, got, tt.first)
		}
	}
}

func TestPhases(t *testing.T) {
	tests := []struct {
		text, want string // want is the input with two repetitions, empty where there are no phases
	}{
		{strings.Repeat("<!--", 20) + strings.Repeat("a", 80), "<!--<!--aaaaaaaa"},
		{strings.Repeat("x", 60) + "y" + strings.Repeat("ab", 10) + "c", "xxxxxxxxxxxxyababc"},
		{strings.Repeat("linux", 30), ""},
		{"abc", ""},
	}
	for _, tt := range tests {
		a, ok := Phases([]rune(tt.text), "", wtf8.Encode)
		if got := a.Build(2); ok != (tt.want != "") || got != tt.want {
			t.Errorf("Phases(%q) = %+v, which builds %q; want %q", tt.text, a, got, tt.want)
		}
	}
}
