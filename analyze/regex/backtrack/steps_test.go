package backtrack_test

import (
	"errors"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func compile(tb testing.TB, pattern, flags string) (*backtrack.Program, *syntax.Tree) {
	tb.Helper()
	tree, err := parser.Parse(syntax.JavaScript, pattern, flags)
	if err != nil {
		tb.Fatalf("/%s/%s: %v", pattern, flags, err)
	}
	p, err := backtrack.Compile(tree)
	if err != nil {
		tb.Fatalf("/%s/%s: %v", pattern, flags, err)
	}
	return p, tree
}

// The counts are exact: they change only when the definition of a step does.
func TestSteps(t *testing.T) {
	for _, test := range []struct {
		pattern      string
		pump, suffix string
		want         func(n int64) int64
		ns           []int64
	}{
		{`abc`, "ab", "", func(n int64) int64 { return 6*n + 2 }, []int64{1, 10, 1000}},
		{`^a*$`, "a", "!", func(n int64) int64 { return 5*n + 7 }, []int64{1, 10, 1000}},
		{`^(?=(a+))\1:`, "a", "", func(n int64) int64 { return 5*n + 8 }, []int64{1, 10, 1000}},
		{`a+b`, "a", "", func(n int64) int64 { return (3*n*n + 9*n + 6) / 2 }, []int64{1, 10, 1000}},
		{`\s+$`, " ", "x", func(n int64) int64 { return (3*n*n + 9*n + 12) / 2 }, []int64{1, 10, 1000}},
		{`<!--.*?-->`, "<!--", "", func(n int64) int64 { return (15*n*n + 13*n + 4) / 2 }, []int64{1, 10, 1000}},
		{`a*a*b`, "a", "", func(n int64) int64 { return (n*n*n + 8*n*n + 19*n + 12) / 2 }, []int64{1, 10, 160}},
		{`^(a+)+$`, "a", "!", func(n int64) int64 { return 7<<n + 2*n }, []int64{1, 10, 20}},
		{`^(?:a|a)*$`, "a", "!", func(n int64) int64 { return 10<<n + 2*n - 1 }, []int64{1, 10, 20}},
		{`^(?:a?){20}a{20}$`, "a", "", func(n int64) int64 { return 26_214_398 }, []int64{20}},
		{`(\/.+)+$`, "/", "\n", func(n int64) int64 { return 30_198 }, []int64{16}},
	} {
		p, tree := compile(t, test.pattern, "")
		for _, n := range test.ns {
			input, _ := alphabet(tree, strings.Repeat(test.pump, int(n))+test.suffix)
			if got := p.Match(input, backtrack.Options{}).Steps; got != test.want(n) {
				t.Errorf("/%s/ on %q × %d + %q: got %d steps, want %d", test.pattern, test.pump, n, test.suffix, got, test.want(n))
			}
		}
	}
}

func TestAllCountsEveryMatchAndTheSearchForMore(t *testing.T) {
	for _, test := range []struct {
		pattern, input string
		matches        int
		start, end     int
	}{
		{`a`, "banana", 3, 5, 6},
		{`a*`, "baac", 4, 4, 4},
		{`(?:)`, "ab", 3, 2, 2},
		{`^`, "ab", 1, 0, 0},
		{`x`, "ab", 0, 0, 0},
		{`(?<=a)`, "aab", 2, 2, 2},
	} {
		p, tree := compile(t, test.pattern, "")
		input, _ := alphabet(tree, test.input)
		got := p.Match(input, backtrack.Options{Mode: syntax.All})
		if got.Matches != test.matches || got.Start != test.start || got.End != test.end || (got.Outcome == backtrack.Matched) != (test.matches > 0) {
			t.Errorf("all of /%s/ in %q: got %+v, want %d matches, the last from %d to %d", test.pattern, test.input, got, test.matches, test.start, test.end)
		}
		if once := p.Match(input, backtrack.Options{}); test.matches > 1 && got.Steps <= once.Steps {
			t.Errorf("all of /%s/ in %q: %d steps, the first match alone %d", test.pattern, test.input, got.Steps, once.Steps)
		}
	}
}

func TestLimits(t *testing.T) {
	long := make([]rune, 1_000_000)
	for i := range long {
		long[i] = 'a'
	}
	for _, test := range []struct {
		pattern string
		input   []rune
		opt     backtrack.Options
		want    backtrack.Outcome
	}{
		{`^(a+)+$`, []rune(strings.Repeat("a", 60) + "!"), backtrack.Options{MaxSteps: 10_000_000}, backtrack.StepLimit},
		{`a`, []rune("a"), backtrack.Options{MaxSteps: 1}, backtrack.StepLimit},
		{`a`, []rune("a"), backtrack.Options{MaxSteps: 2}, backtrack.Matched},
		{`b`, long, backtrack.Options{MaxSteps: 1000}, backtrack.StepLimit},
		{`(?:){2147483647}`, nil, backtrack.Options{MaxSteps: 100_000}, backtrack.StepLimit},
		{`(?:(?:(?:){65535}){65535}){65535}`, nil, backtrack.Options{MaxSteps: 100_000}, backtrack.StepLimit},
		{`(?:(?=a*)a)*`, long, backtrack.Options{MaxSteps: 100_000}, backtrack.StepLimit},
		{`(?:(?=a*)a)*?b`, long, backtrack.Options{MaxSteps: 100_000}, backtrack.StepLimit},
		{`(a|b)*`, long, backtrack.Options{MaxMemory: 1 << 20}, backtrack.MemoryLimit},
		{`(a|b)*`, long, backtrack.Options{MaxMemory: 1 << 20, Captures: true}, backtrack.MemoryLimit},
		{`(?:a|b){1,2000000}`, long, backtrack.Options{MaxMemory: 1 << 20}, backtrack.MemoryLimit},
		{`(?:a|b)*?c`, long, backtrack.Options{MaxMemory: 1 << 20}, backtrack.MemoryLimit},
		{`(?:a|b)*`, long, backtrack.Options{}, backtrack.Matched},
		{`a*a*a*`, long, backtrack.Options{MaxMemory: 64}, backtrack.Matched},
		{`[^]*?c`, long[:1000], backtrack.Options{MaxMemory: 64}, backtrack.Failed},
	} {
		p, _ := compile(t, test.pattern, "")
		got := p.Match(test.input, test.opt)
		if got.Outcome != test.want {
			t.Errorf("/%s/ on %d characters, %+v: got outcome %d after %d steps, want %d", test.pattern, len(test.input), test.opt, got.Outcome, got.Steps, test.want)
		}
		if test.opt.MaxSteps > 0 && got.Steps > test.opt.MaxSteps {
			t.Errorf("/%s/: %d steps exceed the limit of %d", test.pattern, got.Steps, test.opt.MaxSteps)
		}
		if again := p.Match(test.input, test.opt); again.Steps != got.Steps || again.Outcome != got.Outcome {
			t.Errorf("/%s/: %+v at first, then %+v", test.pattern, got, again)
		}
	}
}

func TestStartOutsideTheInputFails(t *testing.T) {
	p, _ := compile(t, ``, "")
	for _, start := range []int{-1, 3} {
		if got := p.Match([]rune("ab"), backtrack.Options{Start: start}); got.Outcome != backtrack.Failed || got.Steps != 0 {
			t.Errorf("from %d: got %+v, want no match in 0 steps", start, got)
		}
	}
}

// A program's size follows the pattern, not the counts in it.
func TestCompileDoesNotUnroll(t *testing.T) {
	small := testing.AllocsPerRun(10, func() { compile(t, `(?:(?:(?:ab){2,3}){2,3}){2,3}`, "") })
	large := testing.AllocsPerRun(10, func() { compile(t, `(?:(?:(?:ab){1000,2000}){1000,2000}){1000,2000}`, "") })
	if large > small+5 {
		t.Errorf("%v allocations with large counts, %v with small ones", large, small)
	}
}

// raceDetector reports whether sync.Pool forgets at random.
var raceDetector bool

func TestMatchDoesNotAllocate(t *testing.T) {
	if raceDetector {
		t.Skip("memory is not reliably reused under the race detector")
	}
	p, _ := compile(t, `^(?:(a+|b)\1?)+$`, "")
	input := []rune(strings.Repeat("a", 12) + "!")
	if n := testing.AllocsPerRun(50, func() { p.Match(input, backtrack.Options{}) }); n > 0.5 {
		t.Errorf("%v allocations a match, want none", n)
	}
}

func TestCompileBoundsDepth(t *testing.T) {
	n := &syntax.Node{Op: syntax.OpEmpty}
	deepen := func(times int) {
		for range times {
			n = &syntax.Node{Op: syntax.OpRepeat, Max: 2, Subs: []*syntax.Node{{Op: syntax.OpConcat, Subs: []*syntax.Node{n}}}}
		}
	}
	deepen(90_000)
	p, err := backtrack.Compile(&syntax.Tree{Root: n})
	if err != nil {
		t.Fatalf("180,000 deep: %v", err)
	}
	if got := p.Match([]rune("a"), backtrack.Options{}); got.Outcome != backtrack.Matched || got.End != 0 {
		t.Errorf("180,000 deep: got %+v, want an empty match", got)
	}
	deepen(20_000)
	if _, err := backtrack.Compile(&syntax.Tree{Root: n}); !errors.Is(err, backtrack.ErrTooDeep) {
		t.Errorf("220,000 deep: got error %v, want %v", err, backtrack.ErrTooDeep)
	}
}
