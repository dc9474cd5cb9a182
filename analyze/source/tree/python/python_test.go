package python_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"snag/analyze/source/tree"
	"snag/analyze/source/tree/python"
	"snag/analyze/source/tree/treetest"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"def f(a, b: str = 'x', /, *args, k=1, **kw) -> int:\n  '''doc'''\n  return a",
			`(define (plain "f" [(name "a")] [(name "b") :(name "str") =(string "x")] [(name "args") rest] [(name "k") =(number "1")] [(name "kw") keywords] :(name "int") (block (return (name "a")))))`},
		{"def f(q: Annotated[str, Query(max_length=50)]): ...",
			`(define (plain "f" [(name "q") :(index (name "Annotated") (array (name "str") (call (name "Query") (keyword "max_length" (number "50")))))] (block (expression (constant)))))`},
		{"class A(B, metaclass=M):\n  x: str = Field(max_length=10)\n  y = z = 1\n  class Meta: w = 2\n  def __init__(self, a):\n    self.a = lambda: self.b\n    def g(): return self\n    def h(self): return self\n  @staticmethod\n  def g(a): pass\n  @classmethod\n  def k(cls): return cls()\n  @property\n  def h(self): return 1\n  @h.setter\n  def h(self, v): pass\n  if x: z = 1",
			`(define (class "A" <(name "B") <(keyword "metaclass" (name "M")) ["x" :(name "str") =(call (name "Field") (keyword "max_length" (number "10")))] ["y" =(number "1")] ["z" =(number "1")] ["Meta" =(class (class "Meta" ["w" =(number "2")]))] ["__init__" (constructor "__init__" [(name "a")] (block (expression (assign "=" (member "a" (this)) (function (arrow (block (return (member "b" (this)))))))) (define (arrow "g" (block (return (this))))) (define (arrow "h" [(name "self")] (block (return (name "self")))))))] ["g" static (method "g" static @(name "staticmethod") [(name "a")] (block))] ["k" static (method "k" static @(name "classmethod") (block (return (call (this)))))] ["h" (getter "h" @(name "property") (block (return (number "1"))))] ["h" (setter "h" @(member "setter" (name "h")) [(name "v")] (block))] (block (if (name "x") (block (expression (assign "=" (name "z") (number "1")))) -))))`},
		{"[f(x) for x in xs if c if d]",
			`(expression (call (member "map" (name "xs")) (function (arrow [(name "x")] (block (if (logical "&&" (name "c") (name "d")) (return (call (name "f") (name "x"))) -))))))`},
		{"{k: f(v) for k, v in d.items() for z in v}",
			`(expression (call (member "flatMap" (call (member "items" (name "d")))) (function (arrow [(array (name "k") (name "v"))] (block (return (call (member "mapEntries" (name "v")) (function (arrow [(name "z")] (block (return (array (name "k") (call (name "f") (name "v"))))))))))))))`},
		{`f'a{x!r:>{w}}b{{' 'c' rf"\d{y:%H:%M}"`,
			`(expression (template (string "a") (name "x") (name "w") (string "b{") (string "c") (string "\\d") (name "y")))`},
		{`x = 'a' r'\n' "\x41\n"`,
			`(expression (assign "=" (name "x") (string "a\\nA\n")))`},
		{"b'\\xff' '\\N{DASH}'",
			`(expression (constant))`},
		{"f'{a = }\\N{EM DASH}{ \n b}'",
			`(expression (template (string "a =") (call (name "repr") (name "a")) (constant) (name "b")))`},
		{"try:\n  a\nexcept E as e:\n  b\nexcept (F, G): c\nelse:\n  d\nfinally:\n  e",
			`(try (block (block (expression (name "a"))) (block (expression (name "d")))) (block (expression (name "e"))) (catch (name "e") (block (expression (name "b")))) (catch - (block (expression (name "c")))))`},
		{"with (open(a) as b, c):\n  d",
			`(with (name "b") (call (name "open") (name "a")) (block (with - (name "c") (block (expression (name "d"))))))`},
		{"async def f():\n  async with a: return await b",
			`(define (plain "f" async (block (with - (name "a") (block (return (await (name "b"))))))))`},
		{"match x:\n  case 'a' | 'b': f()\n  case [a, *rest] if a: g()\n  case {'k': v}: h\n  case Foo(x=1, y=z) as q: i\n  case str(s): j\n  case _: k",
			`(switch (name "x") (case (block (expression (call (name "f")))) (string "a") (string "b")) (case (block (expression (assign "=" (array (name "a") (spread (name "rest"))) (name "x"))) (block (if (name "a") (block (expression (call (name "g")))) -))) (unknown)) (case (block (expression (assign "=" (object (pair "k" - (name "v"))) (name "x"))) (block (expression (name "h")))) (unknown)) (case (block (expression (assign "=" (name "q") (name "x"))) (expression (assign "=" (object (pair "y" - (name "z"))) (name "x"))) (block (expression (name "i")))) (unknown (number "1"))) (case (block (expression (assign "=" (name "s") (name "x"))) (block (expression (name "j")))) (unknown)) (case (block (expression (name "k")))))`},
		{"if 0 < len(s) < 10 and not a or b is not None: pass\nelif c not in z: y\nelse: w",
			`(if (logical "||" (logical "&&" (logical "&&" (binary "<" (number "0") (call (name "len") (name "s"))) (binary "<" (call (name "len") (name "s")) (number "10"))) (unary "!" (name "a"))) (binary "!=" (name "b") (constant "null"))) (block) (if (unary "!" (binary "in" (name "c") (name "z"))) (block (expression (name "y"))) (block (expression (name "w")))))`},
		{"import a.b, c as d\nfrom . import x\nfrom ..a.b import (c as d, e,)\nfrom q import *",
			`(import "a" (import-name "*" (name "a"))) (import "a.b") (import "c" (import-name "*" (name "d"))) (import "." (import-name "x" (name "x"))) (import "..a.b" (import-name "c" (name "d")) (import-name "e" (name "e"))) (import "q" (import-name "*"))`},
		{"print 'a', b\nprint >>f, x\nexec code in ns\ntry: x\nexcept E, e: y\na <> `b`",
			`(expression (call (name "print") (string "a") (name "b"))) (expression (call (name "print") (name "f") (name "x"))) (expression (call (name "exec") (name "code") (name "ns"))) (try (block (expression (name "x"))) - (catch (name "e") (block (expression (name "y"))))) (expression (binary "!=" (name "a") (call (name "repr") (name "b"))))`},
		{"a[1:2], a[::-1], a[1,2:3]",
			`(expression (array (slice (name "a") (number "1") (number "2")) (slice (name "a") - - (unary "-" (number "1"))) (index (name "a") (array (number "1") (unknown (number "2") (number "3"))))))`},
		{"x = lambda a, *b: a if b else c",
			`(expression (assign "=" (name "x") (function (arrow [(name "a")] [(name "b") rest] (block (return (conditional (name "b") (name "a") (name "c"))))))))`},
		{"assert x, 'm'\nraise E from e\ndel a, b[1]\nglobal g\na += 1\nx: int\nx: int = 3\na = b = c\n(a, b), *c = d",
			`(if (logical "&&" (name "__debug__") (unary "!" (name "x"))) (throw (string "m")) -) (throw (name "E") (name "e")) (expression (unary "delete" (name "a"))) (expression (unary "delete" (index (name "b") (number "1")))) (declare "global" (name "g")) (expression (assign "+=" (name "a") (number "1"))) (expression (cast (name "x") (name "int"))) (expression (assign "=" (name "x") (cast (number "3") (name "int")))) (expression (assign "=" (name "a") (assign "=" (name "b") (name "c")))) (expression (assign "=" (array (array (name "a") (name "b")) (spread (name "c"))) (name "d")))`},
		{"@app.route('/x')\nasync def f():\n  for a, b in x: yield a\n  else: y\n  while (n := g()): pass\n  yield",
			`(define (plain "f" async generator @(call (member "route" (name "app")) (string "/x")) (block (for-each (array (name "a") (name "b")) (name "x") (block (expression (await "yield" (name "a"))))) (if (unknown) (block (expression (name "y")))) (loop (assign "=" (name "n") (call (name "g"))) (block) -) (expression (await "yield" (constant "null"))))))`},
		{"super(A, self).__init__(a, *b, k=c, **d)",
			`(expression (call (member "__init__" (super)) (name "a") (spread (name "b")) (keyword "k" (name "c")) (spread "**" (name "d"))))`},
		{"-a ** -b * c @ d",
			`(expression (binary "@" (binary "*" (unary "-" (binary "**" (name "a") (unary "-" (name "b")))) (name "c")) (name "d")))`},
		{"{**a, 'b': 1, c: 2}, {1, *d}, [], (), (a,), (a), ...",
			`(expression (array (object (spread "**" (name "a")) (pair "b" - (number "1")) (pair (name "c") (number "2"))) (array (number "1") (spread (name "d"))) (array) (array) (array (name "a")) (name "a") (constant)))`},
		{`x if y else z; "doc"; 1.0.real`,
			`(expression (conditional (name "y") (name "x") (name "z"))) (expression (member "real" (number "1.0")))`},
		{"type X[T] = list[T]\ndef f[T: int](a): global b",
			`(expression (assign "=" (name "X") (index (name "list") (name "T")))) (define (plain "f" [(name "a")] (block (declare "global" (name "b")))))`},
		{"class A:\n  def f(self):\n    class B:\n      def g(self): yield lambda: self\n    yield lambda x: x",
			`(define (class "A" ["f" (method "f" generator (block (define (class "B" ["g" (method "g" generator (block (expression (await "yield" (function (arrow (block (return (this)))))))))])) (expression (await "yield" (function (arrow [(name "x")] (block (return (name "x")))))))))]))`},
	} {
		got := tree.Print(python.Parse([]byte(c.src)).Body)
		if want := "(plain (block " + c.want + "))"; got != want {
			t.Errorf("%s\n got %s\nwant %s", c.src, got, want)
		}
	}
}

// TestParseIncomplete checks that what stands behind a fault is read.
func TestParseIncomplete(t *testing.T) {
	for _, c := range []struct {
		src, want string
		skipped   int
	}{
		{"x = ) 3\ny()", `(expression (assign "=" (name "x") (unknown))) (expression (call (name "y")))`, 3},
		{"def f(a, 3, b):\n  return a\ny()", `(define (plain "f" [(name "a")] (block (return (name "a"))))) (expression (call (name "y")))`, 4},
		{"f(a b, c)\ny()", `(expression (call (name "f") (name "a"))) (expression (call (name "y")))`, 4},
		{"if x\n  y()\nz()", `(if (name "x") (block (expression (call (name "y")))) -) (expression (call (name "z")))`, 0},
		{"class :\n  def f(self): self\nz", `(define (class ["f" (method "f" (block (expression (this))))])) (expression (name "z"))`, 0},
		{"  x()\n y()\nz()", `(expression (call (name "x"))) (expression (call (name "y"))) (expression (call (name "z")))`, 0},
		{"else: x()\ny()", `(expression (call (name "y")))`, 9},
		{"[f(x) for x]; y()", `(expression (call (member "map" (unknown)) (function (arrow [(name "x")] (block (return (call (name "f") (name "x")))))))) (expression (call (name "y")))`, 0},
		{"f'{x", `(expression (template (name "x")))`, 0},
		{"'x", ``, 0},
	} {
		f := python.Parse([]byte(c.src))
		got, want := tree.Print(f.Body), strings.TrimSuffix("(plain (block "+c.want, " ")+"))"
		if got != want || f.Skipped != c.skipped {
			t.Errorf("%s\n got %s, %d bytes skipped\nwant %s, %d", c.src, got, f.Skipped, want, c.skipped)
		}
	}
}

// TestRanges checks which text the nodes of some kinds stand for.
func TestRanges(t *testing.T) {
	src := "re.match(('a' \n 'b'), (x + y) . z (1, ) [ 2 ], *w, k=[a for a in b]); f(a for a in b)"
	want := []string{
		"call re.match(('a' \n 'b'), (x + y) . z (1, ) [ 2 ], *w, k=[a for a in b])", "member re.match", "name re", "string 'a' \n 'b'",
		"index (x + y) . z (1, ) [ 2 ]", "call (x + y) . z (1, )", "member (x + y) . z", "binary x + y", "name x", "name y", "number 1", "number 2",
		"spread *w", "name w", "keyword k=[a for a in b]", "call [a for a in b]",
		"member b", "name b", "name a", "name a",
		"call f(a for a in b)", "name f", "call a for a in b", "member b", "name b", "name a", "name a",
	}
	var got []string
	tree.Nodes(python.Parse([]byte(src)), func(n *tree.Node) {
		switch n.Op {
		case tree.Call, tree.Member, tree.Name, tree.String, tree.Number, tree.Index, tree.Binary, tree.Spread, tree.Keyword:
			got = append(got, fmt.Sprint(n.Op, " ", src[n.Start:n.End]))
		}
	})
	if !slices.Equal(got, want) {
		t.Errorf("%s\n got %q\nwant %q", src, got, want)
	}
}

// hostile are texts that nest or go on without end.
func hostile(n int) []string {
	r := strings.Repeat
	var blocks, lists strings.Builder
	for i := range n / 100 {
		blocks.WriteString(r(" ", i%400) + "if x:\n")
	}
	for _, s := range []string{"(", "[", "{", "f(", "{a:", "x[", "lambda: ", "not ", "- ", "a if b else ", "a ** ", "await ", "f'{", "yield ", "`", "(lambda x: ", "[x for x in "} {
		lists.WriteString(s)
	}
	all := []string{blocks.String(), r("x\n", n), "match x:\n" + r(" case [[[[[a]]]]] as b:\n  c\n", n/10), r("match ", n), r("match x;", n), r("match x:\n", n/10)}
	for _, s := range []string{"(", "[", "{", "f(", "{a:", "x[", "lambda: ", "not ", "- ", "a if b else ", "a ** ", "await ", "f'{", "yield ", "`", "[x for x in ", "with (",
		"x.", "f()", "a + ", "a < ", "a and ", "a = ", "a, ", "x for x in y ", "@a\n", "with a, ", "def f(a=", "class A(", "'a' ", "if a: ", "try: ", "a.b(", "f'{x}' ", "import a.", "*", "async ", ") ", "] ", ";", "elif x:\n x\n", "with (a;"} {
		all = append(all, r(s, n), "x = "+r(s, n), "if x:\n x\n"+r(s, n), "[a "+r(s, n))
	}
	return append(all, r(lists.String(), n/30))
}

// TestHostile checks that trees stay flat, whatever is read.
func TestHostile(t *testing.T) {
	for _, src := range hostile(20000) {
		treetest.Bounded(t, src, python.Parse)
	}
}

func FuzzParse(f *testing.F) {
	for _, src := range hostile(6) {
		f.Add([]byte(src))
	}
	for _, src := range []string{
		"class A(B):\n  x: int = f'{a!r:{b}}' 'c'\n  def f(self, /, *a, b=1, **c): yield self.x[1:2]",
		"match x:\n  case {'a': [b, *_]} | C(d=1) as e if f: pass\nwith (a as b, c): d",
		"try:\n  a\nexcept* E as e: b\nelse: c\nfinally: d",
		"print >>f, `x`; exec a in b\n\tx = lambda (a, b): {**a, 'b': c for c in d}",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) { treetest.Check(t, src, python.Parse) })
}

func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("../../extract/testdata/sample.py")
	if err != nil {
		b.Fatal(err)
	}
	src = bytes.Repeat(src, 1+1<<20/len(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		python.Parse(src)
	}
}
