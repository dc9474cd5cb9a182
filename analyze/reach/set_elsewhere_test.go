package reach

import (
	"strings"
	"testing"
)

// TestSetElsewhere holds that a variable which another file may set is not taken for the constant that its own file gives it.
func TestSetElsewhere(t *testing.T) {
	for _, test := range []struct{ name, files, want string }{
		{"a global variable of Ruby", `
-- a.rb --
require 'sinatra'
$word = 'x'
get('/a') { more; $word =~ /(a+)+$/ }
-- b.rb --
def more; $word = params[:q]; end
`, "a.rb:3 unknown"},
		{"a variable that an included file sets", `
-- a.php --
<?php
$word = 'x';
include 'b.php';
preg_match('/(a+)+$/', $word);
-- b.php --
<?php
$word = $_GET['q'];
`, "a.php:4 unknown"},
		{"a bound in front of an include", `
-- a.php --
<?php
$q = $_GET['q'];
if (strlen($q) > 20) exit;
include 'b.php';
preg_match('/(a+)+$/', $q);
-- b.php --
<?php
`, "remote url /a.php $_GET.q 20"},
		{"a variable of Kotlin", `
-- A.kt --
package a
import org.springframework.web.bind.annotation.*
var word = "x"
@RestController class A { @GetMapping("/a") fun a(): Boolean { return Regex("(a+)+$").containsMatchIn(word) } }
`, "A.kt:4 unknown"},
		{"a constant of Kotlin", `
-- A.kt --
package a
import org.springframework.web.bind.annotation.*
val word = "x"
@RestController class A { @GetMapping("/a") fun a(): Boolean { return Regex("(a+)+$").containsMatchIn(word) } }
`, "A.kt:4 constant"},
		{"a text of Ruby that a method changes", `
-- a.rb --
require 'sinatra'
def more(s) = s.replace(params[:q])
get('/a') { w = +'x'; more(w); w =~ /(a+)+$/ }
`, "a.rb:3 unknown"},
		{"a text of Ruby that is changed in its place", `
-- a.rb --
require 'sinatra'
get('/a') { w = +'x'; w.sub!('x', params[:q]); w =~ /(a+)+$/ }
`, "a.rb:2 unknown"},
		{"a list of Ruby that is filled", `
-- a.rb --
require 'sinatra'
get('/a') { l = ['x']; l.fill(params[:q]); l[0] =~ /(a+)+$/ }
`, "a.rb:2 unknown"},
		{"code of Ruby made at run time", `
-- a.rb --
require 'sinatra'
get('/a') { w = 'x'; eval('w = params[:q]'); w =~ /(a+)+$/ }
`, "a.rb:2 unknown"},
		{"a text of Ruby that nothing changes", `
-- a.rb --
require 'sinatra'
get('/a') { w = +'x'; w.sub('x', 'y'); puts(w); /b/.match?(w); w =~ /(a+)+$/ }
`, "a.rb:2 constant"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if out := describe(t, test.files); !strings.Contains(out, test.want) {
				t.Errorf("got\n%s\nwant %s", out, test.want)
			}
		})
	}
}
