package syntax

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func TestLongest(t *testing.T) {
	for _, test := range []struct {
		dialect        Dialect
		pattern, flags string
		mode           Mode
		want           int
	}{
		{JavaScript, `^\d{1,10}$`, "", Search, 10},
		{JavaScript, `^\d{1,10}`, "", Search, Unbounded},
		{JavaScript, `\d{1,10}$`, "", Search, Unbounded},
		{JavaScript, `^\d{1,10}$`, "m", Search, Unbounded},
		{JavaScript, `^(a{3}|b)$`, "g", Search, 3},
		{JavaScript, `^a$|b`, "", Search, Unbounded},
		{JavaScript, `^a$|^bb$`, "", Search, 2},
		{JavaScript, `^(?:a$|bb$)`, "", Search, 2},
		{JavaScript, `^a*$`, "", Search, Unbounded},
		{JavaScript, `(?:^a)?b$`, "", Search, Unbounded},
		{JavaScript, `(?:^a){1,2}b$`, "", Search, 3},
		{JavaScript, `^(?=.{1,64}$)[a-z]+(-[a-z]+)*$`, "", Search, 64},
		{JavaScript, `^a(?=.{1,64}$)`, "", Search, 65},
		{JavaScript, `(?=.{1,64}$)[a-z]+`, "", Search, Unbounded},
		{JavaScript, `^(?=.{1,64}$)?[a-z]+$`, "", Search, Unbounded},
		{JavaScript, `^(?!.{64})[a-z]+$`, "", Search, Unbounded},
		{JavaScript, `^(?:.{1,64}$|b+)`, "", Search, Unbounded},
		{JavaScript, `^.{3}$`, "u", Search, 6},
		{JavaScript, `^\w{3}$`, "u", Search, 3},
		{JavaScript, `^(a)\1$`, "", Search, Unbounded},
		{JavaScript, `\d{3}`, "", Full, 3},
		{JavaScript, `\d{3}$`, "", Prefix, 3},
		{JavaScript, `\d{3}`, "", Prefix, Unbounded},
		{Python, `^\d{3}$`, "", Search, 4}, // $ holds before a final line feed
		{Python, `\d{3}\Z`, "", Prefix, 3},
		{Python, `\d{3}`, "", Full, 3},
		{Python, `^\d{3}$`, "m", Search, Unbounded},
		{Ruby, `^\d{3}$`, "", Search, Unbounded}, // of a line
		{Ruby, `\A\d{3}\z`, "", Search, 3},
		{Ruby, `\A\d{3}\Z`, "", Search, 4},
		{Java, `^\d{3}$`, "", Search, 5},
		{Java, `.{3}`, "", Full, 6},
		{PCRE, `^\d{3}$`, "", Search, 4},
		{PCRE, `^\d{3}$`, "D", Search, 3},
		{PCRE, `^.{3}\z`, "u", Search, 12},
		{PCRE, `^(*ACCEPT)a\z`, "", Search, Unbounded},
		{DotNet, `^\d{3}$`, "", Search, 4},
	} {
		tree, err := test.dialect.Parse(test.pattern, test.flags)
		if err != nil {
			t.Errorf("%s /%s/%s: %v", test.dialect, test.pattern, test.flags, err)
			continue
		}
		got, ok := tree.Longest(test.mode)
		if ok != (test.want != Unbounded) || ok && got != test.want {
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
		tree, err := JavaScript.Parse(pattern, "")
		if err != nil {
			t.Fatalf("/%s/: %v", pattern, err)
		}
		n, ok := tree.Longest(Search)
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
