package reach

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// injections lists the patterns of a project that anybody can make.
func injections(t *testing.T, text string) string {
	t.Helper()
	paths, texts, files := archive(text)
	var out []string
	for _, x := range Open(Input{Paths: paths, Files: files}).Injections(t.Context()) {
		w := x.Ways[0]
		out = append(out, strings.Join(strings.Fields(fmt.Sprintf("%s:%d %s %s %s %s", x.At.File, 1+bytes.Count(texts[x.At.File][:x.At.Start], []byte("\n")), x.Call, w.Method, w.Route, w.Name)), " "))
	}
	return strings.Join(out, "\n")
}

func TestFindInjections(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a list made of what may be one or many, behind a route that is not told", `
-- index.js --
const express = require('express'), plural = require('./plural')
module.exports = (db, names, opts) => {
  const app = express.Router()
  for (const name of names) app.use(opts.prefix + name, plural(db, name, opts))
  return app
}
-- plural.js --
const express = require('express')
module.exports = (db, name, opts) => {
  const router = express.Router()
  function list (req, res) {
    let chain = db.get(name)
    for (const key of Object.keys(req.query)) {
      const many = [].concat(req.query[key], opts.more)
      chain = chain.filter(one => many.some(value => new RegExp(value, 'i').test(one)))
    }
    res.json(chain.map(one => new RegExp(one.name)))
  }
  router.route(opts.at + '/').get(list)
  return router
}
`, `plural.js:8 RegExp GET query`},
		{"JavaScript", `
-- a.js --
const express = require('express'), escape = require('escape-string-regexp'), _ = require('lodash')
const app = express()
const quote = s => s.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
function own (text) { return String(text).replace(/[-\/\\^$*+?.()|[\]{}]/g, '\\$&') }
const KINDS = ['cat', 'dog']
app.get('/x', (req, res) => {
  new RegExp(req.query.q)
  RegExp('^' + req.query.q, 'i')
  'text'.match(req.query.m)
  find(req.query.deep)
  new RegExp(escape(req.query.q))
  new RegExp(_.escapeRegExp(req.query.q))
  new RegExp(quote(req.query.q))
  new RegExp('a' + own(req.query.q))
  new RegExp('constant')
  'text'.split(req.query.q)
  'text'.replace(req.query.q, '')
  new RegExp('a{' + parseInt(req.query.n, 10) + '}')
  new RegExp(req.query.q.replace(/\W/g, ''))
  if (KINDS.includes(req.query.kind)) new RegExp(req.query.kind)
  const { word } = req.query
  if (!/^[\w-]+$/.test(word)) return res.sendStatus(400)
  new RegExp('^' + word + '$')
})
app.use((req, res, next) => { new RegExp(req.query.every); next() })
app.get('/m', (req, res) => {
  const many = { make: RegExp }
  many[req.query.k] = JSON.parse('{}').name.match
  many.end(req.query.end)
  many.match(req.query.match)
  many.make(req.query.make)
})
app.use('/api', check)
function check (req, res, next) { new RegExp(escape(req.query.every)); new RegExp(req.headers['x-every']); next() }
function find (what) { return names.filter(n => new RegExp(what, 'i').test(n)) }
function local () { return new RegExp(process.argv[2]) }
-- test/a.test.js --
const app = require('express')()
app.get('/t', (req, res) => new RegExp(req.query.q))
`, `a.js:7 RegExp GET /x query.q
a.js:8 RegExp GET /x query.q
a.js:9 match GET /x query.m
a.js:25 RegExp query.every
a.js:30 match GET /m query.match
a.js:31 make GET /m query.make
a.js:34 RegExp header.x-every
a.js:35 RegExp GET /x query.deep`},
		{"Python", `
-- a.py --
import re
from flask import Flask, request
app = Flask(__name__)
@app.route('/x')
def x():
    re.search(request.args['q'], 'text')
    re.compile('^' + request.args.get('p'))
    re.compile(f"^{request.args['f']}")
    re.compile('^' + re.escape(request.args['q']))
    re.search(r'a+', request.args['q'])
    re.compile(re.sub(r'[^a-z]', '', request.args['q']))
`, `a.py:6 search GET /x query.q
a.py:7 compile GET /x query.p
a.py:8 compile GET /x query.f`},
		{"PHP", `
-- a.php --
<?php
preg_match('/' . $_GET['q'] . '/', $text);
preg_match("/^{$_POST['name']}$/i", $text);
preg_match('/' . preg_quote($_GET['q'], '/') . '/', $text);
preg_match('/a/', $_GET['q']);
`, `a.php:2 preg_match /a.php query.q
a.php:3 preg_match /a.php body.name`},
		{"Ruby", `
-- app.rb --
require 'sinatra'
get '/x' do
  Regexp.new(params[:q])
  /^#{params[:name]}$/
  Regexp.new(Regexp.escape(params[:q]))
  'text'.split(params[:q])
  'text'.gsub(params[:q], '')
end
`, `app.rb:3 new GET /x query.q
app.rb:4 a regex GET /x query.name`},
		{"Ruby, on which side the regex stands", `
-- app.rb --
require 'sinatra'
RE = /\A\d+\z/
def made(x) = x
get '/x' do
  /\d+/.match?(params[:a])
  /\d+/ =~ params[:b]
  RE.match(params[:c])
  made(RE).match?(params[:d])
  Regexp.new('a').match?(params[:e])
  params[:f] =~ params[:g]
  'text'.match?(params[:h])
  params[:i].match(params[:j])
  env['HTTP_HOST'].match?(params[:k])
end
`, `app.rb:11 match? GET /x query.h
app.rb:12 match GET /x query.j
app.rb:13 match? GET /x query.k`},
		{"Java", `
-- src/A.java --
package a;
import java.util.regex.Pattern;
import org.springframework.web.bind.annotation.*;
@RestController
@RequestMapping("/api")
class A {
  @GetMapping("/x")
  String x(@RequestParam("q") String q, @RequestParam("s") String s) {
    Pattern.compile("^" + q);
    "text".matches(s);
    Pattern.compile(Pattern.quote(q));
    return "";
  }
}
`, `src/A.java:9 compile GET /api/x query.q
src/A.java:10 matches GET /api/x query.s`},
		{"C#", `
-- A.cs --
using System.Text.RegularExpressions;
[ApiController]
[Route("api/[controller]")]
public class ItemsController : ControllerBase {
  [HttpGet("find")]
  public string Find([FromQuery] string q, [FromQuery] string s) {
    new Regex(q);
    Regex.IsMatch("text", s);
    new Regex(Regex.Escape(q));
    return "";
  }
}
`, `A.cs:7 Regex GET /api/Items/find query.q
A.cs:8 IsMatch GET /api/Items/find query.s`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := injections(t, test.text); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}
