package reach

import (
	"strings"
	"testing"
)

// TestGlobalsOfPHP follows global variables of PHP from the file that assigns them to functions of others, among them objects
// that hold the superglobals, and local variables of the same name nowhere.
func TestGlobalsOfPHP(t *testing.T) {
	const files = `
-- init.php --
<?php
class Input {
    public $post;
    protected $access;
    public function __construct() { $this->access = &$_GET; $this->post = new Post(); }
    public function str($name, $default = '') {
        if (!isset($this->access[$name])) return $default;
        return (string) $this->access[$name];
    }
}
class Post extends Input {
    public function __construct() { $this->access = &$_POST; }
}
$INPUT = new Input();
$TEXT = $INPUT->post->str('text');
$LIST = ['a' => 'b'];
function local() { $MINE = $_GET['mine']; }
-- page.php --
<?php
require 'init.php';
ASSIGN
function show($ours) {
    global $INPUT, $TEXT, $LIST, $MINE, $OWN;
    preg_match('/(a+)+$/', VALUE);
}
show('x');
`
	for _, test := range []struct{ name, assign, value, want string }{
		{"an object with all of a superglobal", "", "$INPUT->str('q')", "remote"},
		{"an object in an object", "", "$INPUT->post->str('q')", "remote"},
		{"a text", "", "$TEXT", "remote"},
		{"a text that this file may replace", "$TEXT = 'x';", "$TEXT", "remote-possible"},
		{"a variable at the top", "preg_match('/(a+)+$/', $TEXT);", "'x'", "remote-possible"},
		{"a local variable of another function", "", "$MINE", "unknown"},
		{"what nobody is seen to send", "", "$LIST['a']", "unknown"},
		{"a variable of this function", "", "$ours", "constant"},
		{"a variable of this file", "$OWN = 'x';", "$OWN", "unknown"},
		{"what the function assigns itself", "", "($TEXT = 'x')", "constant"},
		{"a cut", "", "substr($TEXT, 0, 20)", "remote"},
	} {
		got := describe(t, strings.NewReplacer("ASSIGN", test.assign, "VALUE", test.value).Replace(files))
		found := false
		for _, line := range strings.Split(got, "\n") {
			at, level, _ := strings.Cut(line, " ")
			found = found || strings.HasPrefix(at, "page.php:") && level == test.want
		}
		if !found {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}
