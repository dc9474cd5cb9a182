package backtrack_test

import (
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestLookups holds what Onigmo goes through its stack for against what it does not, as Ruby 3.1 was seen to take the square
// of the length for the one and not for the other.
func TestLookups(t *testing.T) {
	for _, tt := range []struct {
		pattern, flags string
		want           string // the parts, as they are written
	}{
		{`(?:[ab]{2,})?`, "", `[ab]{2,}`},
		{`(?:[ab]{2,})?`, "O", ``},  // Oniguruma knows where the count is
		{`[ab]{2,}`, "", ``},        // as Onigmo does outside of repetitions
		{`(?:[ab]{1,})?`, "", ``},   // no count
		{`(?:[ab][ab]+)*`, "", ``},  // likewise
		{`(?:[ab]{2,5},)*`, "", ``}, // that many entries are few
		{`(?:\w{2,})?`, "", ``},     // written out: a byte each
		{`(?:\w{60,})?`, "", `\w{60,}`},
		{`(?:.{60,})?`, "", ``}, // with an instruction of its own
		{`(?:.{60,}?)?`, "", `.{60,}?`},
		{`(?:(?:abc){30,})?`, "", ``}, // joined to one text
		{`(?:(?:abc){90,})?`, "", `(?:abc){90,}`},
		{`(?:(?:[ab]+.c){2,9})*`, "", `(?:[ab]+.c){2,9}`},
		{`(?:(?:[ab]+c){2,9})*`, "", ``}, // [ab]+ gives nothing back to a c
		{`(?:(?>[ab]*)c{0,9})*`, "", ``},
		{`(?:a*)*`, "", ``}, // taken for a*
		{`(?:a*c?)*`, "", `(?:a*c?)*`},
		{`(?:a*b)*`, "", ``},
		{`(?:(?!a*)b?)*`, "", ``}, // a negative lookahead leaves nothing
		{`(?:(?=a*)b?)*`, "", `(?:(?=a*)b?)*`},
		{`(?:(?>a*))*`, "", ``}, // a loop of single characters that gives nothing back leaves nothing
		{`(?:(?>(?:ab)*))*`, "", `(?:(?>(?:ab)*))*`},
		{`(a+)\g<1>`, "", `(a+)`},
		{`(a+)\g<1>`, "O", `(a+)`},
		{`(a+)b\g<1>`, "", ``}, // gives nothing back to a b
		{`(a+)(?>bc)+\g<1>`, "", ``},
		{`(a+)b?\g<1>`, "", `(a+)`},
		{`(a+)[ab]\g<1>`, "", `(a+)`},
		{`(a+c?)b\g<1>`, "", `(a+c?)`},
		{`(.+)\n\g<1>`, "", `(.+)`}, // of which Onigmo does not ask what it holds
		{`(a+)b\g<1>`, "i", `(a+)`},
		{`(a)b\g<1>+`, "", ``},
		{`()(?>\g<1>)*`, "", ``},
		{`(a\g<2>)(b|c)\g<1>`, "", ``},   // calls that end
		{`(a\g<1>?b)`, "", `(a\g<1>?b)`}, // and one that does not
		{`[ab]{2,}(c)\g<1>`, "", `[ab]{2,}`},
	} {
		tree, err := parser.Parse(syntax.Ruby, tt.pattern, tt.flags)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, l := range backtrack.Lookups(tree) {
			got = append(got, string(tree.Source[l.Node.Span.Start:l.Node.Span.End]))
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("Lookups(%s, %q) = %q, want %q", tt.pattern, tt.flags, text, tt.want)
		}
	}
}

// TestLookupsOfRubyAlone holds that no other engine is taken for one that goes through its stack.
func TestLookupsOfRubyAlone(t *testing.T) {
	for _, d := range syntax.Dialects() {
		tree, err := parser.Parse(d, `(?:[ab]{2,})?`, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := len(backtrack.Lookups(tree)); got > 0 != (d == syntax.Ruby) {
			t.Errorf("%v: %d lookups", d, got)
		}
	}
}

// TestCountsAnew tests for which patterns Ruby 3.2 remembers no branches.
func TestCountsAnew(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		want    bool
	}{
		{`(?:a|b|ab){1,99}`, false},
		{`(?:(?:a|b|ab){1,99})*`, true},
		{`(?:(?:a|b|ab)*)*`, false},
		{`(a|b|ab)\g<1>`, true},
	} {
		tree, err := parser.Parse(syntax.Ruby, tt.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		if got := backtrack.CountsAnew(tree); got != tt.want {
			t.Errorf("CountsAnew(%s) = %t, want %t", tt.pattern, got, tt.want)
		}
	}
}

// TestLookupSteps holds that what is gone through is counted: the square of the length, which Compile leaves out.
func TestLookupSteps(t *testing.T) {
	for _, tt := range []struct {
		pattern, pump, suffix string
		square                bool
	}{
		{`\A(?:[ab]{2,})?`, "a", "", true},
		{`\A(?:[ab]{2,},)*`, "aaaaaaaa,", "", false}, // each is gone through alone
		{`\A(?:\Aa*)*,`, "a", "!", true},
		{`(a+){0}\Ax?\g<1>!`, "a", "", true},
		{`(a++){0}\Ax?\g<1>!`, "a", "", false},
		{`\A(a\g<1>?)!`, "a", "", true},
	} {
		tree, err := parser.Parse(syntax.Ruby, tt.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		counted, err := backtrack.CompileLookups(tree, backtrack.Lookups(tree))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := backtrack.Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		steps := func(p *backtrack.Program, n int) backtrack.Result {
			return p.Match(tree.Chars(strings.Repeat(tt.pump, n)+tt.suffix), backtrack.Options{MaxSteps: 1 << 30})
		}
		once, twice := steps(counted, 150), steps(counted, 300)
		if square := float64(twice.Steps) > 2.8*float64(once.Steps); square != tt.square {
			t.Errorf("%s: %d and %d steps, want growth with the square: %t", tt.pattern, once.Steps, twice.Steps, tt.square)
		}
		if a, b := twice.Outcome, steps(plain, 300).Outcome; a != b {
			t.Errorf("%s: %v where lookups are counted, else %v", tt.pattern, a, b)
		}
	}
}
