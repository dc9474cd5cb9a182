package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// shape writes what the nodes mean, without spans and groups that only bind.
func shape(b *strings.Builder, n *Node) {
	switch n.Op {
	case OpGroup:
		if n.Index == 0 && n.Pop == 0 {
			shape(b, n.Subs[0])
			return
		}
	case OpConcat:
		var parts []string
		for _, sub := range flatten(n, OpConcat) {
			var part strings.Builder
			shape(&part, sub)
			if part.String() != "()" {
				parts = append(parts, part.String())
			}
		}
		switch len(parts) {
		case 0:
			b.WriteString("()")
		case 1:
			b.WriteString(parts[0])
		default:
			b.WriteString("(seq " + strings.Join(parts, " ") + ")")
		}
		return
	case OpEmpty:
		b.WriteString("()")
		return
	}
	fmt.Fprintf(b, "(%d %s %v %d %d %d-%d %v %v %v", n.Op, n, n.Set, n.Fold, n.Index, n.GroupLo, n.GroupHi, n.Negate, n.Pair, n.Inner)
	for _, sub := range flatten(n, OpAlternate) {
		b.WriteByte(' ')
		shape(b, sub)
	}
	b.WriteByte(')')
}

// flatten returns the operands of n, with those of nested nodes of the associative operator op in
// place of the nodes themselves.
func flatten(n *Node, op Op) []*Node {
	if n.Op != op {
		return n.Subs
	}
	var out []*Node
	for _, sub := range n.Subs {
		inner := sub
		for inner.Op == OpGroup && inner.Index == 0 && inner.Pop == 0 {
			inner = inner.Subs[0]
		}
		if inner.Op == op {
			out = append(out, flatten(inner, op)...)
		} else {
			out = append(out, sub)
		}
	}
	return out
}

func shapeOf(n *Node) string {
	var b strings.Builder
	shape(&b, n)
	return b.String()
}

// checkPrint checks that the printed form of a tree means the same and prints as itself.
func checkPrint(t *testing.T, tree *Tree) {
	t.Helper()
	printed := Print(tree)
	again, err := tree.Dialect.Parse(printed, tree.Dialect.FormatFlags(tree.Flags))
	if err != nil {
		t.Fatalf("/%s/%s prints as %q: %v", string(tree.Source), tree.Flags, printed, err)
	}
	if got, want := shapeOf(again.Root), shapeOf(tree.Root); got != want {
		t.Fatalf("/%s/%s prints as %q, which means\n%s, not\n%s", string(tree.Source), tree.Flags, printed, got, want)
	}
	if got := Print(again); got != printed {
		t.Fatalf("/%s/%s prints as %q and that as %q", string(tree.Source), tree.Flags, printed, got)
	}
}

func TestPrint(t *testing.T) {
	tests := []struct{ pattern, flags, want string }{
		{"", "", ""},
		{"a|b|", "", "a|b|"},
		{"(?:a|b)|(?:c)", "", "a|b|c"},
		{"(?:ab)(?:c)", "", "abc"},
		{"(?:ab)*(?:c)?(?:a|b)+?", "", "(?:ab)*c?(?:a|b)+?"},
		{"(?:a*)*", "", "(?:a*)*"},
		{"(?:)*", "", "(?:)*"},
		{"(?=a)*", "", "(?:(?=a))*"},
		{"(a)(?<n>b)\\1\\k<n>", "", `(a)(?<n>b)\1\k<n>`},
		{"(a)(?:\\1)0", "", `(a)\1[0]`},
		{"a{2}b{2,}c{2,3}d{1}", "", "a{2}b{2,}c{2,3}d{1}"},
		{"[a]", "i", "a"},
		{"[aA]", "", "[Aa]"},
		{"[a-z]", "i", "[A-Za-z]"},
		{"K", "iu", "k"},
		{"[^a]", "", "[^a]"},
		{"[\\s\\S]", "", "[^]"},
		{"[\\s\\S]", "s", "."},
		{"[^\\n\\r\\u2028\\u2029]", "", "."},
		{"[\\w-]", "", `[\w\-]`},
		{"[^\\d\\s]", "", `[^\d\s]`},
		{"[0-9]", "", `\d`},
		{"[]", "", "[]"},
		{"😀", "", `\ud83d\ude00`},
		{"😀", "u", "😀"},
		{"(?:\\ud83d)\\ude00", "u", `\u{d83d}\u{de00}`},
		{"[\\u{d83d}\\u{de00}]", "u", `[\u{d83d}\u{de00}]`},
		{"\\x00\\t\\x7f\\xa0\\u2028é/\\/", "", `\x00\t\x7f\xa0\u2028é\/\/`},
		{"^$\\b\\B", "", `^$\b\B`},
		{"^$", "m", "^$"},
		{"(?m:^$)^", "", "(?m:^)(?m:$)^"},
		{"(?-m:^)^", "m", "(?-m:^)^"},
		{"(?-i:a)a\\b", "i", `(?-i:a)a\b`},
		{"(?i:\\w\\b)\\b", "u", "[\\w\u017f\u212a](?i:\\b)\\b"},
		{"(a)(?i:\\1)", "", `(a)(?i:\1)`},
		{"(?s:.).", "", "[^]."},
		{"[\\q{ab|ac|x|}]", "v", "a[bc]|x|"},
		{"z[\\q{ab|ac|x|}]", "v", "z(?:a[bc]|x|)"},
		{"[[a-z]--[aeiou]]", "v", "[b-df-hj-np-tv-z]"},
		{"a(?<=b(?!c))(?<!d)", "", "a(?<=b(?!c))(?<!d)"},
	}
	for _, tt := range tests {
		tree, err := JavaScript.Parse(tt.pattern, tt.flags)
		if err != nil {
			t.Errorf("/%s/%s: %v", tt.pattern, tt.flags, err)
			continue
		}
		if got := Print(tree); got != tt.want {
			t.Errorf("/%s/%s prints as %q, want %q", tt.pattern, tt.flags, got, tt.want)
		}
		checkPrint(t, tree)
	}
}

// TestPrintDialectCorpora checks the printer on all valid patterns of the other dialects' corpora.
func TestPrintDialectCorpora(t *testing.T) {
	for _, c := range engineCorpora {
		t.Run(c.file, func(t *testing.T) {
			for _, row := range corpus(t, c.file) {
				if tree, err := c.dialect.Parse(string(row.Pattern), row.Flags); err == nil {
					t.Run("", func(t *testing.T) { checkPrint(t, tree) })
				}
			}
		})
	}
}

// TestPrintCorpora checks the printer on all valid patterns of the JavaScript corpora.
func TestPrintCorpora(t *testing.T) {
	for _, name := range []string{"syntax-javascript.jsonl", "real-javascript.jsonl"} {
		for _, row := range corpus(t, name) {
			if tree, err := JavaScript.Parse(string(row.Pattern), row.Flags); err == nil {
				checkPrint(t, tree)
			}
		}
	}
}

func TestDump(t *testing.T) {
	tree, err := JavaScript.Parse("^(?<n>a+)|[^b]{2,3}?(?!\\k<n>)\n", "m")
	if err != nil {
		t.Fatal(err)
	}
	const want = `alternatives  0-30  ^(?<n>a+)|[^b]{2,3}?(?!\k<n>)␊
  sequence  0-9  ^(?<n>a+)
    start of line  0-1  ^
    capture 1 <n>  1-9  (?<n>a+)
      repeat 1 or more  6-8  a+
        set [a]  6-7  a
  sequence  10-30  [^b]{2,3}?(?!\k<n>)␊
    repeat 2 to 3, lazy  10-20  [^b]{2,3}?
      set [\x00-ac-\uffff]  10-14  [^b]
    negative lookahead  20-29  (?!\k<n>)
      backreference 1 <n>  23-28  \k<n>
    set [\n]  29-30  ␊
`
	if got := Dump(tree); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
