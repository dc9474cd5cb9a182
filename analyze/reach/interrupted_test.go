package reach

import (
	"strings"
	"testing"
)

// TestInterrupted follows texts where a part of the code may be left in the middle, and to the tests of a case.
func TestInterrupted(t *testing.T) {
	for _, test := range []struct{ name, file, text, want string }{
		{"a guard in a try does not hold in its finally", "a.js", `
const app = require('express')()
app.get('/a', (req, res) => {
  const s = req.query.s
  try { if (s.length > 20) throw new Error('long') } finally { /(a+)+$/.test(s) }
})`, "16384"},
		{"it holds behind the finally", "a.js", `
const app = require('express')()
app.get('/a', (req, res) => {
  const s = req.query.s
  try { if (s.length > 20) throw new Error('long') } finally { res.end() }
  /(a+)+$/.test(s)
})`, "20"},
		{"but not for what the finally assigns", "a.js", `
const app = require('express')()
app.get('/a', (req, res) => {
  let s = req.query.s
  try { if (s.length > 20) throw new Error('long') } finally { s = req.query.t }
  /(a+)+$/.test(s)
})`, "16384"},
		{"assigned in a try that returns", "a.js", `
const app = require('express')()
app.get('/a', (req, res) => {
  let s = 'x'
  try { s = req.query.s; return JSON.parse(s) } catch { /(a+)+$/.test(s) }
})`, "16384"},
		{"assigned again in the try", "a.py", `
from flask import Flask, request
import re
app = Flask(__name__)
@app.route('/a')
def a():
    try:
        s = request.args['s'][:30]
        int(s)
        s = 'x'
    except ValueError:
        re.match(r'(a+)+$', s)
`, "30"},
		{"assigned behind the try", "a.js", `
const app = require('express')()
app.get('/a', (req, res) => {
  let s = 'x'
  try { JSON.parse(s) } catch { /(a+)+$/.test(s) }
  s = req.query.s
  res.end(s)
})`, "none"},
		{"a test of a case", "a.rb", `
require 'sinatra'
get '/a' do
  case params[:s][0, 30]
  when 'x', /(a+)+$/ then 1
  end
end
`, "30"},
		{"a part of a text by a regex", "a.rb", `
require 'sinatra'
get '/a' do
  params[:s][0, 30][/(a+)+$/, 1]
end
`, "30"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := longest(t, test.file, test.text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
			}
		})
	}
}

// TestSearchGivesUp follows a text of the command line to a match that is reached in more ways than a search looks at: a
// request may come by one of these.
func TestSearchGivesUp(t *testing.T) {
	for _, test := range []struct {
		values int
		want   string
	}{{200, "a.js:1 local"}, {20200, "a.js:1 unknown"}} {
		text := "\n-- a.js --\nfunction is(s) { return /^(a+)+$/.test(s) }\nis(process.argv[2])\nis(f(" + strings.Repeat("g, ", test.values) + "g))\n"
		if got, _, _ := strings.Cut(describe(t, text), "\n"); got != test.want {
			t.Errorf("a match that %d values may get to has the reach %q, want %q", test.values, got, test.want)
		}
	}
}
