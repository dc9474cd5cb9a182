package syntax

import "testing"

// checkTree checks what every tree promises: spans in range and in their parent's, captures
// numbered in order and bounded by GroupLo and GroupHi, operands where the operator has them.
func checkTree(t *testing.T, tree *Tree) {
	t.Helper()
	if len(tree.Names) != tree.Groups {
		t.Fatalf("%d names for %d captures", len(tree.Names), tree.Groups)
	}
	next := 1
	var check func(n, parent *Node)
	check = func(n, parent *Node) {
		if n.Span.Start < parent.Span.Start || n.Span.End > parent.Span.End || n.Span.Start > n.Span.End {
			t.Fatalf("/%s/%s: %s at %v is not inside %s at %v", string(tree.Source), tree.Flags, n, n.Span, parent, parent.Span)
		}
		if n.GroupLo < parent.GroupLo || n.GroupHi > parent.GroupHi || n.GroupLo > n.GroupHi || n.GroupLo != next {
			t.Fatalf("/%s/%s: %s has captures %d to %d, expected from %d and inside %d to %d",
				string(tree.Source), tree.Flags, n, n.GroupLo, n.GroupHi, next, parent.GroupLo, parent.GroupHi)
		}
		if n.Op == OpGroup && n.Index > 0 {
			if n.Index != next || tree.Names[n.Index-1] != n.Name {
				t.Fatalf("/%s/%s: %s should be %d <%s>", string(tree.Source), tree.Flags, n, next, tree.Names[n.Index-1])
			}
			next++
		}
		switch n.Op {
		case OpConcat, OpAlternate:
			if len(n.Subs) < 2 {
				t.Fatalf("/%s/%s: %s has %d operands", string(tree.Source), tree.Flags, n, len(n.Subs))
			}
		case OpRepeat, OpGroup, OpLook:
			if len(n.Subs) != 1 {
				t.Fatalf("/%s/%s: %s has %d operands", string(tree.Source), tree.Flags, n, len(n.Subs))
			}
		case OpBackref:
			if len(n.Refs) == 0 {
				t.Fatalf("/%s/%s: %s refers to nothing", string(tree.Source), tree.Flags, n)
			}
			for _, i := range n.Refs {
				if i < 1 || i > tree.Groups {
					t.Fatalf("/%s/%s: %s of %d captures", string(tree.Source), tree.Flags, n, tree.Groups)
				}
			}
		}
		if n.Op == OpRepeat && (n.Min < 0 || n.Min > MaxRepeat || n.Max > MaxRepeat || n.Max != Unbounded && n.Max < n.Min) {
			t.Fatalf("/%s/%s: %s", string(tree.Source), tree.Flags, n)
		}
		for i, r := range n.Set {
			if r.Lo > r.Hi || r.Lo < 0 || r.Hi > 0x10FFFF || !tree.ByCodePoint && r.Hi > 0xFFFF || i > 0 && r.Lo <= n.Set[i-1].Hi+1 {
				t.Fatalf("/%s/%s: %v is not normal", string(tree.Source), tree.Flags, n.Set)
			}
		}
		for _, sub := range n.Subs {
			check(sub, n)
		}
		if next != n.GroupHi {
			t.Fatalf("/%s/%s: %s ends before capture %d, not %d", string(tree.Source), tree.Flags, n, next, n.GroupHi)
		}
	}
	check(tree.Root, &Node{Span: Span{0, len(tree.Source)}, GroupLo: 1, GroupHi: tree.Groups + 1})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []struct{ pattern, flags string }{
		{`(\/.+)+$`, ""}, {`(?<a>x)|(?<a>y)\k<a>`, "i"}, {`[\w-a\cA]{2,3}?\08`, "gi"},
		{`[[a-z]--\q{a|bc}&&\p{L}]`, "v"}, {`(?i-m:\u{1F600}^\b)`, "mu"}, {"\xed\xa0\xbd[😀-\xed\xb8\x80]", "u"},
		{`(?=a)*(?<!b)\1()`, ""}, {`\p{RGI_Emoji}`, "iv"}, {`(?<=\p{Emoji_Keycap_Sequence})`, "v"},
	} {
		f.Add(seed.pattern, seed.flags)
	}
	f.Fuzz(func(t *testing.T, pattern, flags string) {
		tree, err := JavaScript.Parse(pattern, flags)
		if err != nil {
			e := err.(*Error)
			if e.Pos < 0 || e.Pos > len(pattern)+len(flags) || e.Msg == "" {
				t.Fatalf("/%s/%s: %+v", pattern, flags, e)
			}
			return
		}
		checkTree(t, tree)
		checkPrint(t, tree)
		Dump(tree)
	})
}

// TestTreesOfCorpora checks the trees of all valid patterns of the JavaScript corpora.
func TestTreesOfCorpora(t *testing.T) {
	for _, name := range []string{"syntax-javascript.jsonl", "real-javascript.jsonl"} {
		for _, row := range corpus(t, name) {
			if tree, err := JavaScript.Parse(string(row.Pattern), row.Flags); err == nil {
				checkTree(t, tree)
			}
		}
	}
}
