package backtrack_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/dlclark/regexp2"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/syntax"
)

// small is a pattern made of few parts.
type small struct {
	text string
	// nullable reports whether the pattern matches the empty string. Engines differ in what a loop over
	// such a body does, so those do not become bodies when spans are compared.
	nullable bool
	// odd reports whether there is a loop over a nullable body somewhere.
	odd bool
}

// smalls returns all patterns over {a, b} that are made of at most n characters and operators.
func smalls(n int) []small {
	sizes := [][]small{nil, {{text: "a"}, {text: "b"}, {text: "."}, {text: "[^a]"}}}
	for size := 2; size <= n; size++ {
		var level []small
		for _, body := range sizes[size-1] {
			for _, q := range []string{"*", "+", "?", "*?", "+?", "??", "{2}", "{1,2}", "{2,}?"} {
				s := small{"(?:" + body.text + ")" + q, body.nullable, body.odd || body.nullable}
				if q[0] == '*' || q[0] == '?' {
					s.nullable = true
				}
				level = append(level, s)
			}
		}
		for left := 1; left <= size-2; left++ {
			for _, l := range sizes[left] {
				for _, r := range sizes[size-1-left] {
					level = append(level,
						small{l.text + r.text, l.nullable && r.nullable, l.odd || r.odd},
						small{"(?:" + l.text + "|" + r.text + ")", l.nullable || r.nullable, l.odd || r.odd})
				}
			}
		}
		sizes = append(sizes, level)
	}
	var all []small
	for _, level := range sizes {
		all = append(all, level...)
	}
	return all
}

// words returns all strings over {a, b} of at most n characters.
func words(n int) []string {
	all := []string{""}
	for i := 0; i < len(all); i++ {
		if len(all[i]) < n {
			all = append(all, all[i]+"a", all[i]+"b")
		}
	}
	return all
}

func TestAgreesWithOtherEnginesOnAllSmallPatterns(t *testing.T) {
	size := 4
	if testing.Short() {
		size = 3
	}
	inputs := words(5)
	cases := 0
	for _, s := range smalls(size) {
		ours, tree := compile(t, s.text, "")
		std := regexp.MustCompile(s.text)
		whole := regexp.MustCompile(`^(?:` + s.text + `)$`)
		dotnet := regexp2.MustCompile(s.text, regexp2.ECMAScript)
		for _, word := range inputs {
			cases++
			input, _ := alphabet(tree, word)
			full := ours.Match(input, backtrack.Options{Mode: syntax.Full})
			if want := whole.MatchString(word); (full.Outcome == backtrack.Matched) != want {
				t.Fatalf("all of %q by /%s/: got %t, regexp says %t", word, s.text, !want, want)
			}
			if s.odd {
				continue
			}
			got, span := ours.Match(input, backtrack.Options{}), []int(nil)
			if got.Outcome == backtrack.Matched {
				span = []int{got.Start, got.End}
			}
			if want := std.FindStringIndex(word); !equalSpan(span, want) {
				t.Fatalf("/%s/ on %q: got %v, regexp says %v", s.text, word, span, want)
			}
			if strings.Count(s.text, "{") > 1 {
				continue // regexp2 multiplies the counts of nested loops, which is not the same
			}
			m, err := dotnet.FindStringMatch(word)
			if err != nil {
				t.Fatal(err)
			}
			var want []int
			if m != nil {
				want = []int{m.Index, m.Index + m.Length}
			}
			if !equalSpan(span, want) {
				t.Fatalf("/%s/ on %q: got %v, regexp2 says %v", s.text, word, span, want)
			}
		}
	}
	t.Logf("%d cases", cases)
}

func equalSpan(a, b []int) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return a[0] == b[0] && a[1] == b[1]
}
