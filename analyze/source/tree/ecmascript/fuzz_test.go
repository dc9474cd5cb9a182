package ecmascript

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"snag/analyze/source/extract"
	"snag/analyze/source/tree"
)

// visitor checks a tree while it goes through it.
type visitor struct {
	t          testing.TB
	src        string
	depth, max int
}

func (v *visitor) nodes(all []*tree.Node) {
	for _, n := range all {
		v.node(n)
	}
}

func (v *visitor) node(n *tree.Node) {
	if n == nil {
		return
	}
	if n.Start < 0 || n.End < n.Start || int(n.End) > len(v.src) {
		v.t.Fatalf("%.80q: %v from %d to %d", v.src, n.Op, n.Start, n.End)
	}
	v.depth++
	v.max = max(v.max, v.depth)
	v.nodes(n.Kids)
	v.function(n.Func)
	if c := n.Class; c != nil {
		v.nodes(c.Bases)
		v.nodes(c.Decorators)
		v.node(c.Body)
		for i := range c.Members {
			m := &c.Members[i]
			v.function(m.Func)
			v.node(m.Value)
			v.node(m.Type)
			v.nodes(m.Decorators)
		}
	}
	v.depth--
}

func (v *visitor) function(f *tree.Func) {
	if f == nil {
		return
	}
	if f.Start < 0 || f.End < f.Start || int(f.End) > len(v.src) {
		v.t.Fatalf("%.80q: function from %d to %d", v.src, f.Start, f.End)
	}
	for i := range f.Params {
		a := &f.Params[i]
		if a.Target == nil {
			v.t.Fatalf("%.80q: a parameter without a target", v.src)
		}
		v.nodes([]*tree.Node{a.Target, a.Default, a.Type})
		v.nodes(a.Decorators)
	}
	v.nodes(f.Decorators)
	v.node(f.Result)
	v.node(f.Body)
}

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
		Parse(src, l)
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
		file := Parse([]byte(src), l)
		v := visitor{t: t, src: src}
		v.function(file.Body)
		if file.Skipped < 0 || file.Skipped > len(src) {
			t.Errorf("%d of %d bytes skipped", file.Skipped, len(src))
		}
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
		for _, name := range []string{"a.js", "a.tsx", "a.ts"} {
			src := strings.Repeat(piece, 20_000)
			v := visitor{t: t, src: src}
			v.function(read(t, name, src).Body)
			if v.max > 60*maxDepth {
				t.Errorf("%s: twenty thousand %q make a tree that is %d deep", name, piece, v.max)
			}
		}
	}
}
