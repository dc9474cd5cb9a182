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
class Base extends Controller { const MOST = 40; }
class SearchController extends Base {
    private const MAX = 30;
    public $max = 50;
    public function index(Request $request) {
        $s = $request->query('s');
        if (\mb_strlen($s) > LIMIT) { abort(422); }
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
