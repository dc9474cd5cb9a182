package ruby

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"snag/analyze/source/tree"
	"snag/analyze/source/tree/treetest"
)

func TestParse(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"module A; class B::C < D::E\n  include F\n  attr_accessor :x\n  X = /a+/i\n  def initialize(a, b = 1, *c, d:, e: 2, **f, &g) @a = a; super end\n  def self.s; new; end\n  class << self\n    def t = 1\n  end\n  def v=(w) @v = w end\n  private\n  def p; if @a then b else c end; end\nend end",
			`(define (class "A" ["B::C" static =(class (class "B::C" <(name "D::E") <(name "F") ["x" (method "x" (block (return (member "@x" (this)))))] ["x" (setter "x" [(name "value")] (block (expression (assign "=" (member "@x" (this)) (name "value")))))] ["X" static =(regex "i")] ["initialize" (constructor "initialize" [(name "a")] [(name "b") =(number "1")] [(name "c") rest] [(name "d")] [(name "e") =(number "2")] [(name "f") keywords] [(name "g") block] (block (expression (assign "=" (member "@a" (this)) (name "a"))) (expression (call (super)))))] ["s" static (method "s" static (block (return (call (name "new")))))] ["t" static (method "t" static (block (return (number "1"))))] ["v" (setter "v" [(name "w")] (block (expression (assign "=" (member "@v" (this)) (name "w")))))] ["p" (method "p" private (block (if (member "@a" (this)) (block (return (call (name "b")))) (block (return (call (name "c")))))))]))]))`},
		{"x = params[:q]; y = x; z; x.foo&.bar(1, k: 2, \"a\" => 3, :b => 4) { |u, (v, w), *r| u }",
			`(expression (assign "=" (name "x") (index (call (name "params")) (string "q")))) (expression (assign "=" (name "y") (name "x"))) (expression (call (name "z"))) (expression (call (member "bar" (call (member "foo" (name "x")))) (number "1") (keyword "k" (number "2")) (object (pair "a" - (number "3"))) (keyword "b" (number "4")) (function (arrow [(name "u")] [(array (name "v") (name "w"))] [(name "r") rest] (block (return (name "u")))))))`},
		{"puts \"a#{x}b\", 'c' \"d\", :e, %w[f g] unless foo? x",
			`(if (unary "!" (call (name "foo?") (call (name "x")))) (block (expression (call (name "puts") (template (string "a") (call (name "x")) (string "b")) (string "cd") (string "e") (array (string "f") (string "g"))))) -)`},
		{"return if s.length > 10\nraise ArgumentError, \"x\" unless y\na or raise \"b\"\na and return",
			`(if (binary ">" (call (member "length" (call (name "s")))) (number "10")) (block (return)) -) (if (unary "!" (call (name "y"))) (block (throw (name "ArgumentError") (string "x"))) -) (if (unary "!" (call (name "a"))) (throw (string "b")) -) (if (call (name "a")) (return) -)`},
		{"with_options if: :x? do\n  y\nend\nfoo if a",
			`(expression (call (name "with_options") (keyword "if" (string "x?")) (function (arrow (block (return (call (name "y")))))))) (if (call (name "a")) (block (expression (call (name "foo")))) -)`},
		{"case x\nwhen \"a\", *B then 1\nwhen /r/ then 2\nelse 3\nend",
			`(switch (call (name "x")) (case (block (expression (number "1"))) (string "a") (spread (name "B"))) (case (block (expression (number "2"))) (regex)) (case (block (expression (number "3")))))`},
		{"v = if a then b else c end\nw = case a when 1 then 2 end\ndef f; case x when 1 then 2 else 3 end; end",
			`(expression (assign "=" (name "v") (conditional (call (name "a")) (call (name "b")) (call (name "c"))))) (expression (assign "=" (name "w") (call (function (arrow (block (switch (call (name "a")) (case (block (return (number "2"))) (number "1"))))))))) (define (plain "f" (block (switch (call (name "x")) (case (block (return (number "2"))) (number "1")) (case (block (return (number "3"))))))))`},
		{"begin\n  a\nrescue B, C => e\n  d\nelse\n  f\nensure\n  g\nend",
			`(try (block (block (expression (call (name "a")))) (block (expression (call (name "f"))))) (block (expression (call (name "g")))) (catch (name "e") (block (expression (call (name "d"))))))`},
		{"while a do b end\nuntil c; d; end\nfor i, j in k do l end\nbegin; m; end while n",
			`(loop (call (name "a")) (block (expression (call (name "b")))) -) (loop (unary "!" (call (name "c"))) (block (expression (call (name "d")))) -) (for-each (array (name "i") (name "j")) (call (name "k")) (block (expression (call (name "l"))))) (loop "do" (call (name "n")) (block (block (expression (call (name "m"))))) -)`},
		{"a, (b, *c) = d, e\n*f, g = h\ni ||= 1\n@j, k.l, m[0] = *n",
			`(expression (assign "=" (array (name "a") (array (name "b") (spread (name "c")))) (array (call (name "d")) (call (name "e"))))) (expression (assign "=" (array (spread (name "f")) (name "g")) (call (name "h")))) (expression (assign "||=" (name "i") (number "1"))) (expression (assign "=" (array (member "@j" (this)) (member "l" (call (name "k"))) (index (call (name "m")) (number "0"))) (array (spread (call (name "n"))))))`},
		{"s[0, 10]; s[1..3]; s[0...n]; s[-5..]; s =~ /x#{y}/mi; s !~ %r{z}",
			`(expression (slice "length" (call (name "s")) (number "0") (number "10"))) (expression (slice (call (name "s")) (number "1") (number "4"))) (expression (slice (call (name "s")) (number "0") (call (name "n")))) (expression (slice (call (name "s")) (unary "-" (number "5")) -)) (expression (binary "=~" (call (name "s")) (regex "mi" (call (name "y"))))) (expression (binary "!~" (call (name "s")) (regex)))`},
		{"foo a, b do |c| next 1 if c; c end\nbar = ->(q, r = 1) { q }\nbaz { it + 1 }",
			`(expression (call (name "foo") (call (name "a")) (call (name "b")) (function (arrow [(name "c")] (block (if (name "c") (block (return (number "1"))) -) (return (name "c"))))))) (expression (assign "=" (name "bar") (function (arrow [(name "q")] [(name "r") =(number "1")] (block (return (name "q"))))))) (expression (call (name "baz") (function (arrow [(name "it")] (block (return (binary "+" (name "it") (number "1"))))))))`},
		{"Async { |t| a }\nSync do b end\nwhile A do c end\nputs B { d }",
			`(expression (call (name "Async") (function (arrow [(name "t")] (block (return (call (name "a")))))))) (expression (call (name "Sync") (function (arrow (block (return (call (name "b")))))))) (loop (name "A") (block (expression (call (name "c")))) -) (expression (call (name "puts") (call (name "B") (function (arrow (block (return (call (name "d")))))))))`},
		{"x ? y : z\nt = a ? b.c : \"d\"\nh = { a: 1, \"b\": 2, :c => 3, \"d\" => 4, e => 5, **f, g: }",
			`(expression (conditional (call (name "x")) (call (name "y")) (call (name "z")))) (expression (assign "=" (name "t") (conditional (call (name "a")) (call (member "c" (call (name "b")))) (string "d")))) (expression (assign "=" (name "h") (object (pair "a" - (number "1")) (pair "b" - (number "2")) (pair "c" - (number "3")) (pair "d" - (number "4")) (pair (call (name "e")) (number "5")) (spread "**" (call (name "f"))) (pair "g" - (call (name "g"))))))`},
		{"t = <<~T + \"u\"\n  a #{b}\n    c\nT\nq = <<-'R'\n  x\\n\n  R",
			`(expression (assign "=" (name "t") (binary "+" (template (string "a ") (call (name "b")) (string "\n  c\n")) (string "u")))) (expression (assign "=" (name "q") (string "  x\\n\n")))`},
		{"yield a; yield; defined? b; !c; not d; -e; $f; @@g; ::H; self; nil; `i`; ?j",
			"(expression (call (name \"yield\") (call (name \"a\")))) (expression (call (name \"yield\"))) (expression (unary \"defined?\" (call (name \"b\")))) (expression (unary \"!\" (call (name \"c\")))) (expression (unary \"!\" (call (name \"d\")))) (expression (unary \"-\" (call (name \"e\")))) (expression (name \"$f\")) (expression (member \"@@g\" (this))) (expression (name \"H\")) (expression (this)) (expression (constant \"null\")) (expression (call (name \"`\") (string \"i\"))) (expression (string \"j\"))"},
		{"case c\nin {name: String => n, age:} if n then p n\nin [x, *] then x\nend",
			`(switch (call (name "c")) (case (block (expression (assign "=" (name "n") (conditional (unknown) (conditional (unknown) (call (name "c")) (index (call (name "c")) (unknown))) (index (conditional (unknown) (call (name "c")) (index (call (name "c")) (unknown))) (unknown))))) (expression (assign "=" (name "age") (conditional (unknown) (conditional (unknown) (call (name "c")) (index (call (name "c")) (unknown))) (index (conditional (unknown) (call (name "c")) (index (call (name "c")) (unknown))) (unknown))))) (if (name "n") (block (expression (call (name "p") (name "n")))) -)) (unknown)) (case (block (expression (assign "=" (name "x") (conditional (unknown) (conditional (unknown) (call (name "c")) (index (call (name "c")) (unknown))) (index (conditional (unknown) (call (name "c")) (index (call (name "c")) (unknown))) (unknown))))) (block (expression (name "x")))) (unknown)))`},
		{"def d; yield 1; rescue; nil; end\nprivate def e = 2\nfoo.each(&:bar)\nx = y rescue z\nx += 1 if a && b || c",
			`(define (plain "d" (block (try (block (return (call (name "yield") (number "1")))) - (catch - (block (return (constant "null")))))))) (expression (call (name "private") (function (plain "e" (block (return (number "2"))))))) (expression (call (member "each" (call (name "foo"))) (unary "&" (string "bar")))) (expression (assign "=" (name "x") (logical "||" (call (name "y")) (call (name "z"))))) (if (logical "||" (logical "&&" (call (name "a")) (call (name "b"))) (call (name "c"))) (block (expression (assign "+=" (name "x") (number "1")))) -)`},
	} {
		got := tree.Print(Parse([]byte(c.src)).Body)
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
		{"x = )\ny(1)", `(expression (assign "=" (name "x") (unknown))) (expression (call (name "y") (number "1")))`, 1},
		{"end\ny(1)", `(expression (call (name "y") (number "1")))`, 3},
		{"def f(a\n  a\nend\ny(1)", ``, -1},
		{"\"a#{b", `(expression (template (string "a") (call (name "b"))))`, 0},
	} {
		f := Parse([]byte(c.src))
		if c.skipped < 0 {
			continue
		}
		if got, want := tree.Print(f.Body), "(plain (block "+c.want+"))"; got != want || f.Skipped != c.skipped {
			t.Errorf("%s\n got %s, %d bytes skipped\nwant %s, %d", c.src, got, f.Skipped, want, c.skipped)
		}
	}
}

// repeated are texts that nest or go on without end when they are repeated.
var repeated = []string{"(", "[", "{", "f(", "x[", "!", "- ", "not ", "a ? b : ", "a ** ", "\"#{", "yield ", "return ", "`", "->(a) { ", "f { ", "f do ", "f { |(", "f a, ", "f g ",
	"x.", "f()", "a + ", "a && ", "a and ", "a = ", "a, ", "if a\n", "if a then ", "if a then elsif b then ", "unless a\n", "while a do ", "case a\nwhen ", "begin\n", "begin rescue ", "def f(a = ",
	"def f\n", "class A < ", "class A\n", "class << self\n", "module A\n", "'a' ", "%w[a] ", "*", ") ", "] ", "} ", "; ", "end ", "<<A\n#{", "<<A.b(<<B)\n", "x::A", "A::", "a => ", "a: ", "**", "&",
	" if a", " rescue b", "in ", "case a\nin [", "alias ", "undef ", "BEGIN {", "for a in ", "..", "/#{", "%r{", ":\"#{", "x&.", "defined? ", "? ", "def a.b = ", "|", "f do |a", "private def f\n", ":", "::"}

func TestHostile(t *testing.T) {
	for _, s := range repeated {
		for _, before := range []string{"", "x = ", "class A\ndef f\n", "f([", "f a, "} {
			treetest.Bounded(t, before+strings.Repeat(s, 10000), Parse)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range repeated {
		f.Add([]byte(strings.Repeat(s, 5)))
	}
	for _, s := range []string{
		"class A < B\n  include C\n  attr_reader :d\n  def e(f, g: 1, *h, &i) = @j&.k(l, m: n) { |o, (p, q)| o[1, 2] }\nend",
		"case a\nwhen 'b', *c then d\nin {e: f, g:} if h then i\nelse j\nend rescue k",
		"x = <<~A + <<-'B' if c\n  d #{e}\nA\n  f\n  B\n*g, h = i ? j : \"k#{l}\"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { treetest.Check(t, src, Parse) })
}

func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("../../extract/testdata/sample.rb")
	if err != nil {
		b.Fatal(err)
	}
	src, _, _ = bytes.Cut(src, []byte("__END__"))
	src = bytes.Repeat(src, 1+1<<20/len(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}
