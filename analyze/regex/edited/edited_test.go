package edited_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/edited"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/printer"
)

func parse(t *testing.T, pattern string) *syntax.Tree {
	t.Helper()
	tree, err := parser.Parse(syntax.JavaScript, pattern, "")
	if err != nil {
		t.Fatalf("/%s/: %v", pattern, err)
	}
	return tree
}

func TestRestrict(t *testing.T) {
	every := func(find, with string) edited.Edit {
		return edited.Edit{Kind: edited.Replace, Find: parse(t, find), Every: true, With: with, Known: true}
	}
	for _, test := range []struct {
		name, pattern string
		edits         []edited.Edit
		want          string
	}{
		{"runs become one", `\s+$`, []edited.Edit{every(`\s+`, " ")}, ` ?$`},
		{"runs of two become one", `a[ x]+$`, []edited.Edit{every(` {2,}`, " ")}, `a[ x]+$`},
		{"each becomes another", `\s+$`, []edited.Edit{every(`\s`, " ")}, ` +$`},
		{"gone", `(a|b)+$`, []edited.Edit{every(`[^b]`, "")}, `([]|b)+$`},
		{"gone, then back", `a+$`, []edited.Edit{every(`a`, ""), every(`b`, "a")}, `a+$`},
		{"apart, then together", ` +$`, []edited.Edit{every(` +`, " "), every(`x`, "")}, ` +$`},
		{"apart, and still", ` +$`, []edited.Edit{every(` +`, " "), every(`x`, "y")}, ` ?$`},
		{"apart, and others for it", ` +$`, []edited.Edit{every(` +`, " "), every(`x`, " ")}, ` +$`},
		{"a run of another character", `_+$`, []edited.Edit{every(` +`, "_")}, `_+$`},
		{"the first alone", `a+$`, []edited.Edit{{Kind: edited.Replace, Find: parse(t, `a`), With: "", Known: true}}, `a+$`},
		{"by what is not known", `a+$`, []edited.Edit{{Kind: edited.Replace, Find: parse(t, `a`), Every: true}}, `a+$`},
		{"by what refers to the match", `a+$`, []edited.Edit{every(`a`, "$&")}, `a+$`},
		{"two characters", `[ab]+$`, []edited.Edit{every(`ab`, "")}, `[ab]+$`},
		{"lazy", ` +$`, []edited.Edit{every(` +?`, " ")}, ` +$`},
		{"lower case", `[A-Z_]+$`, []edited.Edit{{Kind: edited.Lower}}, `_+$`},
		{"lower and upper case", `[A-Z_]+$`, []edited.Edit{{Kind: edited.Lower}, {Kind: edited.Upper}}, `[A-Z_]+$`},
		{"a part", `\s+$`, []edited.Edit{every(`\s+`, " "), {Kind: edited.Part}}, ` ?$`},
		{"something else", `\s+$`, []edited.Edit{every(`\s+`, " "), {}}, `\s+$`},
		{"split", `[a,]+$`, []edited.Edit{{Kind: edited.Split, Find: parse(t, `,`), Every: true}}, `a+$`},
		{"split with what it is split at", `[a,]+$`, []edited.Edit{{Kind: edited.Split, Find: parse(t, `(,)`), Every: true}}, `[a,]+$`},
		{"base64", `=+$`, []edited.Edit{{Kind: edited.Base64}}, `={1,2}$`},
		{"base64 of its padding and others", `[=_]+\s*$`, []edited.Edit{{Kind: edited.Base64}}, `[=_]+[]?$`},
		{"base64 with signs replaced", `=+$`, []edited.Edit{{Kind: edited.Base64}, every(`\+`, "-"), every(`\/`, "_")}, `={1,2}$`},
		{"base64 with others for its padding", `=+$`, []edited.Edit{{Kind: edited.Base64}, every(`\+`, "=")}, `=+$`},
		{"base64 with padding that meets", `=+$`, []edited.Edit{{Kind: edited.Base64}, every(`A`, "")}, `=+$`},
		{"base64, then something else", `=+$`, []edited.Edit{{Kind: edited.Base64}, {}}, `=+$`},
		{"in a lookahead", `(?=a+)x`, []edited.Edit{every(`a+`, "a")}, `(?=a?)x`},
	} {
		tree := parse(t, test.pattern)
		got := printer.Print(edited.After(test.edits, tree).Restrict(tree))
		want := printer.Print(parse(t, test.want))
		// A loop of at least one round has at most one: it is printed as {1}, not as ?.
		if strings.ReplaceAll(got, "{1}", "?") != want {
			t.Errorf("%s: /%s/ is left as /%s/, want /%s/", test.name, test.pattern, got, want)
		}
	}
}

// TestRestrictHolds edits random texts, and holds that a pattern and what is left of it find the same in each.
func TestRestrictHolds(t *testing.T) {
	finds := []string{`a`, `a+`, `[ab]`, `[ab]+`, `a{2,}`, `[^a]`, `[^ab]+`, `ab`, `a|b`, `(?:a|b)+`, ` `, ` +`, `A`}
	withs := []string{"", "a", "b", " ", "ab", "A", "xx"}
	patterns := []string{`a+$`, `(a|b)+x`, `[ab ]+$`, `(?:a+ ?)+$`, `[A-Z]+b`, `(?=a+b)[ab]+`, `(a*)*b`, `x?a{1,3}$`, `(?!a+x).a+`, `[^a]+$`}
	r := rand.New(rand.NewPCG(3, 4))
	limited := 0
	for range 4000 {
		var edits []edited.Edit
		var apply []func(string) string
		for range 1 + r.IntN(3) {
			switch r.IntN(6) {
			case 0:
				edits, apply = append(edits, edited.Edit{Kind: edited.Lower}), append(apply, strings.ToLower)
			case 1:
				edits, apply = append(edits, edited.Edit{Kind: edited.Upper}), append(apply, strings.ToUpper)
			case 2:
				edits, apply = append(edits, edited.Edit{Kind: edited.Part}), append(apply, strings.TrimSpace)
			default:
				find, with := finds[r.IntN(len(finds))], withs[r.IntN(len(withs))]
				re := regexp.MustCompile(find)
				edits = append(edits, edited.Edit{Kind: edited.Replace, Find: parse(t, find), Every: true, With: with, Known: true})
				apply = append(apply, func(s string) string { return re.ReplaceAllString(s, with) })
			}
		}
		tree := parse(t, patterns[r.IntN(len(patterns))])
		texts := edited.After(edits, tree)
		if !texts.Limited() {
			continue
		}
		limited++
		whole, left := compile(t, tree), compile(t, texts.Restrict(tree))
		for range 20 {
			s := ""
			for range r.IntN(12) {
				s += string("aab  xAB"[r.IntN(8)])
			}
			out := s
			for _, f := range apply {
				out = f(out)
			}
			a, b := whole.Match([]rune(out), backtrack.Options{MaxSteps: 1 << 20}), left.Match([]rune(out), backtrack.Options{MaxSteps: 1 << 20})
			if a.Outcome != b.Outcome || a.Start != b.Start || a.End != b.End {
				t.Fatalf("/%s/ on %q, which %v make of %q: %v, and %v as /%s/", printer.Print(tree), out, edits, s, a, b, printer.Print(texts.Restrict(tree)))
			}
		}
	}
	if limited < 1000 {
		t.Errorf("only %d edits limit the texts", limited)
	}
}

func compile(t *testing.T, tree *syntax.Tree) *backtrack.Program {
	t.Helper()
	p, err := backtrack.Compile(tree)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
