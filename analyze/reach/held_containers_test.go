package reach

import (
	"strings"
	"testing"
)

// TestHeldContainers follows what maps, sets and emitters hold that are members of objects or are handed to functions, and
// mixes up no two of them.
func TestHeldContainers(t *testing.T) {
	const frame = `
const app = require('express')()
app.use(require('express').json())
const { EventEmitter } = require('events'), { Transform } = require('stream')
const meet = s => /(a+)+$/.test(s)
class Store { held = new Map(); put(k, v) { this.held.set(k, v) } get(k) { return this.held.get(k) } run(s) { for (const f of this.held.values()) f(s) } }
class Listeners { all = new Set(); add(f) { this.all.add(f) } run(s) { for (const f of this.all) f(s) } values(s) { for (const f of this.all.values()) f(s) } }
class Bus { constructor() { this.emitter = new EventEmitter() } on(name, f) { this.emitter.on(name, async (...args) => f(...args)) } sent(s) { this.emitter.emit('sent', s) } onSent(f) { this.emitter.on('sent', f) } onOther(f) { this.emitter.on('other', f) } }
class Pipe extends Transform { got(s) { this.emit('got', s) } }
const box = { one: new Map(), other: new Map() }, store = new Store(), listeners = new Listeners(), bus = new Bus(), pipe = new Pipe()
function put(map, s) { map.set('x', s) }
CODE
app.post('/x', (req, res) => { HANDLE })
`
	for _, test := range []struct{ code, handle, want string }{
		{"", "box.one.set('x', req.body.s); meet(box.one.get('x'))", "remote body POST /x body.s 102400"},
		{"", "box.one.set('x', req.body.s.slice(0, 9)); meet(box.one.get('x'))", "remote body POST /x body.s 9"},
		{"", "box.one.set('x', req.body.s); meet(box.other.get('x'))", "5 unknown"},
		{"", "put(box.one, req.body.s); meet(box.one.get('x'))", "remote body POST /x body.s 102400"},
		{"", "put(box.one, req.body.s); meet(box.other.get('x'))", "5 unknown"},
		{"", "store.put('x', { s: req.body.s }); meet(store.get('x').s)", "remote body POST /x body.s 102400"},
		{"store.put('x', meet)", "store.run(req.body.s)", "remote body POST /x body.s 102400"},
		{"store.put(meet, 1)", "store.run(req.body.s)", "5 unknown"},
		{"listeners.add(meet)", "listeners.run(req.body.s)", "remote body POST /x body.s 102400"},
		{"listeners.add(meet)", "listeners.values(req.body.s)", "remote body POST /x body.s 102400"},
		{"bus.onSent(meet)", "bus.sent(req.body.s)", "remote body POST /x body.s 102400"},
		{"bus.onOther(meet)", "bus.sent(req.body.s)", "5 unknown"},
		{"bus.on('sent', meet)", "bus.sent(req.body.s)", "remote-possible body POST /x body.s 102400"}, // the name is not known where it listens
		{"const { LRUCache } = require('lru-cache'), cache = new LRUCache({ max: 9 })", "cache.set('x', { s: req.body.s }); meet(cache.get('x').s)", "remote body POST /x body.s 102400"},
		{"const { LRUCache } = require('lru-cache'), one = new LRUCache({ max: 9 }), other = new LRUCache({ max: 9 })", "one.set('x', req.body.s); meet(other.get('x'))", "5 unknown"},
		{"const NodeCache = require('node-cache'), cache = new NodeCache()", "cache.set('x', req.body.s, 100); meet(cache.get('x'))", "remote body POST /x body.s 102400"},
		{"const one = Object.create(null)", "one.x = req.body.s; meet(one.x)", "remote body POST /x body.s 102400"},
		{"const one = Object.create(null), other = Object.create(null)", "one.x = req.body.s; meet(other.x)", "5 unknown"},
		{"const one = Object.create({ run(s) { meet(s) } })", "one.run(req.body.s)", "remote body POST /x body.s 102400"},
		{"function One() { const self = Object.create(One.prototype); return self }\nOne.prototype.run = function(s) { this.held = s; meet(this.held) }", "One().run(req.body.s)", "remote body POST /x body.s 102400"},
		{"function One() { const self = Object.create(One.prototype); return self }\nOne.prototype.run = function(s) { this.held = s; meet(this.other) }", "One().run(req.body.s)", "5 unknown"},
		{"pipe.on('got', meet)", "pipe.got(req.body.s)", "remote body POST /x body.s 102400"},
		{"pipe.on('other', meet)", "pipe.got(req.body.s)", "5 unknown"},
	} {
		if got := ways(t, "a.js", strings.NewReplacer("CODE", test.code, "HANDLE", test.handle).Replace(frame)); got != test.want {
			t.Errorf("%s; %s: got %s, want %s", test.code, test.handle, got, test.want)
		}
	}
}
