package syntax_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

func TestLongest(t *testing.T) {
	for _, test := range []struct {
		dialect        syntax.Dialect
		pattern, flags string
		mode           syntax.Mode
		want           int
	}{
		{syntax.JavaScript, `^\d{1,10}$`, "", syntax.Search, 10},
		{syntax.JavaScript, `^\d{1,10}`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `\d{1,10}$`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `^\d{1,10}$`, "m", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `^(a{3}|b)$`, "g", syntax.Search, 3},
		{syntax.JavaScript, `^a$|b`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `^a$|^bb$`, "", syntax.Search, 2},
		{syntax.JavaScript, `^(?:a$|bb$)`, "", syntax.Search, 2},
		{syntax.JavaScript, `^a*$`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `(?:^a)?b$`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `(?:^a){1,2}b$`, "", syntax.Search, 3},
		{syntax.JavaScript, `^(?=.{1,64}$)[a-z]+(-[a-z]+)*$`, "", syntax.Search, 64},
		{syntax.JavaScript, `^a(?=.{1,64}$)`, "", syntax.Search, 65},
		{syntax.JavaScript, `(?=.{1,64}$)[a-z]+`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `^(?=.{1,64}$)?[a-z]+$`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `^(?!.{64})[a-z]+$`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `^(?:.{1,64}$|b+)`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `^.{3}$`, "u", syntax.Search, 6},
		{syntax.JavaScript, `^\w{3}$`, "u", syntax.Search, 3},
		{syntax.JavaScript, `^(a)\1$`, "", syntax.Search, syntax.Unbounded},
		{syntax.JavaScript, `\d{3}`, "", syntax.Full, 3},
		{syntax.JavaScript, `\d{3}$`, "", syntax.Prefix, 3},
		{syntax.JavaScript, `\d{3}`, "", syntax.Prefix, syntax.Unbounded},
		{syntax.Python, `^\d{3}$`, "", syntax.Search, 4}, // $ holds before a final line feed
		{syntax.Python, `\d{3}\Z`, "", syntax.Prefix, 3},
		{syntax.Python, `\d{3}`, "", syntax.Full, 3},
		{syntax.Python, `^\d{3}$`, "m", syntax.Search, syntax.Unbounded},
		{syntax.Ruby, `^\d{3}$`, "", syntax.Search, syntax.Unbounded}, // of a line
		{syntax.Ruby, `\A\d{3}\z`, "", syntax.Search, 3},
		{syntax.Ruby, `\A\d{3}\Z`, "", syntax.Search, 4},
		{syntax.Java, `^\d{3}$`, "", syntax.Search, 5},
		{syntax.Java, `.{3}`, "", syntax.Full, 6},
		{syntax.PCRE, `^\d{3}$`, "", syntax.Search, 4},
		{syntax.PCRE, `^\d{3}$`, "D", syntax.Search, 3},
		{syntax.PCRE, `^.{3}\z`, "u", syntax.Search, 12},
		{syntax.PCRE, `^(*ACCEPT)a\z`, "", syntax.Search, syntax.Unbounded},
		{syntax.DotNet, `^\d{3}$`, "", syntax.Search, 4},
	} {
		tree, err := parser.Parse(test.dialect, test.pattern, test.flags)
		if err != nil {
			t.Errorf("%s /%s/%s: %v", test.dialect, test.pattern, test.flags, err)
			continue
		}
		got, ok := tree.Longest(test.mode)
		if ok != (test.want != syntax.Unbounded) || ok && got != test.want {
			t.Errorf("%s /%s/%s %s: got %d, %v, want %d", test.dialect, test.pattern, test.flags, test.mode, got, ok, test.want)
		}
	}
}

// TestLongestHolds matches all short texts with random patterns: none that matches is longer than it says.
func TestLongestHolds(t *testing.T) {
	texts := []string{""}
	for from, n := 0, 0; n < 6; n++ {
		end := len(texts)
		for _, s := range texts[from:end] {
			texts = append(texts, s+"a", s+"b", s+"\n")
		}
		from = end
	}
	r := rand.New(rand.NewPCG(1, 2))
	bounded := 0
	for range 3000 {
		pattern := randomAnchored(r, 3)
		tree, err := parser.Parse(syntax.JavaScript, pattern, "")
		if err != nil {
			t.Fatalf("/%s/: %v", pattern, err)
		}
		n, ok := tree.Longest(syntax.Search)
		if !ok {
			continue
		}
		bounded++
		re := regexp.MustCompile(pattern)
		for _, s := range texts {
			if len(s) > n && re.MatchString(s) {
				t.Fatalf("/%s/ matches %q, but Longest says %d", pattern, s, n)
			}
		}
	}
	if bounded < 100 {
		t.Errorf("only %d patterns are bounded", bounded)
	}
}

// randomAnchored returns a pattern that means the same in JavaScript and in Go.
func randomAnchored(r *rand.Rand, depth int) string {
	if depth == 0 || r.IntN(5) == 0 {
		return []string{"a", "b", ".", "[^a]", "^", "$", "^", "$", "a{0,2}", ""}[r.IntN(10)]
	}
	sub := func() string { return randomAnchored(r, depth-1) }
	switch r.IntN(5) {
	case 0:
		return "(?:" + sub() + "|" + sub() + ")"
	case 1:
		return "(?:" + sub() + ")" + []string{"?", "*", "+", "{2}", "{1,2}"}[r.IntN(5)]
	case 2:
		return "^" + sub() + sub() + "$"
	default:
		return strings.Join([]string{sub(), sub(), sub()}, "")
	}
}
