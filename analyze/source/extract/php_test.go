package extract

import (
	"fmt"
	"testing"
)

func TestPHPStrings(t *testing.T) {
	testScripts(t, ".php", "<?php ", []scriptCase{
		{`preg_match('/a\d\'\\\\\n/', $x);`, `"a\\d'\\\\\\n"/ (exec)`},
		{`preg_match("/a\\d\x41\101\u{e9}\t\$\q$/i", $x);`, `"a\\dAAé\t$\\q$"/i (exec)`},
		{`preg_match("/\xC3\xA9/u", $x);`, `"é"/u (exec)`},
		{`preg_match("/\xFF/", $x);`, `partial/? (exec): the string has the byte 0xff, which is not text`},
		{`preg_match('{a{2}b}ix', $x); preg_match("#a/b#", $x); preg_match('(a(b))', $x); preg_match('<a>', $x); preg_match('[a[b]]', $x);`,
			`"a{2}b"/ix (exec) ; "a/b"/ (exec) ; "a(b)"/ (exec) ; "a"/ (exec) ; "a[b]"/ (exec)`},
		{`preg_match(' /a/ i', $x); preg_match("/a/\n", $x);`, `"a"/i (exec) ; "a"/ (exec)`},
		{`preg_match('/a\/b/', $x); preg_match('~a\~b~', $x);`, `"a\\/b"/ (exec) ; "a\\~b"/ (exec)`},
		{`preg_match('abc', $x); preg_match('/abc', $x); preg_match('/a/b/', $x); preg_match('', $x);`,
			`partial/? (exec): the pattern has no delimiter ; partial/? (exec): the pattern has no ending delimiter ; partial/? (exec): there is something behind the pattern's ending delimiter ; partial/? (exec): the pattern is empty`},
		{`preg_match('/' . 'a' . "b" . '/i', $x);`, `"ab"/i (exec)`},
		{`preg_match('/' . preg_quote($y) . '/i', $x);`, "partial/i (exec): depends on `preg_quote($y)`"},
		{`preg_match("/a$y/", $x);`, "partial/ (exec): depends on `$y`, which this file does not define"},
		{`$y = 'b'; preg_match("/a$y{$y}c/", $x);`, `"abbc"/ (exec)`},
		{`preg_match("/a{$this->b('}')}/", $x);`, "partial/ (exec): depends on `$this->b('}')`"},
		{`preg_match("/a$y[1]/", $x);`, "partial/ (exec): depends on `$y[1]`"},
		{"preg_match(<<<'E'\n/a'\\d/x\nE, $x);", `"a'\\d"/x (exec)`},
		{"preg_match(<<<E\n    /a\\d\\\\\"\n     b/x\n    E, $x);", `"a\\d\\\"\n b"/x (exec)`},
		{"preg_match(<<<\"E\"\n/a$y/\nE, $x);", "partial/ (exec): depends on `$y`, which this file does not define"},
		{`preg_match(sprintf('/a%s%%/', 'b'), $x); preg_match('/' . implode('|', ['a', 'b']) . '/', $x);`, `"ab%"/ (exec) ; "a|b"/ (exec)`},
		{`preg_match('/a`, ``},
	})
}

func TestPHPCalls(t *testing.T) {
	testScripts(t, ".php", "", []scriptCase{
		{`preg_match('/a/', $x) <?php preg_match('/b/', $x) ?> preg_match('/c/', $x) <?= \preg_replace('/d/', '', $x) ?>`, `"b"/ (exec) ; "d"/ (replace)`},
		{"<?php // preg_match('/a/', 1) ?> <?php # preg_match('/b/', 1)\n/* preg_match('/c/', 1) */ PREG_SPLIT('/d/', $x);", `"d"/ (split)`},
		{`<?php preg_match_all('/a/', $x); preg_grep('/b/', $x); preg_quote('/c/'); $o->preg_match('/d/'); O::preg_match('/e/'); function preg_match($f) {}`, `"a"/ (every match) ; "b"/ (test)`},
		{`<?php mb_ereg('a/b', $x, $m); mb_eregi("a", $x); mb_split('b', $x); mb_ereg_replace('c', 'd', $x); mb_strlen('e'); $o->mb_split('f'); mb_ereg($y, $x);`,
			`"a/b"/Om (exec) ; "a"/Oim (exec) ; "b"/Om (split) ; "c"/Om (replace) ; partial/Om (exec): depends on ` + "`$y`, which this file does not define"},
		{`<?php preg_replace(['/a/', 'k' => "/b/i"], '', $x); preg_replace(array('/c/', '/d/'), array('/e/'), $x);`, `"a"/ (replace) ; "b"/i (replace) ; "c"/ (replace) ; "d"/ (replace)`},
		{`<?php preg_replace_callback_array(['/a/' => fn($m) => ['/b/' => 1], '/c/' => 'd'], $x);`, `"a"/ (replace) ; "c"/ (replace)`},
		{`<?php $p = ['/a/', '/b/']; preg_replace($p, '', $x);`, `"a"/ (replace) ; "b"/ (replace)`},
		{`<?php preg_match(subject: $x, pattern: '/a/'); preg_match(pattern: '/b/', subject: $x);`, `"a"/ (exec) ; "b"/ (exec)`},
		{`<?php const A = 'a'; define('B', 'b'); preg_match('/' . A . B . \A . '/', $x);`, `"aba"/ (exec)`},
		{`<?php class C { const A = '/a/', B = 'b'; private $p = '/c/i'; public static string $q = '/d/'; private $r = '/e/';
			function f($x) { preg_match(self::A, $x); preg_match('/' . static::B . '/', $x); preg_match($this->p, $x); preg_match(C::$q, $x); preg_match($this->r, $x); $this->r = 1; } }`,
			"\"a\"/ (exec) ; \"b\"/ (exec) ; \"c\"/i (exec) ; \"d\"/ (exec) ; partial/? (exec): depends on `$this->r`, whose value is not known here"},
		{`<?php function f($a) { $b = '/b/'; preg_match($a, $x); preg_match($b, $x); $g = fn($c) => preg_match($b, $c); } preg_match($b, $x);`,
			"partial/? (exec): depends on `$a`, whose value is not known here ; \"b\"/ (exec) ; \"b\"/ (exec) ; partial/? (exec): depends on `$b`, which this file does not define"},
		{`<?php $a = '/a/'; $a .= 'b'; preg_match($a, $x); $c = '/c/'; foreach ($d as $c) {} preg_match($c, $x); [$e, $f] = $g; $e = '/e/'; preg_match($e, $x);`,
			"partial/? (exec): depends on `$a`, whose value is not known here ; partial/? (exec): depends on `$c`, whose value is not known here ; partial/? (exec): depends on `$e`, whose value is not known here"},
		{`<?php preg_match($a ? '/a/' : '/b/', $x); preg_match($c['d'], $x);`, "partial/? (exec): depends on `$a`, which this file does not define ; partial/? (exec): depends on `$c['d']`"},
		{`<?php use Symfony\Component\Validator\Constraints as Assert; class A { #[Assert\Regex(pattern: '/a/', match: false)] #[Assert\Regex('/b/')] public $x; } new Assert\Regex(['pattern' => '/c/']);`,
			`"a"/ (exec) ; "b"/ (exec) ; "c"/ (exec)`},
		{`<?php $r = ['a' => 'bail|regex:/^a+$/i|max:9', 'b' => "required|not_regex:/b/", 'c' => 'max:2|regex:/a|b/', 'd' => 'my|regex'];`, `"^a+$"/i (exec) ; "b"/ (exec)`},
		{`<?php $r = ['a' => ['required', 'regex:/^a+$/i', "not_regex:/b/"], 'b' => 'x']; echo 'regex:/c/' . $x;`, `"^a+$"/i (exec) ; "b"/ (exec)`},
	})
}

func TestPHPPositions(t *testing.T) {
	testSource(t, ".php", []sourceCase{
		{`<?php preg_match('/a\\\d/i', $x);`, []string{"a", `\\`, `\`, "d"}},
		{`<?php preg_match("/\x41\xC3\xA9é" . '1/', $x);`, []string{`\x41`, `\xC3\xA9`, "é", "1"}},
		{"<?php const P = '/a/'; preg_match(P, $x);", []string{"a"}},
		{"<?php preg_match(<<<E\n  /a\n  b/\n  E, $x);", []string{"a", "\n", "b"}},
	})
}

func TestPHPEncode(t *testing.T) {
	testEncode(t, []encodeCase{
		{".php", `<?php preg_match('/a\d/', $x);`, `a\d/'\\`, `<?php preg_match('/a\d\/\'\\\\/', $x);`},
		{".php", `<?php preg_match("/a\x41/", $x);`, `aA$b"`, `<?php preg_match("/a\x41\$b\"/", $x);`},
		{".php", `<?php preg_match('{a}', $x);`, `a{2}`, `<?php preg_match('{a{2}}', $x);`},
		{".php", `<?php preg_match('{a}', $x);`, `a}`, `error: the pattern needs the delimiter '}' itself`},
		{".php", `<?php preg_match('/' . A . '/', $x); const A = 'a';`, `b`, `<?php preg_match('/' . A . '/', $x); const A = 'b';`},
		{".php", `<?php preg_match('/a/', $x);`, `\`, `error: the pattern ends with a backslash`},
	})
}

func TestPHPEncodeRandom(t *testing.T) {
	testEncodeRandom(t, ".php", []string{
		`<?php preg_match('/a\d\\\\\'/i', $x); ?>`, `<?php preg_match("#a\x41\$#", $x); ?>`, `<?php preg_match("{a{2}}x", $x);`, `<?php preg_match('~a' . 'b~', $x);`,
		"<?php preg_match(<<<E\n  /a\\\\d\n   b/\n  E, $x);", "<?php preg_match(<<<'E'\n  /a\\d/\n  E, $x);", `<?php const P = '/a/'; preg_match(P, $x); preg_match("//", $y);`,
	})
}

func TestPHPSuppressions(t *testing.T) {
	language, _ := ByPath("x.php")
	f := language.Extract([]byte("<?php\n# snag-ignore: why\npreg_match('/a/', $x); // snag-ignore[x]: y ?>\n"))
	if got := fmt.Sprint(f.Suppressions); got != "[{[] why 2 3} {[x] y 3 3}]" {
		t.Errorf("got %s", got)
	}
}
