package reach

import "testing"

// TestPipedStreams follows what streams of JavaScript hand to each other: to the methods of their classes, to the functions
// that they are made with, and to who listens to them. Bytes are no fewer than the characters that they stand for.
func TestPipedStreams(t *testing.T) {
	const frame = `
const { Writable, Transform, PassThrough, pipeline } = require('stream')
const app = require('express')()
const M = s => /^(a+)+$/.test(s)
`
	for _, test := range []struct{ text, want string }{
		{"class W extends Writable { _write(c, e, cb) { M(c.toString()); cb() } }\napp.post('/a', (req, res) => { req.pipe(new W()) })", "remote body POST /a data@0 -1"},
		{"class W extends Writable { constructor() { super(); this.rest = '' }\n_write(c, e, cb) { const all = (this.rest + c).split('\\n'); this.rest = all.pop(); for (const line of all) M(line); cb() } }\napp.post('/a', (req, res) => { req.pipe(new W()) })", "remote body POST /a data@0 -1"},
		{"class T extends Transform { _transform(c, e, cb) { this.push(c.toString()); cb() } }\napp.post('/a', (req, res) => { const t = new T(); t.on('data', d => M(d)); req.pipe(t) })", "remote body POST /a data@0 -1"},
		{"class T extends Transform { _transform(c, e, cb) { this.push('constant'); cb() } }\napp.post('/a', (req, res) => { const t = new T(); t.on('data', d => M(d)); req.pipe(t) })", "4 unknown"},
		{"class T extends Transform { _transform(c, e, cb) { M(c.toString().slice(0, 20)); cb() } }\napp.post('/a', (req, res) => { pipeline(req, new PassThrough(), new T(), res, () => {}) })", "remote body POST /a data@0 20"},
		{"app.post('/a', (req, res) => { pipeline(req, new Transform({ transform(c, e, cb) { M(String(c)); cb(null, c) } }), res, () => {}) })", "remote body POST /a data@0 -1"},
		{"app.post('/a', (req, res) => { req.pipe(new Writable({ write(c, e, cb) { M(String(c)); cb() } })) })", "remote body POST /a data@0 -1"},
		{"require('net').createServer(s => { class W extends Writable { _write(c, e, cb) { M(c.toString('utf8')); cb() } }\ns.pipe(new W()) }).listen(1)", "remote message data@0 -1"},
		{"app.post('/a', require('express').raw({ limit: 5000 }), (req, res) => M(req.body.toString('utf8')))", "remote body POST /a body 5000"},
		{"app.post('/a', require('express').raw({ limit: 5000 }), (req, res) => M(req.body.toString('hex')))", "remote body POST /a body 10000"},
		{"class T extends Transform { _transform(c, e, cb) { cb(null, c.toString()) } }\napp.post('/a', (req, res) => { req.pipe(new T()).on('data', d => M(d)) })", "remote body POST /a d -1"},
		{"const t = new Transform({ transform(c, e, cb) { cb(null, c.toString().slice(0, 30)) } })\nt.on('data', d => M(d))\napp.post('/a', (req, res) => { req.pipe(t) })", "remote body POST /a data@0 -1"},
		{"const async = require('async')\napp.post('/a', (req, res) => { async.waterfall([cb => cb(null, req.query.q), (q, cb) => cb(null, q.slice(0, 9)), (q, cb) => cb(null, M(q))], () => {}) })", "remote url POST /a query.q 9"},
		{"const async = require('async')\napp.post('/a', (req, res) => { async.waterfall([cb => cb(req.query.q, 'constant'), (q, cb) => cb(null, M(q))], () => {}) })", "4 constant"},
		// What one stream gets, another of the same kind does not.
		{"app.post('/a', (req, res) => { req.pipe(new Writable({ write(c, e, cb) { cb() } })) })\nconst w = new Writable({ write(c, e, cb) { M(String(c)); cb() } })", "4 unknown"},
		{"class W extends Writable { _write(c, e, cb) { M(c.toString()); cb() } }\nprocess.stdin.pipe(new W())\napp.post('/a', (req, res) => { req.pipe(res) })", "4 local"},
	} {
		if got := ways(t, "a.js", frame+test.text); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}
