package kotlin

import (
	"strings"
	"testing"

	"snag/analyze/source/tree/descent"
	"snag/analyze/source/tree/treetest"
)

func FuzzParse(f *testing.F) {
	f.Add("class A<T>(@B(c = [d]) val e: F<G>?) : H(i), J by k { init { l } companion object { val m by lazy { n } } fun <O> P.q(vararg r: S = t) = u ?: return }")
	f.Add("when (val a = b) { in c..d, !is E -> f; else -> { throw g } }\nfor ((h, i) in j) k?.let { l -> m!!.takeIf { it in n until o } ?: continue } ?: break")
	f.Add("try { a } catch (b: C) { \"d$e${f ?: \"\"\"g$h\"\"\"}\" } finally { i@ for (j in k) break@i }\nval l get() = if (m) n else object : O { }")
	f.Add("a.run { with(b) { apply { c { d, (e, f): G -> h && (i ?: return@j) } } } } as? K < l > (m) infix n::o += `p q`[r]++")
	f.Fuzz(func(t *testing.T, src string) { treetest.Check(t, []byte(src), Parse) })
}

// TestHostileNesting reads what nests or repeats five thousand times. The tree must not get deep.
func TestHostileNesting(t *testing.T) {
	for _, piece := range []string{
		"(", "[", "{", "a(", "a[", "(a,", "a{", "{a->", "!", "- ", "@A ", "@A(", "a?", "a?:", "a?:return ", "a&&", "a&&(b?:return)&&", "a=", "a+", "a.b", ".b", "()", "[0]",
		"if(a)", "if(a)b else ", "else ", "for(a in b)", "for(a in ", "while(a)", "do ", "a@ ", "fun a(){", "fun a(b:C=", "fun a()=", "class A{", "class A:", "class A:B by ", "object:A{",
		"try{", "try{}catch(a:B){", "when(a){", "when(a){b->", "when{a->b;", "when(a){in ", "a.let{", "a?.let{", "a.run{", "with(a){", "a.takeIf{", "a?.also{b->", "run{", "a<", "A<b,", "a<b>(",
		"a as ", "a is ", "a in ", "a in b..", "a in 1..2 ", "val a=", "val a by ", "val a:A<", "val a get()=", "import a.", "enum class a{b(", "...", "a,", "a;", "a\n", ")", "]", "}", ">", "/",
		"init{", "a?.", "->", "a to ", "a!!", "a!!.", "::", "a::", "return ", "throw ", "\"${", "\"", "'", "\"$a", "\"\"\"", "`", "public ", "data ", "data\n", "suspend ", "fun <T>", "fun A.",
		"constructor(", "constructor():", "companion object{", "a b ", "a b\n", "(A)->", "val a:(A)->", "a{}{}", "a{}", "return@a ", "this@", "it{", "a{it", "*", "a(*", "a(b=", "where ", "by ",
	} {
		src := strings.Repeat(piece, 5_000)
		if depth := treetest.Depth(Parse([]byte(src))); depth > 60*descent.MaxDepth {
			t.Errorf("five thousand %q make a tree that is %d deep", piece, depth)
		}
		inside := "class A { fun a() { " + src
		if depth := treetest.Depth(Parse([]byte(inside))); depth > 60*descent.MaxDepth {
			t.Errorf("five thousand %q in a function make a tree that is %d deep", piece, depth)
		}
	}
}
