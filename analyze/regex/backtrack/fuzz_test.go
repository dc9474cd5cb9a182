package backtrack_test

import (
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func FuzzMatch(f *testing.F) {
	f.Add(`^(a+)+$`, "", "aaaaaaaaaaaaaaaaaaaaaaaaaaa!", uint8(0), uint8(0))
	f.Add(`(?:(?<x>a)|(?<x>b))*?\k<x>{2,}`, "iu", "abab", uint8(3), uint8(1))
	f.Add(`(?<=(\w){2,3}(?!\1))\b|[^]`, "ms", "a\nbb", uint8(2), uint8(0))
	f.Add(`[\p{L}--[a-z]]+(?i:x)`, "v", "😀É", uint8(1), uint8(0))
	f.Add(`(?:(?=(a?))(?:\1|){3,}){2,}`, "", "aaa", uint8(0), uint8(9))
	f.Fuzz(func(t *testing.T, pattern, flags, text string, mode, start uint8) {
		tree, err := parser.Parse(syntax.JavaScript, pattern, flags)
		if err != nil {
			t.Skip()
		}
		p, err := backtrack.Compile(tree)
		if err != nil {
			t.Skip()
		}
		input, _ := alphabet(tree, text)
		opt := backtrack.Options{Mode: syntax.Mode(mode % 4), Start: int(start), MaxSteps: 20_000, MaxMemory: 1 << 20, Captures: true}
		res := p.Match(input, opt)
		if res.Steps > opt.MaxSteps {
			t.Fatalf("%d steps exceed the limit", res.Steps)
		}
		if res.Outcome == backtrack.Matched && (res.Start < opt.Start || res.End > len(input)) {
			t.Fatalf("matched from %d to %d of %d, searching from %d", res.Start, res.End, len(input), opt.Start)
		}
		for i := 0; i+1 < len(res.Captures); i += 2 {
			lo, hi := res.Captures[i], res.Captures[i+1]
			if (lo < 0) != (hi < 0) || lo > hi || hi > len(input) {
				t.Fatalf("capture %d from %d to %d of %d", i/2, lo, hi, len(input))
			}
		}
		opt.Captures = false
		if again := p.Match(input, opt); again.Outcome != res.Outcome && again.Outcome != backtrack.MemoryLimit && res.Outcome != backtrack.MemoryLimit ||
			again.Outcome == res.Outcome && again.Steps != res.Steps {
			t.Fatalf("%+v with captures, %+v without", res, again)
		}
	})
}
