package reach

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestSuperglobalGuards checks members of superglobals of PHP themselves, rather than variables that they are taken into.
func TestSuperglobalGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"superglobals", "a.php", `<?php
function short($s) { return strlen($s) <= 20; }
function must($s) { if (strlen($s) > 20) { throw new Exception('long'); } }
function change(&$s) { $s .= $s; }
class C { function set(array &$a) { $a['s'] = 'x'; } }
GUARD
preg_match('/(a+)+$/', $_POST['s']);
GUARD
`, "20", "8388608", []string{
			`if (strlen($_POST['s']) > 20) { exit; }`,
			`if (!isset($_POST['s']) || strlen($_POST['s']) > 20) { http_response_code(400); die('long'); }`,
			`if (strlen($_POST['s'] ?? '') > 20) exit(1);`,
			`if (mb_strlen($_POST["s"]) >= 21) { exit; } $name = trim($_POST['s']); $other = $_POST['t'];`,
			`if (!short($_POST['s'])) { exit; }`,
			`must($_POST['s']); $a = ['s' => $_POST['s']];`,
			`if (strlen($_POST['s']) < 21) { } else { exit; }`,
			`if (isset($_POST['s'])) { if (strlen($_POST['s']) > 20) { exit; } } else { exit; }`,
			`if (!empty($_POST['s']) && strlen($_POST['s']) > 20) { die(); }`,
			`if (empty($_POST['s']) || strlen($_POST['s']) > 20) { exit; } str_replace('a', 'b', $_POST['s']); sort($_GET['s']);`,
			`if (isset($_POST['s']) && strlen($_POST['s']) > 20) { exit; } foreach ($_POST as $k => $v) { echo $v; }`,
		}, []string{
			`if (isset($_POST['t']) && strlen($_POST['s']) > 20) { exit; }`,
			`if (empty($_POST['s']) && strlen($_POST['s']) > 20) { exit; }`,
			`if (isset($_POST['s'], $_POST['t']) && strlen($_POST['s']) > 20) { exit; }`,
			`if (strlen($_POST['t']) > 20) { exit; }`,
			`if (strlen($_GET['s']) > 20) { exit; }`,
			`if (strlen(trim($_POST['s'])) > 20) { exit; }`,
			`if (strlen($_POST['s']) > 20) { echo 'long'; }`,
			`if (strlen($_POST['s']) > 20) { exit; } $_POST['s'] .= $_POST['t'];`,
			`if (strlen($_POST['s']) > 20) { exit; } change($_POST['s']);`,
			`if (strlen($_POST['s']) > 20) { exit; } (new C)->set($_POST);`,
			`if (strlen($_POST['s']) > 20) { exit; } $p = &$_POST['s']; $p = $_POST['t'];`,
			`if (strlen($_POST['s']) > 20) { exit; } foreach ($_POST as &$v) { $v = $v . $v; }`,
			`if (strlen($_POST['s']) > 20) { exit; } array_walk($_POST, function (&$v) { $v .= $v; });`,
			`if (strlen($_POST['s']) > 20) { exit; } foreach ($all as $_POST['s']) { }`,
			`if (strlen($_POST['s']) > 20) { exit; } parse_str($q, $_POST);`,
			`if (strlen($_POST['s']) > 20) { exit; } [$a, $_POST['s']] = explode(',', $q);`,
			`if (strlen($_POST['s']) > 20) { exit; } $GLOBALS['_POST']['s'] = $q;`,
			"$x = 1;\n---\nif (strlen($_POST['s']) > 20) { exit; }",
		}},
	} {
		g.run(t)
	}
}

// TestChangedSuperglobals reads which superglobals a project changes.
func TestChangedSuperglobals(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`if ($_GET['a'] == 1 && $_POST['b'] === 'c' || $_COOKIE['d'] != $_GET['e']) { f($_POST); }`, ""},
		{`$a = ['x' => $_POST['x'], 'y' => $_GET['y']]; $b[$_GET['k']] = 1;`, ""},
		{`preg_match($_GET['re'], $_POST['s'], $m); str_replace('a', 'b', $_POST['s']);`, ""},
		{`preg_match('/a/', $s, $_POST['m']);`, "$_POST"},
		{`$_GET['a']['b'] ??= 1; $_POST [ $k ] [] = 2; $_COOKIE['n']++;`, "$_COOKIE $_GET $_POST"},
		{`list($x, $_REQUEST['y']) = f();`, "$_REQUEST"},
		{`f(array_merge($a, ['s' => 1]), $_GET['x'])`, ""},
		{`function f($a, &$b) { } f($x, $_GET['x'])`, "$_GET"},
		{`usort($_POST['list'], $by); ksort($_SERVER);`, "$_POST $_SERVER"},
	} {
		got := strings.Join(slices.Sorted(maps.Keys(superglobalsOf(map[string][]byte{"a.php": []byte("<?php\n" + test.text)}))), " ")
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

// TestLimitsOfConstants bounds texts by constants of Ruby and PHP, wherever these are declared.
func TestLimitsOfConstants(t *testing.T) {
	const block = "require 'sinatra/base'\nmodule Limits\n  MAX = 30\n  class Deep; MOST = 40; end\nend\nTOP = 50\nclass App < Sinatra::Base\n  LONG = 60\n" +
		"  post '/a' do\n    s = params['s']\n    halt 400 if s.size > CONST\n    s =~ /(a+)+$/\n  end\nend\n"
	for _, test := range []struct{ name, want string }{
		{"20", "20"}, {"LONG", "60"}, {"App::LONG", "60"}, {"Limits::MAX", "30"}, {"TOP", "50"}, {"::TOP", "50"}, {"Limits::Deep::MOST", "40"},
		{"MISSING", "any"}, {"Limits::MISSING", "any"}, {"MAX", "any"},
	} {
		if got := longest(t, "app.rb", strings.Replace(block, "CONST", test.name, 1)); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
	for _, test := range []struct{ files, want string }{
		{"-- app.rb --\nrequire 'sinatra'\nrequire_relative 'limits'\npost('/a') { s = params['s']; halt 400 if s.size > Limits::MAX; s =~ /(a+)+$/ }\n-- limits.rb --\nmodule Limits\n  MAX = 30\nend\n", "30"},
		{"-- a.php --\n<?php\nrequire 'limits.php';\nif (strlen($_POST['s']) > MAX) { exit; }\npreg_match('/(a+)+$/', $_POST['s']);\n-- limits.php --\n<?php\nconst MAX = 30;\n", "30"},
	} {
		if got := describe(t, "\n"+test.files); !strings.Contains(got, " "+test.want+": ") {
			t.Errorf("%s: got %s, want %s", test.files, got, test.want)
		}
	}
}
