package nfa_test

import (
	"testing"

	"snag/analyze/regex/backtrack"
	"snag/analyze/regex/nfa"
	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
)

// TestPlainAtomicsAgree holds that patterns match the same without their atomic groups, on all short texts.
func TestPlainAtomicsAgree(t *testing.T) {
	texts := []string{""}
	for from, n := 0, 0; n < 5; n++ {
		to := len(texts)
		for _, text := range texts[from:to] {
			for _, c := range "ab\n" {
				texts = append(texts, text+string(c))
			}
		}
		from = to
	}
	for _, pattern := range []string{
		`(?>.*?b)a`, `(?>.+?b)a`, `(?>(.*?)ba)b`, `(?>[ab]*?ab)b?$`, `(?<!\s)(?>\s*?^)\s*a`, `(?>.*?(?:a|b)b)a`, `(?>(?:a*?)b){2}a`,
		`(?>[^b]+)b`, `(?>.*?$)\n`,
	} {
		tree, err := parser.Parse(syntax.Ruby, pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		plain := *tree
		plain.Root = nfa.PlainAtomics(tree.Root)
		if plain.Root.Has(func(n *syntax.Node) bool { return n.Op == syntax.OpAtomic }) {
			t.Errorf("PlainAtomics(/%s/) has atomic groups", pattern)
		}
		p, errP := backtrack.Compile(tree)
		q, errQ := backtrack.Compile(&plain)
		if errP != nil || errQ != nil {
			t.Fatal(errP, errQ)
		}
		for _, text := range texts {
			x, y := p.Match([]rune(text), backtrack.Options{}), q.Match([]rune(text), backtrack.Options{})
			if x.Outcome != y.Outcome || x.Start != y.Start || x.End != y.End {
				t.Errorf("/%s/ on %q: %v %d-%d, without atomic groups %v %d-%d", pattern, text, x.Outcome, x.Start, x.End, y.Outcome, y.Start, y.End)
			}
		}
	}
}
