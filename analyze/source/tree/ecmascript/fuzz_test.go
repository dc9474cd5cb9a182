package ecmascript_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
	"snag/analyze/source/tree/descent"
	"snag/analyze/source/tree/ecmascript"
	"snag/analyze/source/tree/treetest"
	"snag/probe/snagtest"
)

// BenchmarkParse reads a service ten times over, with its tokens.
func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("../../../../testdata/block/server.js")
	if err != nil {
		b.Fatal(err)
	}
	l, _ := extract.ByPath("a.js")
	src = bytes.Repeat(src, 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		ecmascript.Parse(src, l)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("const {a = `x${b}`} = c => d ? (e) : <f g={h}>i</f>", uint8(0))
	f.Add("@a class B<C> extends D<E>() { private f<G>(@h() i?: J = k!): asserts l is m {} }", uint8(1))
	f.Add("for await (const a of b) switch (c) { case /d/: continue; default: try {} finally {} }", uint8(2))
	f.Add("<script>a</script><script lang=ts>b as c</script>", uint8(3))
	names := []string{"a.js", "a.ts", "a.tsx", "a.vue"}
	f.Fuzz(func(t *testing.T, src string, which uint8) {
		l, _ := extract.ByPath(names[int(which)%len(names)])
		treetest.Check(t, []byte(src), func(src []byte) *tree.File { return ecmascript.Parse(src, l) })
	})
}

// TestHostileNesting reads what nests or repeats twenty thousand times. The tree must not get deep.
func TestHostileNesting(t *testing.T) {
	for _, piece := range []string{
		"(", "[", "{", "a(", "a[", "(a,", "{a:", "`${", "<a>", "<a b={", "x=>", "x=>{", "!", "- ", "await ", "new ", "a?", "a?b:", "a**",
		"a=", "a+", "a.b", "(a).b(", ".b", "()", "[0]", "`x`", "if(a)", "else ", "for(;;)", "a:", "function f(){", "function f(a=", "class A{",
		"class A extends ", "@a ", "@a(", "{a(){", "try{", "switch(a){case b:", "do ", "yield ", "a<", "a<b>(", "<T>(", "async <T>(", "a as b<",
		"let a:", "let a:(", "let a: x|", "(a):", "a?(b):", "a?(b):c=>", "namespace a.", "namespace a{", "export ", "declare ", "a is ",
		"type a=b<", "type a=(b)=>", "enum a{b=", "import ", "...", "a,", "a;", "x extends a?", "var a=", "a\n", ")", "]", "}", "</a>", ">", "/", "static{",
		"a?.", "import(", "=>", "case ", "async(", "async ", "get ", "#a ", "a!", "a++ ", "typeof ", "<", "a satisfies b ", "a instanceof ",
	} {
		for _, name := range []string{"a.tsx", "a.js", "a.ts"}[:snagtest.Sized(1, 3)] {
			src := strings.Repeat(piece, 20_000)
			if depth := treetest.Depth(read(t, name, src)); depth > 60*descent.MaxDepth {
				t.Errorf("%s: twenty thousand %q make a tree that is %d deep", name, piece, depth)
			}
		}
	}
}
