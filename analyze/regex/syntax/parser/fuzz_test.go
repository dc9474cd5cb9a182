package parser

import (
	"math/rand/v2"
	"strings"
	"testing"

	"snag/analyze/regex/syntax"
	"snag/analyze/regex/syntax/syntaxtest"
)

// checkTree checks what every tree promises: spans in range and in their parent's, captures
// numbered in order and bounded by GroupLo and GroupHi, operands where the operator has them.
func checkTree(t *testing.T, tree *syntax.Tree) {
	t.Helper()
	if len(tree.Names) != tree.Groups {
		t.Fatalf("%d names for %d captures", len(tree.Names), tree.Groups)
	}
	// Numbers that follow the order of the pattern; .NET and branch resets have others.
	ordered := tree.Dialect != syntax.DotNet && tree.Dialect != syntax.PCRE && tree.Dialect != syntax.Perl
	next := 1
	var check func(n, parent *syntax.Node)
	check = func(n, parent *syntax.Node) {
		if n.Span.Start < parent.Span.Start || n.Span.End > parent.Span.End || n.Span.Start > n.Span.End {
			t.Fatalf("/%s/%s: %s at %v is not inside %s at %v", string(tree.Source), tree.Flags, syntaxtest.Describe(n), n.Span, syntaxtest.Describe(parent), parent.Span)
		}
		empty := !ordered && n.GroupLo == n.GroupHi
		if !empty && (n.GroupLo < parent.GroupLo || n.GroupHi > parent.GroupHi || n.GroupLo > n.GroupHi || ordered && n.GroupLo != next) {
			t.Fatalf("/%s/%s: %s has captures %d to %d, expected from %d and inside %d to %d",
				string(tree.Source), tree.Flags, syntaxtest.Describe(n), n.GroupLo, n.GroupHi, next, parent.GroupLo, parent.GroupHi)
		}
		if n.Op == syntax.OpGroup && n.Index > 0 {
			if ordered && n.Index != next || n.Index > tree.Groups || ordered && tree.Names[n.Index-1] != n.Name {
				t.Fatalf("/%s/%s: %s should be %d <%s>", string(tree.Source), tree.Flags, syntaxtest.Describe(n), next, tree.Names[n.Index-1])
			}
			next++
		}
		switch n.Op {
		case syntax.OpConcat, syntax.OpAlternate:
			if len(n.Subs) < 2 {
				t.Fatalf("/%s/%s: %s has %d operands", string(tree.Source), tree.Flags, syntaxtest.Describe(n), len(n.Subs))
			}
		case syntax.OpRepeat, syntax.OpGroup, syntax.OpLook, syntax.OpAtomic, syntax.OpAbsent:
			if len(n.Subs) != 1 {
				t.Fatalf("/%s/%s: %s has %d operands", string(tree.Source), tree.Flags, syntaxtest.Describe(n), len(n.Subs))
			}
		case syntax.OpIf:
			if len(n.Refs) == 0 && (len(n.Subs) != 3 || n.Subs[0].Op != syntax.OpLook) || len(n.Refs) > 0 && len(n.Subs) != 2 {
				t.Fatalf("/%s/%s: %s has %d operands", string(tree.Source), tree.Flags, syntaxtest.Describe(n), len(n.Subs))
			}
		case syntax.OpCall:
			if len(n.Refs) != 1 || n.Refs[0] < 0 || n.Refs[0] > tree.Groups {
				t.Fatalf("/%s/%s: %s of %d captures", string(tree.Source), tree.Flags, syntaxtest.Describe(n), tree.Groups)
			}
		case syntax.OpBackref:
			if len(n.Refs) == 0 {
				t.Fatalf("/%s/%s: %s refers to nothing", string(tree.Source), tree.Flags, syntaxtest.Describe(n))
			}
			for _, i := range n.Refs {
				if i < 1 || i > tree.Groups {
					t.Fatalf("/%s/%s: %s of %d captures", string(tree.Source), tree.Flags, syntaxtest.Describe(n), tree.Groups)
				}
			}
		}
		if n.Op == syntax.OpRepeat && (n.Min < 0 || n.Min > syntax.MaxRepeat || n.Max > syntax.MaxRepeat || n.Max != syntax.Unbounded && n.Max < n.Min) {
			t.Fatalf("/%s/%s: %s", string(tree.Source), tree.Flags, syntaxtest.Describe(n))
		}
		for i, r := range n.Set {
			if r.Lo > r.Hi || r.Lo < 0 || r.Hi > 0x10FFFF || !tree.ByCodePoint && r.Hi > 0xFFFF || tree.ByByte && r.Hi > 0xFF || i > 0 && r.Lo <= n.Set[i-1].Hi+1 {
				t.Fatalf("/%s/%s: %v is not normal", string(tree.Source), tree.Flags, n.Set)
			}
		}
		for _, sub := range n.Subs {
			check(sub, n)
		}
		if ordered && next != n.GroupHi {
			t.Fatalf("/%s/%s: %s ends before capture %d, not %d", string(tree.Source), tree.Flags, syntaxtest.Describe(n), next, n.GroupHi)
		}
	}
	check(tree.Root, &syntax.Node{Span: syntax.Span{End: len(tree.Source)}, GroupLo: 1, GroupHi: tree.Groups + 1})
}

func FuzzParse(f *testing.F) {
	for _, seed := range []struct{ pattern, flags string }{
		{`(\/.+)+$`, ""}, {`(?<a>x)|(?<a>y)\k<a>`, "i"}, {`[\w-a\cA]{2,3}?\08`, "gi"},
		{`[[a-z]--\q{a|bc}&&\p{L}]`, "v"}, {`(?i-m:\u{1F600}^\b)`, "mu"}, {"\xed\xa0\xbd[😀-\xed\xb8\x80]", "u"},
		{`(?=a)*(?<!b)\1()`, ""}, {`\p{RGI_Emoji}`, "iv"}, {`(?<=\p{Emoji_Keycap_Sequence})`, "v"},
	} {
		f.Add(uint8(syntax.JavaScript), seed.pattern, seed.flags)
	}
	// Patterns over bytes whose characters are none.
	for _, pattern := range []string{"[\xff]", "[\u0416]", "\u0416", "[^\u0416a]", "[\U0001f600]"} {
		f.Add(uint8(syntax.Python), pattern, "b")
		f.Add(uint8(syntax.Python), pattern, "bi")
	}
	// Texts with other spellings.
	for _, pattern := range []string{"astra", "(?:sst|ß)+", "[^ß]ffi(s)s", "bs(?:tb)", "s(?:)(?:(?:s)s)"} {
		f.Add(uint8(syntax.Ruby), pattern, "i")
		f.Add(uint8(syntax.Perl), pattern, "i")
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range syntax.Dialects() {
		for range 40 {
			f.Add(uint8(d), randomPattern(r), []string{"", "i", "x"}[r.IntN(3)])
		}
		for _, pattern := range setPatterns[d.String()] {
			f.Add(uint8(d), pattern, "i")
		}
	}
	f.Fuzz(func(t *testing.T, dialect uint8, pattern, flags string) {
		d := syntax.Dialect(dialect % uint8(len(syntax.Dialects())))
		tree, err := Parse(d, pattern, flags)
		if err != nil {
			e := err.(*syntax.Error)
			if e.Pos < 0 || e.Pos > len(pattern)+len(flags) || e.Msg == "" {
				t.Fatalf("/%s/%s: %+v", pattern, flags, e)
			}
			return
		}
		checkTree(t, tree)
		syntaxtest.CheckPrint(t, tree, Parse)
		syntaxtest.Dump(tree)
	})
}

// TestRandomTrees checks the trees of random patterns in all dialects, and that they print as what they
// are.
func TestRandomTrees(t *testing.T) {
	for _, d := range syntax.Dialects() {
		t.Run(d.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(d), 3))
			flags := strings.Split(d.FormatFlags(^syntax.Flags(0)), "")
			valid := 0
			for range 1500 {
				f := ""
				for range r.IntN(3) {
					f += flags[r.IntN(len(flags))]
				}
				tree, err := Parse(d, randomPattern(r), f)
				if err != nil {
					continue
				}
				valid++
				checkTree(t, tree)
				syntaxtest.CheckPrint(t, tree, Parse)
				syntaxtest.Dump(tree)
			}
			if valid < 100 {
				t.Errorf("only %d patterns were valid", valid)
			}
		})
	}
}

// TestTreesOfCorpora checks the trees of all valid patterns of the corpora.
func TestTreesOfCorpora(t *testing.T) {
	for _, name := range []string{"syntax-javascript.jsonl", "real-javascript.jsonl"} {
		for _, row := range corpus(t, name) {
			if tree, err := Parse(syntax.JavaScript, string(row.Pattern), row.Flags); err == nil {
				checkTree(t, tree)
			}
		}
	}
	for _, c := range engineCorpora {
		for _, row := range corpus(t, c.file) {
			if tree, err := Parse(c.dialect, string(row.Pattern), row.Flags); err == nil {
				checkTree(t, tree)
			}
		}
	}
}
