package reach

import (
	"strings"
	"testing"
)

// TestEmitters follows what emitters of events are given to who listens to these, and to nobody else.
func TestEmitters(t *testing.T) {
	const frame = `
const app = require('express')()
app.use(require('express').json())
const EventEmitter = require('events')
const bus = new EventEmitter()
class Hub extends EventEmitter { send(s) { this.emit('sent', s) } }
class Own { on(name, fn) { } emit(name, s) { } }
const hub = new Hub(), own = new Own()
const meet = s => /(a+)+$/.test(s)
LISTEN
app.post('/x', (req, res) => { EMIT })
`
	for _, test := range []struct{ listen, emit, want string }{
		{"bus.on('a', meet)", "bus.emit('a', req.body.s)", "remote body POST /x body.s 102400"},
		{"bus.once('a', s => meet(s))", "bus.emit('a', req.body.s.slice(0, 9))", "remote body POST /x body.s 9"},
		{"bus.addListener('a', (n, s) => meet(s))", "bus.emit('a', 1, req.body.s)", "remote body POST /x body.s 102400"},
		{"bus.on('a', (n, s) => meet(n))", "bus.emit('a', 'x', req.body.s)", "9 unknown"}, // others may emit
		{"bus.on('b', meet)", "bus.emit('a', req.body.s)", "9 unknown"},
		{"bus.on('b', meet)", "bus.emit(req.body.n, req.body.s)", "remote body POST /x body.s 102400"},
		{"hub.on('sent', meet)", "hub.send(req.body.s)", "remote body POST /x body.s 102400"},
		{"hub.on('sent', meet)", "hub.emit('sent', req.body.s)", "remote body POST /x body.s 102400"},
		{"hub.on('other', meet)", "hub.send(req.body.s)", "9 unknown"},
		{"hub.on('a', meet)", "bus.emit('a', req.body.s)", "9 unknown"},
		{"own.on('a', meet)", "own.emit('a', req.body.s)", "9 unknown"},
		{"", "meet(res.req.body.s)", "remote body POST /x req.body.s 102400"},
	} {
		code := strings.NewReplacer("LISTEN", test.listen, "EMIT", test.emit).Replace(frame)
		got := ways(t, "a.js", code)
		if got != test.want {
			t.Errorf("%s; %s: got %s, want %s", test.listen, test.emit, got, test.want)
		}
	}
}
