package backtrack

import (
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestAbsent compares what absent operators match with what they are said to: the longest text first without what is
// absent, then the shorter ones.
func TestAbsent(t *testing.T) {
	absent := map[string][]string{`(?~ab)`: {"ab"}, `(?~a)`: {"a"}, `(?~ab|bb)`: {"ab", "bb"}, `(?~aba)`: {"aba"}, `(?~a(?:a|b){2})`: {"aaa", "aab", "aba", "abb"}}
	longest := func(text string, words []string) int {
		for n := len(text); ; n-- {
			has := false
			for _, w := range words {
				has = has || strings.Contains(text[:n], w)
			}
			if !has {
				return n
			}
		}
	}
	texts := []string{""}
	for i := 0; len(texts[i]) < 6; i++ {
		texts = append(texts, texts[i]+"a", texts[i]+"b", texts[i]+"\n")
	}
	match := func(pattern, text string) (end int, ok bool) {
		t.Helper()
		tree, err := parser.Parse(syntax.Ruby, pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		program, err := Compile(tree)
		if err != nil {
			t.Fatal(err)
		}
		res := program.Match([]rune(text), Options{Captures: true})
		if res.Outcome != Matched {
			return 0, false
		}
		return res.Captures[1], true
	}
	for pattern, words := range absent {
		for _, text := range texts {
			want := longest(text, words)
			if got, ok := match(`\A`+pattern, text); !ok || got != want {
				t.Fatalf("/%s/ on %q: got %d characters (%t), want %d", pattern, text, got, ok, want)
			}
			if _, ok := match(`\A`+pattern+`\z`, text); ok != (want == len(text)) {
				t.Fatalf("/%s/ on all of %q: got %t, want %t", pattern, text, ok, want == len(text))
			}
			shorter := strings.LastIndex(text[:want], "b") // which has to follow
			if want < len(text) && text[want] == 'b' {
				shorter = want
			}
			if got, ok := match(`\A`+pattern+`(?=b)`, text); ok != (shorter >= 0) || ok && got != shorter {
				t.Fatalf("/%s(?=b)/ on %q: got %d characters (%t), want %d", pattern, text, got, ok, shorter)
			}
		}
	}
	for _, pattern := range []string{`(?~a+)`, `(?~ab|c)`, `(?~(a))`, `(?~)`} {
		tree, err := parser.Parse(syntax.Ruby, pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Compile(tree); err == nil {
			t.Errorf("Compile(/%s/): no error; want that it is not analysed", pattern)
		}
	}
}
