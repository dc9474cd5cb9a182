package backtrack_test

import (
	"slices"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
	"snag/analyze/wtf8"
)

// no is the bounds of a capture that is unset.
var no = []int{-1, -1}

func bounds(pairs ...[]int) []int { return slices.Concat(pairs...) }

// The wanted bounds follow from the specification; most are its own examples or corners of it.
func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, flags, input string
		want                  []int // nil: no match
	}{
		// Alternatives in order, greed, laziness.
		{`a|ab`, "", "abc", bounds([]int{0, 1})},
		{`((a)|(ab))((c)|(bc))`, "", "abc", bounds([]int{0, 3}, []int{0, 1}, []int{0, 1}, no, []int{1, 3}, no, []int{1, 3})},
		{`a[a-z]{2,4}`, "", "abcdefghi", bounds([]int{0, 5})},
		{`a[a-z]{2,4}?`, "", "abcdefghi", bounds([]int{0, 3})},
		{`(aa|aabaac|ba|b|c)*`, "", "aabaac", bounds([]int{0, 4}, []int{2, 4})},
		{`(?:a{2,3}?){2}`, "", "aaaaaa", bounds([]int{0, 4})},
		{`a{0}b`, "", "ab", bounds([]int{1, 2})},
		{`(a){0}b\1`, "", "ab", bounds([]int{1, 2}, no)},
		{`[]`, "", "a", nil},
		{`[]*`, "", "a", bounds([]int{0, 0})},

		// Captures are unset when an iteration begins, and come back on backtracking.
		{`(z)((a+)?(b+)?(c))*`, "", "zaacbbbcac", bounds([]int{0, 10}, []int{0, 1}, []int{8, 10}, []int{8, 9}, no, []int{9, 10})},
		{`(?:(a)|b)*`, "", "ab", bounds([]int{0, 2}, no)},
		{`(?:(a)|(b)){2,}?c`, "", "bac", bounds([]int{0, 3}, []int{1, 2}, no)},
		{`(?:(a)|b)*a`, "", "aba", bounds([]int{0, 3}, no)},
		{`(a*)*`, "", "b", bounds([]int{0, 0}, no)},

		// An optional iteration must consume something, a mandatory one need not.
		{`(a*)*`, "", "aa", bounds([]int{0, 2}, []int{0, 2})},
		{`(?:a*?)*?b`, "", "aab", bounds([]int{0, 3})},
		{`(?:|a)*`, "", "aa", bounds([]int{0, 2})},
		{`(?:|a)+`, "", "aa", bounds([]int{0, 2})},
		{`(?:|a){2}`, "", "aa", bounds([]int{0, 0})},
		{`(?:|a){2,3}`, "", "aa", bounds([]int{0, 1})},
		{`(?:(a)|){3}`, "", "aa", bounds([]int{0, 2}, no)},
		{`(a?)?`, "", "", bounds([]int{0, 0}, no)},
		{`(?:a?b??)*`, "", "ab", bounds([]int{0, 2})},
		{`(a?b??)*`, "", "ab", bounds([]int{0, 2}, []int{1, 2})},
		{`(\b)*a`, "", "a", bounds([]int{0, 1}, no)},
		{`(\b){1,}a`, "", "a", bounds([]int{0, 1}, []int{0, 0})},

		// Backreferences: unset ones, to later groups, from within.
		{`\1(a)`, "", "aa", bounds([]int{0, 1}, []int{0, 1})},
		{`(a\1)`, "", "aa", bounds([]int{0, 1}, []int{0, 1})},
		{`(?:\2(a)|(b))*`, "", "bba", bounds([]int{0, 3}, []int{2, 3}, no)},
		{`(a*)b\1+`, "", "baaaac", bounds([]int{0, 1}, []int{0, 0})},
		{`(.*?)a(?!(a+)b\2c)\2(.*)`, "", "baaabaac", bounds([]int{0, 8}, []int{0, 2}, no, []int{3, 8})},
		{`(a)\1`, "i", "aA", bounds([]int{0, 2}, []int{0, 1})},
		{`(ſ)\1`, "i", "ſs", nil},
		{`(ſ)\1`, "iu", "ſs", bounds([]int{0, 2}, []int{0, 1})},
		{`(ß)\1`, "iu", "ßẞ", bounds([]int{0, 2}, []int{0, 1})},
		{`(ß)\1`, "iu", "ßss", nil},
		{`(𐐨)\1`, "i", "𐐨𐐀", nil},
		{`(𐐨)\1`, "iu", "𐐨𐐀", bounds([]int{0, 2}, []int{0, 1})},
		{`(?<x>a)|(?<x>b)\k<x>`, "", "bb", bounds([]int{0, 2}, no, []int{0, 1})},
		{`(?:(?<x>a)|(?<x>b))\k<x>`, "", "bb", bounds([]int{0, 2}, no, []int{0, 1})},
		{`(?:(?<x>a)|(?<x>b)|c)*\k<x>`, "", "abcb", bounds([]int{0, 3}, no, no)},

		// Lookahead: atomic, keeps captures, a negative one loses them.
		{`(?=(a+))`, "", "baaabac", bounds([]int{1, 1}, []int{1, 4})},
		{`(?=(a+))a*b\1`, "", "baaabac", bounds([]int{3, 6}, []int{3, 4})},
		{`(?=(a*))\1a`, "", "aaa", nil},
		{`(?!(a)b)\1a`, "", "ac", bounds([]int{0, 1}, no)},
		{`(?!(?=(a))b)a\1`, "", "ab", bounds([]int{0, 1}, no)},
		{`(?:(?=(a))a)+b`, "", "aab", bounds([]int{0, 3}, []int{1, 2})},
		{`(?:(?=(a|ab))a|.)*?c`, "", "abc", bounds([]int{0, 3}, no)},
		{`(?:(?=(\w))\w|\W)+?-`, "", "a-b-", bounds([]int{0, 2}, []int{0, 1})},
		{`(?=(a))?a\1`, "", "aa", bounds([]int{0, 1}, no)},
		{`(?=(a)){1,}a\1`, "", "aa", bounds([]int{0, 2}, []int{0, 1})},

		// Lookbehind is matched right to left.
		{`(?<=(\d+)(\d+))$`, "", "1053", bounds([]int{4, 4}, []int{0, 1}, []int{1, 4})},
		{`(?<=\1(\d+))x`, "", "1212x", bounds([]int{4, 5}, []int{2, 4})},
		{`(?<=(\d+)\1)x`, "", "1212x", bounds([]int{4, 5}, []int{0, 4})},
		{`(?<=([abc]+))d`, "", "abcd", bounds([]int{3, 4}, []int{0, 3})},
		{`(?<=a(.*?))$`, "", "aXabc", bounds([]int{5, 5}, []int{3, 5})},
		{`(?<=(?=(ab))a)b`, "", "ab", bounds([]int{1, 2}, []int{0, 2})},
		{`(?<=a{2,3}?)b`, "", "aaab", bounds([]int{3, 4})},
		{`(?<=^.{2,})c`, "", "abc", bounds([]int{2, 3})},
		{`(?<!(^|[ab]))\w{2}`, "", "abcdef", bounds([]int{3, 5}, no)},
		{`(?<=ab(?:c){0,2})d`, "", "abccd", bounds([]int{4, 5})},
		{`(?<=\2(a)(b))c`, "", "abbabc", bounds([]int{5, 6}, []int{3, 4}, []int{4, 5})},
		{`(?<=(b)\1a)c`, "", "babac", bounds([]int{4, 5}, []int{2, 3})},

		// Assertions, m, s, modifiers.
		{`^b$`, "m", "a\nb\nc", bounds([]int{2, 3})},
		{`^b$`, "", "a\nb\nc", nil},
		{`a$`, "", "a\n", nil},
		{`^`, "m", "", bounds([]int{0, 0})},
		{`a.b`, "", "a\u2028b", nil},
		{`a.b`, "s", "a\u2028b", bounds([]int{0, 3})},
		{`\bb\B`, "", "ab bb", bounds([]int{3, 4})},
		{`\b`, "iu", "ſ", bounds([]int{0, 0})},
		{`\b`, "i", "ſ", nil},
		{`(?i:a)b`, "", "Ab", bounds([]int{0, 2})},
		{`(?i:a)b`, "", "AB", nil},
		{`(?-i:a)b`, "i", "aB", bounds([]int{0, 2})},
		{`(?-i:a)b`, "i", "AB", nil},
		{`(?m:^)b(?-m:$)`, "m", "a\nb\n", nil},
		{`(?s:.)(?-s:.)`, "s", "\n\n", nil},
		{`(a)(?i:\1)\1`, "", "aAa", bounds([]int{0, 3}, []int{0, 1})},

		// Alphabets.
		{`^.$`, "", "😀", nil},
		{`^.$`, "u", "😀", bounds([]int{0, 1})},
		{`\ud83d`, "", "😀", bounds([]int{0, 1})},
		{`\ud83d`, "u", "😀", nil},
		{`\ud83d`, "u", "a\xed\xa0\xbd", bounds([]int{1, 2})},
		{`[^a]`, "u", "a\xed\xb8\x80", bounds([]int{1, 2})},
		{`(?<=😀)a`, "u", "😀a", bounds([]int{1, 2})},
		{`(?<=\ude00)a`, "", "😀a", bounds([]int{2, 3})},
		{`[\w--[a-y]]+`, "v", "abz9", bounds([]int{2, 4})},
		{`[\q{abc|ab}c]d`, "v", "abcd", bounds([]int{0, 4})},
		{`(?:a[^b])+b`, "v", "aacb", bounds([]int{1, 4})},
		{`[^]+`, "v", "ab", bounds([]int{0, 2})},
		{`\P{Lu}`, "iu", "A", bounds([]int{0, 1})},
		{`[^\P{Lu}]`, "iv", "a", bounds([]int{0, 1})},
	} {
		p, tree := compile(t, test.pattern, test.flags)
		input, _ := alphabet(tree, test.input)
		got := p.Match(input, backtrack.Options{Captures: true})
		if !slices.Equal(got.Captures, test.want) {
			t.Errorf("/%s/%s on %s: got %v, want %v", test.pattern, test.flags, wtf8.Quote(test.input), got.Captures, test.want)
		}
	}
}

func TestModes(t *testing.T) {
	for _, test := range []struct {
		pattern, input string
		start          int
		mode           syntax.Mode
		want           []int
	}{
		{`b`, "ab", 0, syntax.Search, []int{1, 2}},
		{`b`, "ab", 0, syntax.Prefix, nil},
		{`b`, "ab", 1, syntax.Prefix, []int{1, 2}},
		{`(?<=a)b`, "ab", 1, syntax.Prefix, []int{1, 2}},
		{`^b`, "ab", 1, syntax.Prefix, nil},
		{`a|ab`, "ab", 0, syntax.Full, []int{0, 2}},
		{`a*?`, "aa", 0, syntax.Full, []int{0, 2}},
		{`a`, "ab", 0, syntax.Full, nil},
		{`b`, "ab", 0, syntax.Full, nil},
		{`b`, "ab", 1, syntax.Full, []int{1, 2}},
		{`(?=ab)a`, "ab", 0, syntax.Full, nil},
		{``, "ab", 2, syntax.Search, []int{2, 2}},
		{`a`, "aba", 1, syntax.All, []int{2, 3}},
	} {
		p, tree := compile(t, test.pattern, "")
		input, _ := alphabet(tree, test.input)
		got := p.Match(input, backtrack.Options{Start: test.start, Mode: test.mode, Captures: true})
		if !slices.Equal(got.Captures, test.want) {
			t.Errorf("/%s/ on %q from %d in mode %d: got %v, want %v", test.pattern, test.input, test.start, test.mode, got.Captures, test.want)
		}
	}
}
