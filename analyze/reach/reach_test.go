package reach

import (
	"bytes"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"snag/analyze/reach/link"
	"snag/analyze/source/extract"
)

// TestMain spares thousands of small programs most of their garbage collection.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	m.Run()
}

// archive returns the files of a project that are separated by lines "-- name --", in their order.
func archive(text string) (paths []string, texts map[string][]byte, files link.Files) {
	texts = map[string][]byte{}
	for _, part := range strings.Split("\n"+strings.TrimLeft(text, "\n"), "\n-- ")[1:] {
		name, body, _ := strings.Cut(part, " --\n")
		paths = append(paths, name)
		texts[name] = []byte(body)
	}
	return paths, texts, link.NewList(paths, func(p string) ([]byte, error) {
		if b, ok := texts[p]; ok {
			return b, nil
		}
		return nil, fs.ErrNotExist
	})
}

// regexesIn lists the regexes that stand in files.
func regexesIn(paths []string, texts map[string][]byte) (regexes []Regex) {
	for _, p := range paths {
		if l, ok := extract.ByPath(p); ok && Follows(l) {
			for _, lit := range l.Extract(texts[p]).Literals {
				regexes = append(regexes, Regex{p, lit.Expr.Start.Offset, lit.Expr.End.Offset, lit.At.Start.Offset, lit.At.End.Offset})
			}
		}
	}
	return regexes
}

// describe lists the ways to all regexes of a project, whose files are separated by lines "-- name --".
func describe(t *testing.T, text string) string {
	t.Helper()
	paths, texts, files := archive(text)
	regexes := regexesIn(paths, texts)
	line := func(p Place) string {
		return fmt.Sprintf("%s:%d", p.File, 1+bytes.Count(texts[p.File][:p.Start], []byte("\n")))
	}
	var out []string
	for i, r := range Open(Input{Paths: paths, Files: files}).Regexes(t.Context(), regexes) {
		at := line(Place{File: regexes[i].File, Start: regexes[i].Start})
		out = append(out, fmt.Sprintf("%s %s", at, r.Level))
		for _, w := range r.Ways {
			var trace []string
			for _, p := range w.Trace {
				trace = append(trace, line(p))
			}
			trace = slices.Compact(trace)
			out = append(out, strings.Join(strings.Fields(fmt.Sprintf("  %s %s %s %s %s %d: %s", w.Level, w.Kind, w.Method, w.Route, w.Input, w.MaxLength, strings.Join(trace, " > "))), " "))
		}
		for _, l := range r.NotFollowed {
			out = append(out, "not followed: "+l)
		}
	}
	return strings.Join(out, "\n")
}

func TestFind(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"from a request into a package", `
-- package.json --
{"name": "shop", "private": true, "dependencies": {"phones": "1"}}
-- server.js --
const express = require('express')
const phones = require('phones')
const app = express()
app.post('/contact', (req, res) => {
  if (req.body.phone.length > 500) return res.sendStatus(400)
  res.json(phones.check(req.body.phone, { strict: true }))
})
-- node_modules/phones/package.json --
{"name": "phones", "version": "1.0.0", "main": "index.js", "dependencies": {"deep": "1"}}
-- node_modules/phones/index.js --
const deep = require('deep/lib/match')
exports.check = function (s, options) { return deep(String(s)) }
-- node_modules/deep/package.json --
{"name": "deep", "version": "1.0.0"}
-- node_modules/deep/lib/match.js --
module.exports = s => /(a+)+$/.test(s)
module.exports.unused = s => /(b+)+$/.test('x')
`, `node_modules/deep/lib/match.js:1 remote
remote body POST /contact body.phone 500: server.js:4 > server.js:6 > node_modules/phones/index.js:2 > node_modules/deep/lib/match.js:1
library deep/lib/match(s) -1: node_modules/deep/lib/match.js:1
library phones.check(s) -1: node_modules/phones/index.js:2 > node_modules/deep/lib/match.js:1
node_modules/deep/lib/match.js:2 constant`},
		{"a module of Node is called with what it exports", `
-- package.json --
{"name": "words", "version": "1.0.0", "main": "index.js"}
-- index.js --
var __importDefault = (this && this.__importDefault) || function (mod) { return mod.__esModule ? mod : { default: mod } }
Object.defineProperty(exports, '__esModule', { value: true })
for (var p in require('./check')) if (p !== 'default') exports[p] = require('./check')[p]
!function (words) {
  words.trim = function (s) { return s.replace(/a+$/, '') }
}(this.words || (this.words = {}))
-- check.js --
exports.isWord = function (s) { return /^(b|b)+$/.test(s) }
Object.defineProperty(exports, '__esModule', { value: true })
`, `index.js:5 library
library words.words.trim(s) -1: index.js:5
check.js:1 library
library words.isWord(s) -1: check.js:1`},
		{"PHP", `
-- lib.php --
<?php
function slug($s) {
    if (strlen($s) > 80) {
        throw new InvalidArgumentException();
    }
    return preg_match('/^(a+)+$/', $s);
}
class Text {
    private $re = '/^(b+)+$/';
    public function check($t) { return preg_match($this->re, $t); }
}
-- index.php --
<?php
require 'lib.php';
$q = $_GET['q'] ?? '';
echo slug($q);
$t = new Text();
echo $t->check(substr($_POST['t'], 0, 200));
`, `lib.php:6 remote
remote url / $_GET.q 80: index.php:3 > lib.php:2 > lib.php:6
lib.php:10 remote
remote body / $_POST.t 200: index.php:6 > lib.php:10`},
		{"Java", `
-- src/Contact.java --
package app;
import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.*;
@RestController
public class Contact {
    private static final Pattern PHONE = Pattern.compile("(a+)+$");
    private final Texts texts = new Texts();
    @PostMapping("/contact")
    public boolean contact(@RequestParam String phone) {
        if (phone.length() > 60) throw new IllegalArgumentException();
        return PHONE.matcher(phone.trim()).matches();
    }
    @GetMapping("/other")
    public boolean other(@RequestHeader("X-Name") String name) { return texts.ok(name); }
}
-- src/Texts.java --
package app;
class Texts { boolean ok(String s) { return s.matches("(b+)+$"); } }
`, `src/Contact.java:6 remote
remote body POST /contact phone 60: src/Contact.java:9 > src/Contact.java:11
src/Texts.java:2 remote
remote header GET /other X-Name 8192: src/Contact.java:14 > src/Texts.java:2`},
		{"C#", `
-- Program.cs --
using System.Text.RegularExpressions;
var app = WebApplication.CreateBuilder(args).Build();
app.MapGet("/x", (string q) => Regex.IsMatch(q, "(a+)+$"));
app.Run();
-- HomeController.cs --
using Microsoft.AspNetCore.Mvc;
public class HomeController : Controller {
    private static readonly Regex Name = new Regex("(b+)+$");
    [HttpPost("/name")]
    public IActionResult Name(string name) {
        if (name.Length <= 50) return Ok(Name.IsMatch(name));
        return BadRequest();
    }
}
`, `Program.cs:3 remote
remote url GET /x q 8192: Program.cs:3
HomeController.cs:3 remote
remote body POST /name name 50: HomeController.cs:5 > HomeController.cs:6`},
		{"Ruby", `
-- app/controllers/users_controller.rb --
class UsersController < ApplicationController
  NAME = /^(a+)+$/
  def show
    name = params[:name]
    return head(:bad_request) if name.length > 70
    render plain: Texts.ok(name)
    name =~ NAME
  end
end
-- app/lib/texts.rb --
class Texts
  def self.ok(s)
    s.strip.match?(/(b+)+$/)
  end
end
`, `app/controllers/users_controller.rb:2 remote
remote body params.name 70: app/controllers/users_controller.rb:4 > app/controllers/users_controller.rb:7
app/lib/texts.rb:3 remote
remote body params.name 70: app/controllers/users_controller.rb:4 > app/controllers/users_controller.rb:6 > app/lib/texts.rb:2 > app/lib/texts.rb:3`},
		{"a test", `
-- test/phone.test.js --
const { isPhone } = require('../phone')
test('x', () => { isPhone(process.argv[2]); /(b+)+$/.test(load()) })
-- phone.js --
exports.isPhone = s => /(a+)+$/.test(s)
`, `test/phone.test.js:2 build
not followed: load()
phone.js:1 local
local argument process.argv.2 -1: test/phone.test.js:2 > phone.js:1`},
		{"what hides a way", `
-- a.js --
const check = require('some-check')
const A = /(a+)+$/, B = /(b+)+$/, C = /(c+)+$/, D = /(d+)+$/
A.test('x'); check.matches(name, A)
B.test('x'); B.test(window.location.hash)
C.test('x'); C.test(a ** b)
D.test('x')
`, `a.js:2 unknown
not followed: matches() with the regex
a.js:2 unknown
not followed: window.location.hash
a.js:2 unknown
not followed: a value that is computed
a.js:2 constant`},
		{"a file that is loaded by a computed name", `
-- a.js --
const { ok } = require('./b')
ok('x')
require('./' + process.env.ROUTES)
-- b.js --
exports.ok = s => /(a+)+$/.test(s)
`, `b.js:1 unknown
not followed: require() of a name that is worked out`},
		{"what is not followed", `
-- a.js --
const bus = require('some-bus')
bus.weird(x => /(a+)+$/.test(x))
function orphan (s) { return /(b+)+$/.test(s) }
const never = /(c+)+$/
`, `a.js:2 unknown
not followed: who calls the function in line 2
a.js:3 unknown
not followed: who calls orphan
a.js:4 unknown
not followed: no call was found in which it meets a text`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := describe(t, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestInsideDecorators holds that functions and classes in decorators and bases are kept apart from what they stand at.
func TestInsideDecorators(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"a function in a decorator", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
@app.route('/a')
@wraps(lambda f, g=1: f)
def a(x=1, y=2, z=3):
    s = request.headers['s']
    if len(s) > 10:
        return 'no'
    return re.match(r'(a+)+$', s)
`, "10"},
		{"a class that is its own constructor", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
class A:
    def again(self):
        self.__init__ = A
@app.route('/a')
def a():
    A().again()
    return re.match(r'(a+)+$', request.headers['s'])
`, "any"},
		{"a class in a base", "a.js", `
const app = require('express')()
class A extends mixin(class { other(s) { return s } }) { check(s) { return /(a+)+$/.test(s) } }
app.post('/a', (req, res) => new A().check(req.body.s))
`, "102400"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := longest(t, test.file, test.text); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
