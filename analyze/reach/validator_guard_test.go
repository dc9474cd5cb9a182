package reach

import (
	"strings"
	"testing"
)

// TestValidatorGuards has validators of Laravel check what was sent before it is matched, and others that do not.
func TestValidatorGuards(t *testing.T) {
	const frame = `<?php
use Illuminate\Http\Request;
use Illuminate\Support\Facades\Validator;
class C extends Controller {
  function a(Request $request, Request $other) {
    GUARD
  }
}`
	const re = `preg_match('/(a+)+$/', `
	for _, g := range []guardCase{
		{"its rules hold", "a.php", frame, "50", "8388608", []string{
			`$v = Validator::make($request->all(), ['s' => 'required|max:50']); if ($v->fails()) { return redirect('x'); } ` + re + `$request->s);`,
			`$v = Validator::make($request->all(), ['s' => ['max:50']]); if ($v->fails()) return 1; ` + re + `$request->input('s'));`,
			`if (Validator::make($request->all(), ['s' => 'max:50'])->fails()) { abort(422); } ` + re + `$request->s);`,
			`$in = $request->all(); $v = Validator::make($in, ['s' => 'max:50']); if ($v->passes()) { ` + re + `$in['s']); }`,
			`$d = Validator::make($request->all(), ['s' => 'max:50'])->validate(); ` + re + `$d['s']);`,
			`$v = Validator::make($request->all(), ['s' => 'max:50']); $d = $v->validated(); ` + re + `$d['s']);`,
			`Validator::make($request->all(), ['s' => 'max:50'])->validate(); ` + re + `$request->s);`,
			`$request->validate(['s' => 'max:50']); ` + re + `$request->post('s'));`,
		}, []string{
			`$v = Validator::make($request->all(), ['s' => 'max:50']); ` + re + `$request->s);`,
			`$v = Validator::make($request->all(), ['s' => 'max:50']); if ($v->fails()) { Log::info('x'); } ` + re + `$request->s);`,
			`$v = Validator::make($request->all(), ['s' => 'max:50']); if (!$v->fails()) { return 1; } ` + re + `$request->s);`,
			`$v = Validator::make($request->all(), ['s' => 'max:50', 't' => 'string']); if ($v->fails()) return 1; ` + re + `$request->t);`,
			`$v = Validator::make($other->all(), ['s' => 'max:50']); if ($v->fails()) return 1; ` + re + `$request->s);`,
			`$v = Validator::make($request->query(), ['s' => 'max:50']); if ($v->fails()) return 1; ` + re + `$request->s);`,
			`$v = Validator::make($request->all(), ['s' => 'max:50']); if ($v->passes()) { log(); } ` + re + `$request->s);`,
			`$v = Validator::make($request->all(), $rules); if ($v->fails()) return 1; ` + re + `$request->s);`,
			`$v = Validator::make($request->all(), ['s' => 'max:50']); $d = $v->getData(); ` + re + `$d['s']);`,
			`$request->validate(['s' => 'max:50']); ` + re + `$request->get('s'));`,
		}},
	} {
		g.run(t)
	}
	// What nobody checked may have the same name.
	for _, code := range []string{
		`$request->validate(['s' => 'max:50']); ` + re + `$request->header('s'));`,
		`$request->validate(['s' => 'max:50']); ` + re + `$request->cookie('s'));`,
		`$request->validate(['s' => 'max:50']); ` + re + `$request->query('s'));`,
		`$request->validate(['s' => 'max:50']); ` + re + `$request->route('s'));`,
		`$v = Validator::make($request->all(), ['s' => 'max:50']); if ($v->fails()) return 1; ` + re + `$request->query('s'));`,
	} {
		if got := longest(t, "a.php", strings.Replace(frame, "GUARD", code, 1)); got != "any" {
			t.Errorf("%s: got %s, want any", code, got)
		}
	}
}
