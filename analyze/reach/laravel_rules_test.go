package reach

import (
	"strings"
	"testing"
)

// TestRulesOfLaravel bounds what a controller takes out of a request by the rules that it was found to obey, in every form
// in which these are written, and by none that may not have been there.
func TestRulesOfLaravel(t *testing.T) {
	const app = `<?php
namespace App\Http\Controllers;
use App\Rules\Plain;
use Illuminate\Http\Request;
use Illuminate\Validation\Rule;
use Illuminate\Validation\Rules\Enum;
use Illuminate\Validation\Rules\Password;
enum Kind: string { case Long = 'abc'; case Short = 'de'; }
class A extends Controller {
    const MAX = 20;
    const KINDS = ['abc', 'de'];
    private array $held = ['s' => 'max:20'];
    private function made() { return ['s' => ['string', 'max:20']]; }
    public function index(Request $r) {
        BEFORE
        $r->validate(RULES);
        preg_match('/(a+)+$/', $r->s);
    }
}
`
	for _, test := range []struct{ before, rules, want string }{
		{"", `['s' => 'required|string|max:20']`, "20"},
		{"", `['s' => ['required', 'max:' . self::MAX]]`, "20"},
		{"", `['s' => "max:{$r->n}|string"]`, "8388608"},
		{"", `['s' => 'size:' . self::MAX . '|string']`, "20"},
		{"", `['s' => [$r->a ? 'required' : 'sometimes', 'max:20']]`, "20"},
		{"", `['s' => [$r->a ? 'numeric' : 'string', 'max:20']]`, "8388608"},
		{"", `['s' => [$r->rule, 'max:20']]`, "8388608"},
		{"", `['s' => ['max:20', Rule::unique('users')->ignore($r->id), new Plain($r), fn ($a, $v, $fail) => $v]]`, "20"},
		{"", `['s' => ['max:20', Rule::numeric()]]`, "8388608"},
		{"", `['s' => [Rule::in(['abc', 'de'])]]`, "3"},
		{"", `['s' => Rule::in('abc', 'de')]`, "3"},
		{"", `['s' => Rule::in(self::KINDS)]`, "3"},
		{"", `['s' => Rule::in($r->kinds)]`, "8388608"},
		{"", `['s' => Rule::in(['1', '22'])]`, "8388608"}, // "0001" as well
		{"", `['s' => 'in:abc,de']`, "3"},
		{"", `['s' => 'in:1,22']`, "8388608"},
		{"", `['s' => Rule::enum(Kind::class)]`, "3"},
		{"", `['s' => [new Enum(Kind::class)]]`, "3"},
		{"", `['s' => ['required', Password::min(8)->mixedCase()->max(72)]]`, "72"},
		{"", `['s' => ['required', Password::min(8)]]`, "8388608"},
		{"", `['s' => 'uuid']`, "36"},
		{"", `['s' => 'date_format:Y-m-d']`, "10"},
		{"", `['s' => 'date_format:Y-m-d,Y-m-d H:i']`, "16"},
		{"", `['s' => 'date_format:Ymd']`, "8388608"}, // "   20200101" as well
		{"", `['s' => 'date_format:l']`, "8388608"},
		{"", `['s' => ['regex:/^[a-z]{5}$/D']]`, "5"},
		{"", `['s' => ['regex:/^[a-z]{5}$/']]`, "6"},
		{"", `['s' => ['regex:/[a-z]{5}$/']]`, "8388608"},
		{"", `['s' => ['max:20', 'exclude_if:a,1']]`, "8388608"},
		{"", `['s' => ['max:20', 'integer']]`, "8388608"},
		{"", `['t' => 'max:20']`, "8388608"},
		{"", `$this->held`, "20"},
		{"", `$this->made()`, "20"},
		{"", `array_merge($this->made(), ['t' => 'max:2'])`, "20"},
		{"", `array_merge($this->made(), ['s' => 'max:30'])`, "30"},
		{"", `array_merge(['s' => 'max:30'], $this->made())`, "20"},
		{"", `array_merge($this->made(), $r->all())`, "8388608"},
		{"", `$r->a ? ['s' => 'max:20'] : ['s' => 'max:30']`, "30"},
		{"", `$r->a ? ['s' => 'max:20'] : ['t' => 'max:30']`, "8388608"},
		{"", `['s' => $r->a ? 'max:20' : 'string']`, "8388608"},
		{`$rules = ['s' => 'max:20'];`, `$rules`, "20"},
		{`$rules = ['s' => 'max:20']; if ($r->a) { $rules['s'] = 'max:30'; }`, `$rules`, "30"},
		{`$rules = ['s' => ['max:20']]; if ($r->a) { $rules['s'] = ['string']; }`, `$rules`, "8388608"},
		{`$rules = ['s' => 'string']; if ($r->a) { $rules = ['s' => 'max:20']; }`, `$rules`, "8388608"},
		{`$rules = ['s' => 'max:20']; if ($r->a) { unset($rules['s']); }`, `$rules`, "8388608"},
		{`$rules = ['t' => 'string']; if ($r->a) { $rules['s'] = 'max:20'; }`, `$rules`, "8388608"},
		{`$rules = ['s' => 'max:20']; $rules[$r->k] = 'string';`, `$rules`, "8388608"},
	} {
		text := strings.NewReplacer("BEFORE", test.before, "RULES", test.rules).Replace(app)
		if got := longest(t, "app/Http/Controllers/A.php", text); got != test.want {
			t.Errorf("%s validate(%s): got %s, want %s", test.before, test.rules, got, test.want)
		}
	}
}

// TestRequestsOfLaravel bounds what a controller takes out of a class of requests by its rules, unless the class puts
// something in the place of what they were asked about, or lets pass what they refuse.
func TestRequestsOfLaravel(t *testing.T) {
	const app = `<?php
namespace App\Http\Controllers;
use Illuminate\Foundation\Http\FormRequest;
class Base extends FormRequest { public function rules(): array { return ['s' => 'max:20', 't' => 'max:10']; } }
class Save extends Base { METHODS }
class A extends Controller {
    public function index(Save $r) { preg_match('/(a+)+$/', TAKEN); }
}
`
	for _, test := range []struct{ methods, taken, want string }{
		{"", "$r->s", "20"},
		{"", "$r->validated('s')", "20"},
		{"", "$r->safe()->only(['s'])['s']", "20"},
		{"", "$r->safe()->collect()['s']", "20"},
		{"", "$r->only('s')['s']", "20"},
		{"", "$r->query('s')", "any"},
		{"", "$r->get('s')", "8388608"},
		{"", "$r->string('s')->trim()->value()", "20"},
		{"", "$r->string('s')->append('!')", "21"},
		{"", "$r->string('u')->limit(30, '')", "30"},
		{"", "$r->collect('u')->map(fn ($s) => mb_substr($s, 0, 30))->first()", "30"},
		{"public function rules(): array { return array_merge(parent::rules(), ['t' => 'max:30']); }", "$r->s", "20"},
		{"public function rules(): array { return array_merge(parent::rules(), ['s' => 'max:30']); }", "$r->s", "30"},
		{"public function rules(): array { return ['t' => 'max:30']; }", "$r->s", "8388608"},
		{"public function validationData() { return []; }", "$r->s", "8388608"},
		{"protected function passedValidation() { $this->merge(['s' => $this->query('x')]); }", "$r->s", "8388608"},
		{"protected function failedValidation($v) { throw new HttpResponseException(response('', 422)); }", "$r->s", "20"},
		{"protected function failedValidation($v) { log($v); parent::failedValidation($v); }", "$r->s", "20"},
		{"protected function failedValidation($v) { log($v); }", "$r->s", "8388608"},
	} {
		text := strings.NewReplacer("METHODS", test.methods, "TAKEN", test.taken).Replace(app)
		if got := longest(t, "app/Http/Controllers/A.php", text); got != test.want {
			t.Errorf("%s %s: got %s, want %s", test.methods, test.taken, got, test.want)
		}
	}
}

// TestHandedRulesOfLaravel hands what was checked to functions, which share it with the controller or do not.
func TestHandedRulesOfLaravel(t *testing.T) {
	const app = `<?php
namespace App\Http\Controllers;
use Illuminate\Http\Request;
function plain($s) { return 1; }
function sets($n = 1, &$s = 2) { $s = $_POST['t']; }
class Other {
    public function plain(string $s) { return 1; }
    public function sets(&$s) { $s = $_POST['t']; }
    public function rest($n, ...$all) { return 1; }
    public function setsRest($n, &...$all) { $all[0] = $_POST['t']; }
}
class Sets { public function __construct(&$s) { $s = $_POST['t']; } }
class A extends Controller {
    public function __construct(private Other $other) {}
    public function index(Request $r) {
        $d = $r->validate(['s' => 'max:20']);
        CALL;
        preg_match('/(a+)+$/', $d['s']);
    }
}
`
	for _, test := range []struct{ call, want string }{
		{`plain($d['s'])`, "20"},
		{`strlen($d['s'])`, "20"},
		{`$this->other->plain($d['s'])`, "20"},
		{`$this->other->rest(1, $d['s'])`, "20"},
		{`sets(1, $d['s'])`, "8388608"},
		{`sets(s: $d['s'])`, "8388608"},
		{`$this->other->sets($d['s'])`, "8388608"},
		{`$this->other->setsRest(1, $d['s'])`, "8388608"},
		{`new Sets($d['s'])`, "8388608"},
		{`another($d['s'])`, "8388608"},
		{`$f = $r->b ? 'plain' : $r->c; $f($d['s'])`, "8388608"},
		{`$f = fn (&$s) => $s = $_POST['t']; $f($d['s'])`, "8388608"},
		{`$x = &$d['s']; $x = $_POST['t']`, "8388608"},
	} {
		if got := longest(t, "app/Http/Controllers/A.php", strings.Replace(app, "CALL", test.call, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.call, got, test.want)
		}
	}
}

// TestLooseEquality bounds a text that equals a constant, unless PHP takes all texts of a number for equal.
func TestLooseEquality(t *testing.T) {
	for _, test := range []struct{ guard, want string }{
		{`if ($s !== '12') { exit; }`, "2"},
		{`if ($s != 'ab') { exit; }`, "2"},
		{`if ($s != '12') { exit; }`, "any"},
		{`if ($s <> '1') { exit; }`, "any"},
		{`switch ($s) { case 'a': case 'bc': break; default: exit; }`, "2"},
		{`switch ($s) { case 'a': case '2': break; default: exit; }`, "any"},
		{`$s = match ($s) { 'a', 'bc' => $s, default => 'x' };`, "2"},
	} {
		text := "<?php\n$s = $_GET['s'];\n" + test.guard + "\npreg_match('/(a+)+$/', $s);\n"
		if got := longest(t, "a.php", text); got != test.want {
			t.Errorf("%s: got %s, want %s", test.guard, got, test.want)
		}
	}
}
