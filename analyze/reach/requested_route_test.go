package reach

import "testing"

// TestRequestedRoute tells of the route for which a text is read where what reads it has none: a function that runs before all
// handlers, or one that a handler calls.
func TestRequestedRoute(t *testing.T) {
	for _, test := range []struct{ name, file, code, want string }{
		{"kept for the handler", "a.py", `
import re
from flask import Flask, request, g
app = Flask(__name__)
@app.before_request
def before():
    g.term = request.args.get('q', '')
@app.get('/search')
def search():
    return str(re.search('(a+)+$', g.term))
@app.get('/other')
def other():
    return 'x'
`, "GET /search"},
		{"read by what one handler calls", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
def look():
    return re.search('(a+)+$', request.args.get('q', ''))
@app.get('/search')
def search():
    look()
    return 'x'
`, "GET /search"},
		{"read by what two handlers call", "a.py", `
import re
from flask import Flask, request
app = Flask(__name__)
def look():
    return re.search('(a+)+$', request.args.get('q', ''))
@app.get('/search')
def search():
    look()
    return 'x'
@app.get('/find')
def find():
    look()
    return 'x'
`, " "},
		{"kept in the request", "a.js", `
const app = require('express')()
app.use((req, res, next) => { req.lang = req.get('Accept-Language'); next() })
const run = (req, res) => res.send(/(a+)+$/.test(req.lang))
app.get('/a', run)
app.post('/b', (req, res) => res.end())
`, "GET /a"},
		{"message that a handler may run the code of", "a.js", `
const app = require('express')()
const { WebSocketServer } = require('ws')
const run = s => /(a+)+$/.test(s)
app.get('/a', (req, res) => res.json(run('fixed')))
new WebSocketServer({ port: 8080 }).on('connection', ws => { ws.on('message', m => run(String(m))) })
`, " "},
		{"address at which a socket is opened", "a.js", `
const app = require('express')()
const { WebSocketServer } = require('ws')
const run = s => /(a+)+$/.test(s)
app.get('/a', (req, res) => res.json(run('fixed')))
new WebSocketServer({ port: 8080 }).on('connection', (ws, req) => run(req.url))
`, " "},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := "no way"
			if ways := waysOf(t, test.file, test.code, attacked); len(ways) > 0 {
				got = ways[0].Method + " " + ways[0].Route
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
