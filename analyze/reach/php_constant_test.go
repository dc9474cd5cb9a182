package reach

import (
	"strings"
	"testing"
)

// TestPHPMustNotBeBounded follows ways of changing a value behind its check, or a constant, each of which leaves what reaches the
// pattern neither constant nor bounded.
func TestPHPMustNotBeBounded(t *testing.T) {
	const end = "preg_match('/^(a+)+$/', $s);"
	for _, body := range []string{
		`$s = 'x'; $r = &$s; $r = $_GET['q']; ` + end,
		`$a = ['x']; foreach ($a as &$v) { $v = $_GET['q']; } $s = $a[0]; ` + end,
		`function f($n = 1, &$s = 2) { $s = $_GET['q']; } $s = 'x'; f(s: $s); ` + end,
		`$s = 'x'; function f() { global $s; $s = $_GET['q']; } f(); ` + end,
		`function f($q) { static $s = 'x'; preg_match('/^(a+)+$/', $s); $s = $q; } f($_GET['q']); f('b');`,
		`$s = 'x'; extract($_GET); ` + end,
		`$s = 'x'; $n = 's'; $$n = $_GET['q']; ` + end,
		`$s = 'x'; $GLOBALS['s'] = $_GET['q']; ` + end,
		`$s = 'x'; parse_str($_SERVER['QUERY_STRING'], $o); $s = $o['q']; ` + end,
		`$s = 'x'; [$s, $t] = [$_GET['q'], 1]; ` + end,
		`$s = 'x'; list('q' => $s) = $_GET; ` + end,
		`$s = 'x'; eval('$s = $_GET["q"];'); ` + end,
		`class C { private $d = ['w' => 'x']; function __get($n) { return $_GET[$n]; } } $c = new C; $s = $c->w; ` + end,
		`class C { public $w = 'x'; } $c = new C; $c->w = $_GET['q']; $s = $c->w; ` + end,
		`class C { public $w = 'x'; } $c = new C; foreach ($_GET as $k => $v) { $c->$k = $v; } $s = $c->w; ` + end,
		`class C { static $w = 'x'; } C::$w = $_GET['q']; $s = C::$w; ` + end,
		`trait T { public $w = 'x'; function set($q) { $this->w = $q; } } class C { use T; } $c = new C; $c->set($_GET['q']); $s = $c->w; ` + end,
		`$s = $_GET['q']; if (strlen($s) > 20) goto a; ` + end + ` a: ` + end,
		`$s = $_GET['q']; if (strlen($s) > 20) { header('Location: /x'); } ` + end,
		`$s = $_GET['q']; switch (true) { case strlen($s) <= 20: echo 'ok'; default: ` + end + ` }`,
		`$s = $_GET['q']; if (strlen($s) > 20 && $_GET['x']) exit; ` + end,
		`$s = $_GET['q']; if (count($s) > 20) exit; ` + end,
		`$s = $_GET['q']; if (strlen(trim($s)) > 20) exit; ` + end,
		`$s = $_GET['q']; $t = substr($s, -20, 5); $s = substr($s, 20); ` + end,
		`$s = $_GET['q']; $n = 20; $n += 1000000; $s = substr($s, 0, $n); ` + end,
		`$s = substr($_GET['q'], 0, (int) $_GET['n']); ` + end,
		`$s = $_GET['q']; try { if (strlen($s) > 20) throw new Exception('x'); } catch (Exception $e) {} ` + end,
		`function chk($s) { if (strlen($s) > 20) return false; return true; } $s = $_GET['q']; chk($s); ` + end,
		`function chk($s) { if (strlen($s) > 20) return false; return true; } $s = $_GET['q']; if (chk($s) || $_GET['x']) ` + end,
		`function chk(&$s) { if (strlen($s) > 20) exit; $s = $_GET['r']; } $s = $_GET['q']; chk($s); ` + end,
		`$s = $_GET['q']; if (strlen($s) > 20) exit; $s .= $_GET['r']; ` + end,
		`$s = $_GET['q']; $f = function () use (&$s) { $s = $_GET['r']; }; if (strlen($s) > 20) exit; $f(); ` + end,
		`$s = 'x'; $f = function () use (&$s) { $s = $_GET['q']; }; $f(); ` + end,
		`$s = 'x'; array_walk($_GET, function ($v) use (&$s) { $s = $v; }); ` + end,
		`define('W', $_GET['q']); $s = W; ` + end,
		`if ($_GET['x']) define('W', 'x'); else define('W', $_GET['q']); $s = W; ` + end,
		`$s = $_GET['q']; $n = 20; parse_str($_GET['r'], $n); if (strlen($s) > $n) exit; ` + end,
		`$s = $_GET['q']; $n = 20; sscanf($_GET['r'], '%d', $n); if (strlen($s) > $n) exit; ` + end,
		`$s = $_GET['q']; $n = 20; settype($n, 'array'); if (strlen($s) > $n) exit; ` + end,
		`$s = $_GET['q']; $n = 20; preg_match('/x/', $_GET['r'], $n); if (strlen($s) > $n) exit; ` + end,
		`$s = $_GET['q']; $n = 20; str_replace('x', 'y', $_GET['r'], $n); if (strlen($s) > $n) exit; ` + end,
		`$s = 'x'; preg_match('/(.*)/', $_GET['q'], $m); $s = $m[1]; ` + end,
		`$s = 'x'; sscanf($_GET['q'], '%s', $s); ` + end,
		`$s = 'x'; preg_replace_callback('/.+/', function ($m) use (&$s) { $s = $m[0]; return ''; }, $_GET['q']); ` + end,
		`$s = $_GET['q'] ?? 'x'; ` + end,
		`$s = $_GET['q'] ?: 'x'; ` + end,
		`$s = sprintf('%s', $_GET['q']); ` + end,
		`$s = implode(',', $_GET); ` + end,
		`$s = 'x'; foreach ($_GET as $s) {} ` + end,
		`$s = 'x'; while ($s = array_shift($_GET)) { ` + end + ` }`,
		`class C { function __construct(public string $w = 'x') {} } $c = new C($_GET['q']); $s = $c->w; ` + end,
		`class C { public $w = 'x'; function __clone() { $this->w = $_GET['q']; } } $c = clone new C; $s = $c->w; ` + end,
		`class C { function __call($n, $a) { preg_match('/^(a+)+$/', $a[0]); } } (new C)->x($_GET['q']);`,
		`call_user_func(function ($s) { preg_match('/^(a+)+$/', $s); }, $_GET['q']);`,
		`$f = 'chk'; function chk($s) { preg_match('/^(a+)+$/', $s); } chk('x'); $f($_GET['q']);`,
		`$s = unserialize($_GET['q'])->w; ` + end,
		`$s = json_decode(file_get_contents('php://input'))->q; if (strlen($s) > 20) return; $s = json_decode(file_get_contents('php://input'))->r; ` + end,
		`$MAX = 20; extract($_GET); $s = $_GET['q']; if (strlen($s) > $MAX) exit; ` + end,
		`$max = 20; if (isset($_GET['max'])) $max = $_GET['max']; $s = $_GET['q']; if (strlen($s) > $max) exit; ` + end,
		`$s = mb_substr($_GET['q'], 0, -1); ` + end,
		`$s = $_GET['q']; assert(strlen($s) < 20); ` + end,
		`$s = $_GET['q']; if (!preg_match('/^.{0,20}$/m', $s)) exit; ` + end,
		`$s = $_GET['q']; if (strlen($s) == "20 ") exit; ` + end,
		`$s = $_GET['q']; if (!in_array($s, [0, 1])) exit; ` + end,
		`$s = $_GET['q']; @unlink($s); do { if (strlen($s) > 20) break; } while (0); ` + end,
		`class C { static $w = 'x'; } class D extends C {} D::$w = $_GET['q']; $s = C::$w; ` + end,
		`class C { static $w = 'x'; } class D extends C {} C::$w = $_GET['q']; $s = D::$w; ` + end,
		`class C { static $w = 'x'; static function set($q) { static::$w = $q; } } class D extends C {} D::set($_GET['q']); $s = C::$w; ` + end,
		`$n = (int) $_GET['n']; $s = str_repeat('a', $n); ` + end,
		`$s = str_pad('a', (int) $_GET['n'], 'a'); ` + end,
		`$c = ['w' => 'x']; function f() { $GLOBALS['c']['w'] = $_GET['q']; } f(); $s = $c['w']; ` + end,
		`class A implements ArrayAccess { function offsetGet($k): mixed { return $_GET[$k]; } } $a = new A; $a['w'] = 'x'; $s = $a['w']; ` + end,
		`set_error_handler(function ($n, $s) { preg_match('/^(a+)+$/', $s); }); trigger_error($_GET['q']);`,
	} {
		out := describe(t, "\n-- a.php --\n<?php\n"+body+"\n")
		for _, line := range strings.Split(out, "\n") {
			if strings.HasSuffix(line, " constant") || strings.HasSuffix(line, " local") || strings.Contains(line, " 20: ") {
				t.Errorf("%s\n%s", body, out)
				break
			}
		}
	}
}

// TestPHPConstant holds that a class which has a variable of its own leaves that of the class which it extends what it is.
func TestPHPConstant(t *testing.T) {
	out := describe(t, `
-- a.php --
<?php
class C { static $w = 'x'; }
class D extends C { static $w = 'y'; }
D::$w = $_GET['q'];
preg_match('/^(a+)+$/', C::$w);
`)
	if !strings.Contains(out, "a.php:5 constant") {
		t.Error(out)
	}
}
