package reach

import "testing"

// TestVariablesOfOthers follows what a function returns to those that set its variables: functions in it, that it calls, and
// others of the file, each beside runs that get something else.
func TestVariablesOfOthers(t *testing.T) {
	const server = "const http = require('http')\n"
	for _, c := range []struct{ name, file, text, want string }{
		{"the body in a promise", "a.js", server + `
function read(req) { return new Promise(resolve => { let all = ''; req.on('data', c => { all += c }); req.on('end', () => resolve(all)) }) }
http.createServer(async (req, res) => { const b = await read(req); /(a+)+$/.test(b) })`, "remote body c -1"},
		{"a callback in what is called", "a.js", server + `
const last = req => { let v; [req.url].forEach(c => { v = c }); return v }
http.createServer((req, res) => { /(a+)+$/.test(last(req)) })`, "remote url url 16384"},
		{"a callback in a callback", "a.js", server + `
const last = req => { let v; [[req.url]].forEach(all => all.forEach(c => { v = c })); return v }
http.createServer((req, res) => { /(a+)+$/.test(last(req)) })`, "remote url url 16384"},
		{"a variable of the file", "a.js", server + `
let kept
function keep(x) { kept = x }
function get() { return kept }
http.createServer((req, res) => { keep(req.url); /(a+)+$/.test(get()) })`, "remote url url 16384"},
		{"that another handler sets", "a.js", server + `
let kept
const keep = x => { kept = x }
const get = () => kept
http.createServer((req, res) => { keep(req.url) })
http.createServer((req, res) => { /(a+)+$/.test(get()) })`, "remote url url 16384"},
		{"of a parameter beside", "a.js", server + `
let kept
const get = () => kept
http.createServer((req, res) => { kept = req.url })
http.createServer((req, res) => { /(a+)+$/.test(get()) })`, "remote url url 16384"},
		{"a member that another handler sets", "a.js", server + `
const kept = {}
const keep = x => { kept.q = x }
const get = () => kept.q
http.createServer((req, res) => { keep(req.url) })
http.createServer((req, res) => { /(a+)+$/.test(get()) })`, "remote url url 16384"},
		{"a member of what each run makes", "a.js", server + `
const make = x => { const kept = {}; kept.q = x; return kept }
const get = x => make(x).q
http.createServer((req, res) => { make(req.url) })
http.createServer((req, res) => { /(a+)+$/.test(get('a')) })`, "6 constant"},
		{"a member in Python", "a.py", `
from flask import Flask, request
import re
app = Flask(__name__)
kept = {}
def keep(x):
    kept['q'] = x
def get():
    return kept['q']
@app.route('/a')
def a():
    keep(request.args['q'])
@app.route('/b')
def b():
    re.search('(a+)+$', get())`, "remote url GET /a request.args.q -1"},
		{"what a request has for itself", "a.js", server + `
const { AsyncLocalStorage } = require('node:async_hooks')
const store = new AsyncLocalStorage()
http.createServer((req, res) => { store.run({ q: req.url }, async () => { /(a+)+$/.test(store.getStore().q) }) })`, "remote url url 16384"},
		{"what a request has for itself, by functions of the program", "a.js", server + `
const { AsyncLocalStorage } = require('node:async_hooks')
const store = new AsyncLocalStorage()
const run = (context, fn) => store.run(context, fn)
const get = () => store.getStore()
http.createServer((req, res) => { run({ q: req.url }, () => { /(a+)+$/.test(get().q) }) })`, "remote url url 16384"},
		{"what each run makes by a library", "a.js", server + `
const { AsyncLocalStorage } = require('node:async_hooks')
const last = s => { const store = new AsyncLocalStorage(); const get = () => store.getStore(); store.enterWith({ q: s }); return get().q }
http.createServer((req, res) => { last(req.url); /(a+)+$/.test(last('a')) })`, "5 unknown"},
		{"that nobody sets", "a.js", server + `
let kept = 'a'
function get() { return kept }
http.createServer((req, res) => { /(a+)+$/.test(get()) })`, "5 constant"},
		{"of another run", "a.js", server + `
const last = s => { let v; [s].forEach(c => { v = c }); return v }
http.createServer((req, res) => { last(req.url); /(a+)+$/.test(last('a')) })`, "4 constant"},
		{"of another run of what it calls", "a.js", server + `
const set = (o, s) => { o.v = s }
const last = s => { const o = {}; set(o, s); return o.v }
http.createServer((req, res) => { last(req.url); /(a+)+$/.test(last('a')) })`, "5 constant"},
		{"global in Python", "a.py", `
from flask import Flask, request
import re
app = Flask(__name__)
kept = None
def keep(x):
    global kept
    kept = x
def get():
    return kept
@app.route('/')
def page():
    keep(request.args['q'])
    re.search('(a+)+$', get())`, "remote url GET / request.args.q -1"},
		{"nonlocal in Python", "a.py", `
from flask import Flask, request
import re
app = Flask(__name__)
def last(s):
    kept = None
    def keep(x):
        nonlocal kept
        kept = x
    keep(s)
    return kept
@app.route('/')
def page():
    re.search('(a+)+$', last(request.args['q']))`, "remote url GET / request.args.q -1"},
		{"a reference in PHP", "a.php", `<?php
function last($s) { $kept = null; $keep = function ($x) use (&$kept) { $kept = $x; }; $keep($s); return $kept; }
preg_match('/(a+)+$/', last($_GET['q']));`, "remote url /a.php $_GET.q -1"},
		{"a block in Ruby", "a.rb", `
require 'sinatra'
def last(s)
  kept = nil
  [s].each { |c| kept = c }
  kept
end
get('/') { last(params[:q]) =~ /(a+)+$/ }`, "remote url GET / params.q 10240"},
		{"a lambda in Kotlin", "a.kt", `
import org.springframework.web.bind.annotation.*
@RestController
class C {
  fun last(s: String): String { var kept = ""; listOf(s).forEach { c -> kept = c }; return kept }
  @GetMapping("/") fun page(@RequestParam q: String) = Regex("(a+)+$").containsMatchIn(last(q))
}`, "remote url GET / q 8192"},
		{"a lambda in C#", "a.cs", `
using Microsoft.AspNetCore.Mvc;
using System.Text.RegularExpressions;
public class C : ControllerBase {
  string Last(string s) { string kept = ""; Action<string> keep = c => { kept = c; }; keep(s); return kept; }
  [HttpGet("/")] public bool Page([FromQuery] string q) => Regex.IsMatch(Last(q), "(a+)+$");
}`, "remote url GET / q 8192"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ways(t, c.file, c.text); got != c.want {
				t.Errorf("%s\nreached: %s, want %s", c.text, got, c.want)
			}
		})
	}
}
