package transform_test

import (
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/parser"
	"snag/analyze/regex/syntax/printer"
	"snag/analyze/regex/transform"
)

// TestTransform prints what the transformations make of patterns, "" where they refuse.
func TestTransform(t *testing.T) {
	inlined := func(tree *syntax.Tree) *syntax.Node { return transform.Inlined(tree, tree.Root, nil) }
	isolated := func(tree *syntax.Tree) *syntax.Node {
		n, _ := transform.Isolated(tree.Root)
		return n
	}
	narrowed := func(tree *syntax.Tree) *syntax.Node {
		if narrow, ok := transform.Narrowed(tree); ok {
			return narrow.Root
		}
		return nil
	}
	committed := func(tree *syntax.Tree) *syntax.Node {
		if short, ok := transform.Committed(tree, syntax.Search); ok {
			return short.Root
		}
		return nil
	}
	referred := func(tree *syntax.Tree) *syntax.Node {
		if free, ok := transform.Referred(tree); ok {
			return free.Root.Subs[0]
		}
		return nil
	}
	settled := func(tree *syntax.Tree) *syntax.Node {
		if other, ok := transform.Settled(tree, syntax.Search); ok {
			return other.Root
		}
		return nil
	}
	for _, test := range []struct {
		name          string
		of            func(*syntax.Tree) *syntax.Node
		pattern, want string
	}{
		{"inlined", inlined, `(?<n>ab)\g<n>+`, `(?<n>ab)(?<n>ab)+`},
		{"inlined", inlined, `(?<n>a\g<n>?)`, `(?<n>a(?<n>a\g<n>?)?)`},
		{"isolated", isolated, `^(a+)(?=b)\b`, `a+`},
		{"isolated", isolated, `(?>a(?=b)|a)c`, `(?:a|a)c`},
		{"isolated", isolated, `(a)\1`, ``},
		{"narrowed", narrowed, `(\w)\1+`, `([01])\1+`},
		{"narrowed", narrowed, `([ab\d])\1+b`, `([01b])\1+b`},
		{"narrowed", narrowed, `(\w)a\1`, ``},
		{"narrowed", narrowed, `\w+`, ``},
		{"committed", committed, `(?:ab)+?c*`, `(?:ab){1}?c*`},
		{"committed", committed, `a*?b`, ``},
		{"committed", committed, `(?=a??)a??b`, `(?=)a??b`},
		{"committed", committed, `(?:a+?)?(?<=bc)a+?c`, ``},
		{"committed", committed, `(?:a??|b)*`, ``},
		{"committed", committed, `(?>a*?(b)??)\1`, `(?>(b)??)\1`},
		{"settled", settled, `(?=((?=(a+))\2.*))\1b`, `(?>a++.*)b`},
		{"settled", settled, `(?=(a+))\1\1`, ``},
		{"settled", settled, `(?=(a+)b)\1`, ``},
		{"settled", settled, `(?<=^|\G)a`, `(?<=^|\A)a`},
		{"settled", settled, `(a)b|c\1`, `(a)b|c[^\s\S]`},
		{"settled", settled, `(?:(a)b|c\1)*`, ``},
		{"settled", settled, `(?:(a)b|c)\1`, ``},
		{"settled", settled, `(a(?(1)b|c))\1`, `(ac)\1`},
		{"settled", settled, `(a(?(1)b|c))*`, ``},
		{"settled", settled, `(?(1)b|c)(a)`, `c(a)`},
		{"settled", settled, `(a)?(?(1)b|c)`, ``},
		{"referred", referred, `(a+)b\1`, `(a+)ba+`},
		{"referred", referred, `(?:(a)\1)*`, `(?:(a)a)*`},
		{"referred", referred, `(a)*\1`, ``},
		{"referred", referred, `(a|b)(?=\1)`, ``},
		{"referred", referred, `(a(?=b))\1`, ``},
		{"referred", referred, `(a)|b\1`, ``},
	} {
		tree, err := parser.Parse(syntax.Ruby, test.pattern, "")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if n := test.of(tree); n != nil {
			c := *tree
			c.Root = n
			got = printer.Print(&c)
		}
		if got != test.want {
			t.Errorf("%s of %s: got %s, want %s", test.name, test.pattern, got, test.want)
		}
	}
}
