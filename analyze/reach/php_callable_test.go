package reach

import (
	"strings"
	"testing"
)

// TestCallablesOfPHP follows texts into functions that are handed over by their names, by lists, and as values.
func TestCallablesOfPHP(t *testing.T) {
	const app = `<?php
function cut($s) { return substr($s, 0, 20); }
class Text {
    static function cut($s) { return substr($s, 0, 20); }
    function short($s) { return substr($s, 0, 20); }
    function run($all) { foreach (CALL as $s) { preg_match('/(a+)+$/', $s); } }
}
(new Text)->run($_POST['s']);
`
	for _, test := range []struct{ call, want string }{
		{`array_map('cut', $all)`, "20"},
		{`array_map('CUT', $all)`, "20"},
		{`array_map('\cut', $all)`, "20"},
		{`array_map('Text::cut', $all)`, "20"},
		{`array_map(['Text', 'cut'], $all)`, "20"},
		{`array_map([Text::class, 'cut'], $all)`, "20"},
		{`array_map(array($this, 'short'), $all)`, "20"},
		{`array_map([$this, 'short'](...), $all)`, "20"},
		{`array_map(cut(...), $all)`, "20"},
		{`array_map('trim', array_map('cut', $all))`, "20"},
		{`array_map('trim', $all)`, "8388608"},
		{`array_map(trim(...), $all)`, "8388608"},
		{`array_map('htmlspecialchars', array_map('cut', $all))`, "200"},
	} {
		if got := longest(t, "a.php", strings.Replace(app, "CALL", test.call, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.call, got, test.want)
		}
	}
}

// TestConstantsOfClasses bounds texts by constants of the class around the code, also in a class that a framework calls.
func TestConstantsOfClasses(t *testing.T) {
	const app = `<?php
namespace App\Http\Controllers;
use Illuminate\Http\Request;
use function strlen, mb_strlen;
class Base extends Controller { const MOST = 40; }
class SearchController extends Base {
    private const MAX = 30;
    public $max = 50;
    public function index(Request $request) {
        $s = $request->query('s');
        if (mb_strlen($s) > LIMIT) { abort(422); }
        preg_match('/(a+)+$/', $s);
    }
}
`
	for _, test := range []struct{ limit, want string }{
		{"self::MAX", "30"}, {"static::MAX", "any"}, {"SearchController::MAX", "30"}, {"Base::MOST", "40"},
		{"self::max", "any"}, {"self::OTHER", "any"}, {"$this->max", "any"},
	} {
		if got := longest(t, "app/Http/Controllers/SearchController.php", strings.Replace(app, "LIMIT", test.limit, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.limit, got, test.want)
		}
	}
}

// TestArgumentsOfPHP follows arguments by their names, and each pattern of a list to what those before it leave.
func TestArgumentsOfPHP(t *testing.T) {
	const app = "<?php\nfunction cut(string $s, int $max = 40) { return substr($s, 0, $max); }\nCODE;\n"
	for _, test := range []struct{ code, want string }{
		{`preg_match('/(a+)+$/', cut(max: 20, s: $_GET['s']))`, "20"},
		{`preg_match('/(a+)+$/', cut(s: $_GET['s']))`, "40"},
		{`preg_match('/(a+)+$/', cut($_GET['s'], max: $_GET['n']))`, "any"},
		{`preg_replace(['/(a+)+$/', '/b/'], ['', 'cc'], cut($_GET['s']))`, "40"},
		{`preg_replace(['/b/', '/(a+)+$/'], '', cut($_GET['s']))`, "40"},
		{`preg_replace(['/b/', '/(a+)+$/'], ['cc', ''], cut($_GET['s']))`, "any"},
		{`preg_replace(['/b/', '/(a+)+$/'], 'c', cut($_GET['s']))`, "any"}, // an empty match is replaced as well
		{`$all = ['/b/', '/(a+)+$/']; preg_replace($all, '', cut($_GET['s']))`, "40"},
	} {
		if got := longest(t, "a.php", strings.Replace(app, "CODE", test.code, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}

// TestListsOfPHP follows what functions of PHP take out of a list into another, and does not take the text that fills one
// up for all that it holds.
func TestListsOfPHP(t *testing.T) {
	const app = "<?php\n$l = explode(',', $_POST['s']);\npreg_match('/(a+)+$/', TAKEN);\n"
	for _, taken := range []string{
		"array_slice($l, 0, 1)[0]", "array_reverse($l)[1]", "array_pad($l, 2, '')[1]", "array_merge($l, ['x'])[0]", "array_values($l)[0]",
		"array_unique(array_map('trim', $l))[0]", "current(array_filter($l))", "array_merge(['a' => 'x'], $_POST)['a']",
	} {
		if got := longest(t, "a.php", strings.Replace(app, "TAKEN", taken, 1)); got != "8388608" {
			t.Errorf("%s: got %s, want 8388608", taken, got)
		}
	}
}

// TestNamedFunctionsOfPHP follows what a program calls functions with that were handed over by their names, and takes none of
// these for all that the call may be.
func TestNamedFunctionsOfPHP(t *testing.T) {
	const app = `<?php
class Events {
    private $all = [];
    private $data;
    function on($name, $f) { $this->all[$name][] = $f; }
    function fire($name, $s) { foreach ($this->all[$name] as $f) { $f($s); } }
    static function make($s, $f) { $e = new Events; $e->data = $s; return $e->run($f); }
    function run($f) { if (is_callable($f)) { return call_user_func_array($f, [&$this->data]); } }
}
class Plugin {
    function heard($s) { ONE }
    static function told($s) { TWO }
}
function saved($s) { THREE }
function cut($s) { return substr($s, 0, 20); }
function short($s) { if (strlen($s) > 20) { return false; } return true; }
function apply($f, $s) { return call_user_func($f, $s); }
function run($f, $s) { return $f($s); }
CODE
`
	for _, test := range []struct{ place, code, want string }{
		{"ONE", "$e = new Events; $e->on('x', [new Plugin, 'heard']); $e->fire('x', $_POST['s']);", "8388608"},
		{"TWO", "$e = new Events; $e->on('x', 'Plugin::told'); $e->fire('x', $_POST['s']);", "8388608"},
		{"TWO", "$e = new Events; $e->on('x', ['Plugin', 'told']); $e->fire('x', $_POST['s']);", "8388608"},
		{"THREE", "$e = new Events; $e->on('x', 'saved'); $e->fire('x', $_POST['s']);", "8388608"},
		{"THREE", "Events::make($_POST['s'], 'saved');", "8388608"},
		{"THREE", "run('saved', substr($_POST['s'], 0, 30));", "30"},
		{"THREE", "run('SAVED', $_POST['s']);", "8388608"},
		{"THREE", "run('saved', 'x'); $all = ['a' => 'saved']; $all[$_POST['k']]($_POST['s']);", "no way"},
		{"CODE", "run('cut', 'x'); preg_match('/(a+)+$/', run('trim', $_POST['s']));", "any"},
		{"CODE", "run('cut', 'x'); preg_match('/(a+)+$/', run($_POST['f'], $_POST['s']));", "any"},
		{"CODE", "run(['Plugin', 'told'], 'x'); preg_match('/(a+)+$/', run(['Plugin', $_POST['f']], $_POST['s']));", "any"},
		{"CODE", "function f($f, $s) { if (!$f($s)) { return; } preg_match('/(a+)+$/', $s); } f('short', 'x'); f('is_string', $_POST['s']);", "8388608"},
	} {
		text := app
		for _, place := range []string{"ONE", "TWO", "THREE"} {
			body := ""
			if place == test.place {
				body = "preg_match('/(a+)+$/', $s);"
			}
			text = strings.Replace(text, place, body, 1)
		}
		text = strings.Replace(text, "CODE", test.code, 1)
		got := "no way"
		if ways := waysOf(t, "a.php", text, attacked); len(ways) > 0 {
			got = longest(t, "a.php", text)
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", test.code, got, test.want)
		}
	}
}
