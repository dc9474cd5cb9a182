package ambiguity_test

import (
	"errors"
	"strings"
	"testing"

	"snag/analyze/regex/ambiguity"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func automaton(t testing.TB, pattern string, opt nfa.Options) *nfa.NFA {
	t.Helper()
	tree, err := parser.Parse(syntax.JavaScript, pattern, "")
	if err != nil {
		t.Fatalf("Parse(/%s/): %v", pattern, err)
	}
	opt.MaxStates, opt.Unroll = 2000, 100
	a, err := nfa.Compile(tree, opt)
	if err != nil {
		t.Fatalf("Compile(/%s/): %v", pattern, err)
	}
	return a
}

func TestAnalyze(t *testing.T) {
	tests := []struct {
		pattern     string
		exponential int // components
		degree      int
	}{
		{`^a*$`, 0, 0},
		{`^(?:a*)*$`, 1, 0},
		{`^(?:a|a)*(?:b|b)*$`, 2, 0},
		{`^(?:ab)*$`, 0, 0},
		{`^(?:aa|aaa)*$`, 1, 0},
		{`^a*a*$`, 0, 1},
		{`^a*b*a*$`, 0, 1},
		{`^a*a*a*a*$`, 0, 3},
		{`^a*a*cb*b*$`, 0, 2},
		{`^(?:a*b)*(?:b*a)*$`, 0, 1},
		{`\s+$`, 0, 1},
		{`.*.*=`, 0, 3 - 1},
		{`^\w+@\w+$`, 0, 0},
		{`(?=.*a)b`, 0, 1},
		{`(?=.*.*a)b`, 0, 2},
		{`a+`, 0, 0},                   // it succeeds before it is tried elsewhere
		{`(?:a|a)*`, 0, 0},             // likewise
		{`\s*$`, 0, 1},                 // only in the end
		{`(?<=a*)b`, 0, 1},             // looked back from everywhere
		{`^a(?<=a*a*)b`, 0, 0},         // looked back once, near the start
		{`^(?:a|b|c(?<=b+c))*d`, 0, 0}, // each character once
		{`^(?:(a+)-\1)+$`, 0, 0},       // what was captured ends in one place
		{`^(a+)b\1+a*$`, 0, 1},
		{`^(a+)b(?:\1|a)*$`, 1, 0},
	}
	for _, tt := range tests {
		a := automaton(t, tt.pattern, nfa.Options{})
		res, err := ambiguity.Analyze(a, 1_000_000)
		if err != nil {
			t.Errorf("Analyze(/%s/): %v", tt.pattern, err)
			continue
		}
		links := tt.degree
		if n := len(res.Chain); n > 0 && a.States[res.Chain[n-1].To].Done {
			links++
		}
		if len(res.Exponential) != tt.exponential || res.Degree != tt.degree || len(res.Chain) != links {
			t.Errorf("Analyze(/%s/) = %d exponential, degree %d with %d links; want %d, %d",
				tt.pattern, len(res.Exponential), res.Degree, len(res.Chain), tt.exponential, tt.degree)
		}
		for _, link := range append(res.Exponential, res.Chain...) {
			checkLink(t, a, tt.pattern, link)
		}
	}
}

// checkLink follows the runs of a link through the automaton.
func checkLink(t *testing.T, a *nfa.NFA, pattern string, link ambiguity.Link) {
	t.Helper()
	ends := [][2]int32{{link.From, link.From}, {link.From, link.To}, {link.To, link.To}}
	if len(link.Runs) == 2 {
		ends = [][2]int32{{link.From, link.From}, {link.From, link.From}}
		same := true
		for i, step := range link.Runs[0] {
			same = same && step == link.Runs[1][i]
		}
		if same {
			t.Errorf("/%s/: both runs of the loop are the same", pattern)
		}
	}
	for r, run := range link.Runs {
		if len(run) != len(link.Word) {
			t.Errorf("/%s/: run %d has %d steps on a word of %d", pattern, r, len(run), len(link.Word))
			continue
		}
		at := run[0].State
		if !strings.Contains(pattern, "(?<=") && at != ends[r][0] {
			t.Errorf("/%s/: run %d begins in state %d, want %d", pattern, r, at, ends[r][0])
		}
		for i, step := range run {
			tr := a.States[step.State].Trans[step.Trans]
			if step.State != at || !tr.On.Has(link.Word[i]) {
				t.Errorf("/%s/: run %d cannot take step %d", pattern, r, i)
			}
			at = tr.To
		}
		if !strings.Contains(pattern, "(?<=") && at != ends[r][1] {
			t.Errorf("/%s/: run %d ends in state %d, want %d", pattern, r, at, ends[r][1])
		}
	}
}

func TestAnalyzeAllMatches(t *testing.T) {
	tests := []struct {
		pattern string
		degree  int
	}{
		{`a*b|a`, 1}, // what fails is tried again after every short match
		{`(?:a*b)?`, 1},
		{`a+|b`, 0},
		{`a*`, 0},
	}
	for _, tt := range tests {
		res, err := ambiguity.Analyze(automaton(t, tt.pattern, nfa.Options{Repeat: true}), 1_000_000)
		if err != nil || len(res.Exponential) > 0 || res.Degree != tt.degree {
			t.Errorf("Analyze(/%s/g) = %d exponential, degree %d, %v; want degree %d", tt.pattern, len(res.Exponential), res.Degree, err, tt.degree)
		}
	}
}

func TestAnalyzeBudget(t *testing.T) {
	a := automaton(t, `^(?:a{20}|b{21})*(?:a{22}|b{23})*(?:a{24}|b{25})*$`, nfa.Options{})
	if res, err := ambiguity.Analyze(a, 50); !errors.Is(err, ambiguity.ErrBudget) {
		t.Errorf("Analyze with a budget of 50 moves = %v after %d, want ErrBudget", err, res.Work)
	}
}
