package classes

import (
	"strings"
	"testing"

	"snag/analyze/source/tree/descent"
	"snag/analyze/source/tree/treetest"
)

func FuzzParse(f *testing.F) {
	f.Add("class A<T> { @B(c = {d}) int[] e(final F<G> h) throws I { return (J) k::l; } }", false)
	f.Add("switch (a) { case B c when d -> e; default -> { yield f; } } for (var g : h) try (i) {} catch (J | K l) {}", false)
	f.Add("[A(b: 1)] record C<D>(E f) : G(h) where D : new() { public I? J { get; init; } = $\"k{l:m}\"; }", true)
	f.Add("a switch { B c when d => e, _ => f }; var (g, h) = i?.j[k]!; from l in m where n select o", true)
	f.Fuzz(func(t *testing.T, src string, sharp bool) {
		parse := Java
		if sharp {
			parse = CSharp
		}
		treetest.Check(t, []byte(src), parse)
	})
}

// TestHostileNesting reads what nests or repeats twenty thousand times. The tree must not get deep.
func TestHostileNesting(t *testing.T) {
	for _, piece := range []string{
		"(", "[", "{", "a(", "a[", "(a,", "(A)", "((", "x->", "x=>", "x->{", "x=>{", "!", "- ", "await ", "new ", "new A(", "new A{", "new A(){", "a?", "a?b:",
		"a=", "a+", "a.b", ".b", "()", "[0]", "if(a)", "else ", "for(;;)", "for(A b:", "a:", "A b(){", "A b(C d", "class A{", "class A extends ", "@A ", "@A(", "[A(",
		"try{", "try(A b=", "switch(a){case b:", "switch(a){case b->", "a switch{b=>", "do ", "yield ", "a<", "A<b,", "A<b>(", "<T>", "a as ", "a is ", "a is not ",
		"a instanceof ", "A a=", "A a,", "using(", "using ", "import a.", "namespace a{", "enum a{b(", "...", "a,", "a;", ")", "]", "}", ">", "/", "static{", "a?.", "=>",
		"->", "case ", "async ", "static ", "$\"{", "\"", "'", "$\"{a", "from a in ", "from a in b select ", "a::b", "a::", "int[]", "throw ", "return ", "delegate ",
		"record A(", "public ", "lock(", "#if\n", "a++ ", "a!", "a ??", "(int a,", "(a b,", "A?[", "{get{", "int a{get{",
	} {
		src := strings.Repeat(piece, 20_000)
		if depth := treetest.Depth(Java([]byte(src))); depth > 60*descent.MaxDepth {
			t.Errorf("twenty thousand %q make a tree that is %d deep", piece, depth)
		}
		if depth := treetest.Depth(CSharp([]byte(src))); depth > 60*descent.MaxDepth {
			t.Errorf("twenty thousand %q make a tree of C# that is %d deep", piece, depth)
		}
	}
}
