package nfa_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/printer"
	"snag/analyze/regex/syntax/syntaxtest"
)

func compile(t testing.TB, pattern, flags string, opt nfa.Options) *nfa.NFA {
	t.Helper()
	tree, err := parser.Parse(syntax.JavaScript, pattern, flags)
	if err != nil {
		t.Fatalf("Parse(/%s/%s): %v", pattern, flags, err)
	}
	if opt.MaxStates == 0 {
		opt.MaxStates, opt.Unroll = 1000, 100
	}
	a, err := nfa.Compile(tree, opt)
	if err != nil {
		t.Fatalf("Compile(/%s/%s): %v", pattern, flags, err)
	}
	return a
}

func TestCompile(t *testing.T) {
	tests := []struct {
		pattern, flags string
		states         int // of the anchored automaton
		exact          bool
	}{
		{`abc`, "", 4, true},
		{`a*`, "", 2, true},
		{`(?:a|b|c)*d`, "", 3, true},
		{`a{3}`, "", 4, true},
		{`a{1,3}`, "", 4, true},
		{`(?:a?){3}`, "", 4, true},
		{`(?:)*`, "", 1, true},
		{`a(?=b)`, "", 2, true},    // a condition on the next character
		{`a(?!b|$)c`, "", 3, true}, // likewise
		{`a(?=bc)b`, "", 6, false}, // a body of its own
		{`(a)\1`, "", 3, true},     // one value
		{`(a+)\1`, "", 3, false},   // any number of values
		{`(a\1)`, "", 2, true},     // not set yet
		{`(['"])x\1`, "", 6, true}, // two values
		{`(?i:k)`, "u", 2, true},
		{`[]`, "", 1, true},
	}
	for _, tt := range tests {
		a := compile(t, tt.pattern, tt.flags, nfa.Options{Anchored: true})
		if len(a.States) != tt.states || a.Exact != tt.exact {
			t.Errorf("Compile(/%s/%s) has %d states, exact %v; want %d, %v",
				tt.pattern, tt.flags, len(a.States), a.Exact, tt.states, tt.exact)
		}
	}
}

func TestCompileCountsAreBounded(t *testing.T) {
	tests := []struct {
		pattern string
		counted bool
	}{
		{`a{90}`, false},
		{`a{1000}`, true},
		{`(?:a{1,60}){1,60}`, true},
		{`(?:(?:a{1000000}){1000000}){1000000}`, true},
		{`a{2,}`, false},
	}
	for _, tt := range tests {
		a := compile(t, tt.pattern, "", nfa.Options{})
		if a.Counted != tt.counted || len(a.States) > 400 {
			t.Errorf("Compile(/%s/) has %d states, counted %v; want at most 400, %v",
				tt.pattern, len(a.States), a.Counted, tt.counted)
		}
	}
}

func TestCompileTooLarge(t *testing.T) {
	tests := []string{
		strings.Repeat("a", 5000),
		strings.Repeat("(?:a|", 300) + strings.Repeat(")*", 300),
		strings.Repeat("(?:a?|b?|c?)", 3000),
	}
	for _, pattern := range tests {
		tree, err := parser.Parse(syntax.JavaScript, pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := nfa.Compile(tree, nfa.Options{MaxStates: 200, Unroll: 100}); err != nil && !errors.Is(err, nfa.ErrTooLarge) {
			t.Errorf("Compile(/%.40s.../) = %v, want ErrTooLarge or success", pattern, err)
		}
	}
}

// matches simulates a on input.
func matches(a *nfa.NFA, input string) bool {
	states := map[int32]bool{0: true}
	for i := 0; ; i++ {
		class := a.End
		if i < len(input) {
			for c := range a.Alphabet.Len {
				if a.Alphabet.Ranges(c).Contains(rune(input[i])) {
					class = c
				}
			}
		}
		next := map[int32]bool{}
		for s := range states {
			for _, t := range a.States[s].Trans {
				if !t.On.Has(class) || t.Enter || a.States[s].Scope != 0 {
					continue
				}
				if t.To == nfa.Accept {
					return true
				}
				next[t.To] = true
			}
		}
		if i == len(input) {
			return false
		}
		states = next
	}
}

// TestCompileAgreesWithTheMatcher compares automata of random patterns with the reference matcher on
// every short text. An exact automaton accepts the same texts, any other at least those.
func TestCompileAgreesWithTheMatcher(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	var texts []string
	level := []string{""}
	for range 5 {
		texts = append(texts, level...)
		var next []string
		for _, w := range level {
			next = append(next, w+"a", w+"b", w+"\n")
		}
		level = next
	}
	for k := range 1400 {
		dialect := syntax.JavaScript
		if k >= 600 {
			dialect = []syntax.Dialect{syntax.Python, syntax.Java, syntax.PCRE, syntax.Ruby, syntax.Perl, syntax.DotNet}[k%6]
		}
		pattern, flags := syntaxtest.Pattern(rng, dialect, 4), []string{"", "m", "s"}[rng.IntN(3)]
		if dialect == syntax.Ruby {
			flags = ""
		}
		tree, err := parser.Parse(dialect, pattern, flags)
		if err != nil {
			if dialect == syntax.JavaScript {
				t.Fatalf("Parse(/%s/%s): %v", pattern, flags, err)
			}
			continue // lookbehind that varies in length
		}
		agrees(t, tree, texts)
	}
}

// TestCompileReferencesToWhatNeverMatches compares automata of patterns in which a group that is referred to holds a set of no
// character.
func TestCompileReferencesToWhatNeverMatches(t *testing.T) {
	texts := []string{"", "a", "b", "ab", "bb", "aab", "bab", "abb", "aa"}
	for _, pattern := range []string{
		`([])\1+b`, `([]a)\1+b`, `(?:([]a)\1|b)*a`, `^(?:([]a)?\1|b+)$`, `(?:([]a)|b)\1b`, `(a[]{0,2})\1b`, `(a|b[])\1b`,
	} {
		tree, err := parser.Parse(syntax.JavaScript, pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		agrees(t, tree, texts)
	}
}

// agrees fails where an automaton of the pattern accepts a text other than the reference matcher does.
func agrees(t *testing.T, tree *syntax.Tree, texts []string) {
	t.Helper()
	program, err := backtrack.Compile(tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, mode := range []syntax.Mode{syntax.Search, syntax.Prefix, syntax.Full} {
		a, err := nfa.Compile(tree, nfa.Options{Anchored: mode != syntax.Search, Whole: mode == syntax.Full, MaxStates: 2000, Unroll: 100})
		if err != nil {
			t.Fatalf("Compile(%v /%s/): %v", tree.Dialect, printer.Print(tree), err)
		}
		for _, text := range texts {
			if text == "" && (tree.Dialect == syntax.Python || tree.Dialect == syntax.Java) {
				continue // in Python \B, in Java (?m)^ does not match there, which the automaton ignores
			}
			got := matches(a, text)
			want := program.Match([]rune(text), backtrack.Options{Mode: mode}).Outcome == backtrack.Matched
			if got != want && (a.Exact || want) {
				t.Errorf("%v /%s/ mode %d on %q: automaton (exact %v) %v, matcher %v", tree.Dialect, printer.Print(tree), mode, text, a.Exact, got, want)
			}
		}
	}
}
