package php

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
		{"namespace A\\B;\nuse C\\D as E, F;\nuse G\\{H, I\\J as K};\nuse function L\\m;\nabstract class X extends Y implements Z {\n  use T, U { a as b; }\n  const A = 1, B = 2;\n  #[Assert\\Length(max: 10)] private ?string $name = 'x';\n  public static int|null $s;\n  public function __construct(private readonly string $a, &$b = [], ...$c) { parent::__construct($a); }\n  #[Route('/x')] protected static function f(): ?array { return self::$s . static::A . $this->name; }\n}",
			`(import "C" (import-name "D" (name "E"))) (import (import-name "F" (name "F"))) (import "G" (import-name "H" (name "H"))) (import "G\\I" (import-name "J" (name "K"))) (import "L" (import-name "m" (name "m"))) (define (class "A\\B\\X" <(name "Y") <(name "Z") <(name "T") <(name "U") ["A" static =(number "1")] ["B" static =(number "2")] ["name" @(call (name "Assert\\Length") (keyword "max" (number "10"))) :(name "string") =(string "x")] ["s" static :(binary "|" (name "int") (name "null"))] ["__construct" (constructor "__construct" [(name "$a") :(name "string") field] [(name "$b") =(array)] [(name "$c") rest] (block (expression (call (member "__construct" (super)) (name "$a")))))] ["f" static (method "f" static private @(call (name "Route") (string "/x")) :(name "array") (block (return (template (member "s" (this "self")) (member "A" (this)) (member "name" (this))))))]))`},
		{`$a = $_GET['x'] ?? 'y'; $b .= "p $a[k] {$a->b['c']} $o->p ${z} \n" . f() . 'q';`,
			`(expression (assign "=" (name "$a") (logical "??" (index (name "$_GET") (string "x")) (string "y")))) (expression (assign ".=" (name "$b") (template (string "p ") (index (name "$a") (string "k")) (string " ") (index (member "b" (name "$a")) (string "c")) (string " ") (member "p" (name "$o")) (string " ") (name "$z") (string " \n") (call (name "f")) (string "q"))))`},
		{"if ($a): b(); elseif ($c) : d(); else: e(); endif;\nif ($a) b(); else if ($c) d(); else { e(); }",
			`(if (name "$a") (block (expression (call (name "b")))) (if (name "$c") (block (expression (call (name "d")))) (block (expression (call (name "e")))))) (if (name "$a") (block (expression (call (name "b")))) (if (name "$c") (block (expression (call (name "d")))) (block (expression (call (name "e"))))))`},
		{"foreach ($x as $k => $v) { continue 2; }\nfor ($i = 0, $j = 1; $i < 3; $i++) {}\nwhile ($a): break; endwhile;\ndo { } while (!$a instanceof B);",
			`(for-each (array "=>" (name "$k") (name "$v")) (name "$x") (block (continue "2"))) (expression (sequence (assign "=" (name "$i") (number "0")) (assign "=" (name "$j") (number "1")))) (loop (binary "<" (name "$i") (number "3")) (block) (expression (unary "++" (name "$i")))) (loop (name "$a") (block (break)) -) (loop "do" (unary "!" (binary "instanceof" (name "$a") (name "B"))) (block) -)`},
		{"$f = fn(int $x): int => $x * 2 ** 3;\n$g = function ($y) use (&$z) { yield $k => $y; };\nstatic fn() => $this;",
			`(expression (assign "=" (name "$f") (function (arrow [(name "$x") :(name "int")] :(name "int") (block (return (binary "*" (name "$x") (binary "**" (number "2") (number "3"))))))))) (expression (assign "=" (name "$g") (function (arrow generator [(name "$y")] (block (declare "nonlocal" (name "$z")) (expression (await "yield" (name "$y") (name "$k")))))))) (expression (function (plain (block (return (this))))))`},
		{"match (true) { $a > 1, $b => 'x', default => throw new E('y') };\nmatch ($s) { 'p' => 1, };",
			`(expression (conditional (logical "||" (binary ">" (name "$a") (number "1")) (name "$b")) (string "x") (throw (new (name "E") (string "y"))))) (expression (conditional (binary "===" (name "$s") (string "p")) (number "1") (constant "null")))`},
		{"$a or die('x'); exit; $b = (int) @$c ?: new class(1) extends D { public $p; };",
			`(if (unary "!" (name "$a")) (throw (string "x")) -) (throw) (expression (assign "=" (name "$b") (logical "||" (cast (name "$c") (name "int")) (new (class (class <(name "D") ["p"])) (number "1")))))`},
		{"try { a(); } catch (A | B $e) { b(); } catch (C) {} finally { c(); }",
			`(try (block (expression (call (name "a")))) (block (expression (call (name "c")))) (catch (name "$e") (block (expression (call (name "b"))))) (catch - (block)))`},
		{"switch ($a) { case 'x': b(); case 1: return; default: c(); }",
			`(switch (name "$a") (case "falls" (block (expression (call (name "b")))) (string "x")) (case (block (return)) (number "1")) (case "falls" (block (expression (call (name "c"))))))`},
		{"[$a, , 'k' => [$b]] = list($c, $d) = ['x' => 1, 'y' => 2];\narray('z', ...$e, 3 => 4);",
			`(expression (assign "=" (array (name "$a") - (pair "k" - (array (name "$b")))) (assign "=" (array (name "$c") (name "$d")) (object (pair "x" - (number "1")) (pair "y" - (number "2")))))) (expression (array (string "z") (spread (name "$e")) (pair (number "3") (number "4"))))`},
		{"global $a; static $b = 1; echo $a, $b; include __DIR__ . '/x.php'; print $a; function &f() {} const C = 1;",
			`(declare "global" (name "$a")) (declare "var" (assign "=" (name "$b") (number "1"))) (expression (call (name "echo") (name "$a") (name "$b"))) (expression (call (name "include") (template (name "__DIR__") (string "/x.php")))) (expression (call (name "print") (name "$a"))) (define (plain "f" (block))) (declare "const" (assign "=" (name "C") (number "1")))`},
		{"$x = <<<\"A\"\n  a $b\n   c\n  A;\n$y = <<<'A'\n$b\nA;\nf(...); $o?->m(a: 1)->{$n}[0](2); X::$v::class; `ls $d`; strlen(...);",
			`(expression (assign "=" (name "$x") (template (string "a ") (name "$b") (string "\n c")))) (expression (assign "=" (name "$y") (string "$b"))) (expression (name "f")) (expression (call (index (index (call (member "m" (name "$o")) (keyword "a" (number "1"))) (name "$n")) (number "0")) (number "2"))) (expression (member "class" (member "v" (name "X")))) (expression (call (name "shell_exec") (template (string "ls ") (name "$d")))) (expression (name "strlen"))`},
		{"?><b><?= $x ?></b><?php if ($a): ?>x<?php else: ?>y<?php endif ?>",
			`(expression (name "$x")) (if (name "$a") (block) (block))`},
		{"enum S: string { case A = 'a'; public function l(): string { return $this->value; } }",
			`(define (class "S" ["A" static =(string "a")] ["l" (method "l" :(name "string") (block (return (member "value" (this)))))]))`},
	} {
		got := tree.Print(Parse([]byte("<?php " + c.src)).Body)
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
		{"$x = ) 3; y();", `(expression (assign "=" (name "$x") (unknown))) (expression (number "3")) (expression (call (name "y")))`, 1},
		{"f(a b, c); y();", `(expression (call (name "f") (name "a"))) (expression (call (name "y")))`, 4},
		{"} y();", `(expression (call (name "y")))`, 1},
		{"if ($x { y(); } z();", `(if (name "$x") (block (expression (call (name "y")))) -) (expression (call (name "z")))`, 0},
		{"class A { function f($a, { g(); } } z();", `(define (class "A" ["f" (method "f" [(name "$a")] (block (expression (call (name "g")))))])) (expression (call (name "z")))`, 0},
		{"\"a {$x", `(expression (template (string "a ") (name "$x")))`, 0},
	} {
		f := Parse([]byte("<?php " + c.src))
		if got, want := tree.Print(f.Body), "(plain (block "+c.want+"))"; got != want || f.Skipped != c.skipped {
			t.Errorf("%s\n got %s, %d bytes skipped\nwant %s, %d", c.src, got, f.Skipped, want, c.skipped)
		}
	}
}

// repeated are texts that nest or go on without end when they are repeated.
var repeated = []string{"(", "[", "{", "f(", "[1 => ", "$x[", "!", "-", "(int)", "$a ? $b : ", "$a ?: ", "$a ?? ", "$a ** ", "\"{$x[", "yield ", "throw ", "`", "match(1) {1 => ", "fn() => ",
	"function() {", "new ", "clone ", "print ", "$x->", "f()", "$a . ", "$a + ", "$a && ", "$a = ", "$a, ", "#[A] ", "if ($a) ", "if ($a): ", "if ($a) {} else ", "if ($a) {} elseif ($b) {} ",
	"function f($a = ", "class A { function f() {", "class A extends B", "'a' ", "try { ", "\"$x\" . ", "use A\\", "*", ") ", "] ", "} ", ";", "<<<A\n{$x}\n", "switch ($a) { case 1: ",
	"foreach ($a as $b) ", "while (", "new class { public $x = ", "?A|", "class A { public A|", "a: ", "$$", "::", "static ", "$x{", "${", "?>", "<?php ", "match(1) {1 => 2, ", "@", "&", "namespace A { "}

func TestHostile(t *testing.T) {
	for _, s := range repeated {
		for _, before := range []string{"<?php ", "<?php $x = ", "<?php class A { function f(", "<?php f(["} {
			treetest.Bounded(t, before+strings.Repeat(s, 20000), Parse)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range repeated {
		f.Add([]byte("<?php " + strings.Repeat(s, 5)))
	}
	for _, s := range []string{
		"class A extends B { use T; const C = 1; #[D(1)] public ?E $f = 'g'; function h(private $i = [1, ...$j]): ?k { yield $this->l[1]::$m; } }",
		"match ($a) { 1, 2 => b(...), default => throw new C(d: 1) }; $x = \"a$b[c] {$d->e['f']} ${g}\\x41\";",
		"if ($a): elseif ($b): else: endif; foreach ($a as [$b => $c]): endforeach; switch ($d): case 1: endswitch;",
	} {
		f.Add([]byte("<?php " + s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { treetest.Check(t, src, Parse) })
}

func BenchmarkParse(b *testing.B) {
	src, err := os.ReadFile("../../extract/testdata/sample.php")
	if err != nil {
		b.Fatal(err)
	}
	src = bytes.Repeat(src, 1+1<<20/len(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(src)
	}
}
