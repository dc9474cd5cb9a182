package reach

import (
	"fmt"
	"strings"
	"testing"
)

// TestListsPass has a list be sent in the place of a text whose length is compared. Each guard bounds the text; the second
// number is how long the text of a list can be.
func TestListsPass(t *testing.T) {
	const frame = `
const app = require('express')(), validator = require('validator'), { z } = require('zod'), _ = require('lodash')
const Z = z.object({ s: z.string() })
const tooLong = s => s.length > 20
const isText = s => typeof s === 'string' && s.length <= 20
const short = (req, res, next) => { if (req.body.s.length > 20) return res.status(400).end(); next() }
const typed = (req, res, next) => { if (typeof req.body.s !== 'string' || req.body.s.length > 20) return res.status(400).end(); next() }
app.post('/:p', MIDDLE(req, res) => { let s = req.body.s; const b = req.body;
  GUARD
})`
	for _, test := range []struct{ guard, want string }{
		{"if (s.length > 20) return; /(a+)+$/.test(s)", "20 102400"},
		{"if (b.s.length > 20) return; /(a+)+$/.test(b.s)", "20 102400"},
		{"if (tooLong(s)) return; /(a+)+$/.test(s)", "20 102400"},
		{"if (s.length > 20) return; /(a+)+$/.exec(String(s))", "20 102400"},
		{"if (s.length > 20) return; /(a+)+$/.test(s.slice(0, 10))", "10 102400"},
		{"/(a+)+$/.test(s.slice(0, 20))", "20 102400"},
		{"/(a+)+$/.test(String(s).slice(0, 20))", "20 0"},
		{"s.slice(0, 20).match(/(a+)+$/)", "20 0"},
		{"if (s && s.length <= 20) { /(a+)+$/.test(s) }", "20 102400"},
		{"if (req.query.q.length > 20) return; /(a+)+$/.test(req.query.q)", "20 16384"},
		{"const o = JSON.parse(req.headers.o); if (o.s.length > 20) return; /(a+)+$/.test(o.s)", "20 16384"},
		{"MIDDLE short, /(a+)+$/.test(b.s)", "20 102400"},
		{"if (Array.isArray(b)) return; if (s.length > 20) return; /(a+)+$/.test(s)", "20 102400"},
		{"if (typeof b.t !== 'string' || s.length > 20) return; /(a+)+$/.test(s)", "20 102400"},
		{"if (typeof s === 'string' && s.length > 20) return; /(a+)+$/.test(s)", "102400 0"},
		{"const o = JSON.parse(req.headers.o.toString()); if (o.s.length > 20) return; /(a+)+$/.test(o.s)", "20 16384"},
		{"const o = JSON.parse(req.headers.o + ''); if (o.s.length > 20) return; /(a+)+$/.test(o.s)", "20 16384"},
		{"const long = (o) => o.s.length > 20; if (long(b)) return; /(a+)+$/.test(b.s)", "20 102400"},

		{"if (!b.l.every(x => x.length <= 20)) return; b.l.forEach(x => /(a+)+$/.test(x))", "20 102400"},

		{"if (typeof s !== 'string' || s.length > 20) return; /(a+)+$/.test(s)", "20 0"},
		{"if (!b.l.every(x => typeof x === 'string' && x.length <= 20)) return; b.l.forEach(x => /(a+)+$/.test(x))", "20 0"},
		{"if (typeof b.s !== 'string') return; if (b.s.length > 20) return; /(a+)+$/.test(b.s)", "20 0"},
		{"if (!isText(s)) return; /(a+)+$/.test(s)", "20 0"},
		{"const fits = (o) => typeof o.s === 'string' && o.s.length <= 20; if (!fits(b)) return; /(a+)+$/.test(b.s)", "20 0"},
		{"if (s.length > 20) return; s.match(/(a+)+$/)", "20 0"},
		{"if (s.length > 20) return; /(a+)+$/.test(s.trim())", "20 0"},
		{"s = s.trim(); if (s.length > 20) return; /(a+)+$/.test(s)", "20 0"},
		{"s = String(s); if (s.length > 20) return; /(a+)+$/.test(s)", "20 0"},
		{"s = `${s}`; if (s.length > 20) return; /(a+)+$/.test(s)", "20 0"},
		{"if (s !== 'one' && s !== 'other') return; /(a+)+$/.test(s)", "5 0"},
		{"if (!_.isString(s) || s.length > 20) return; /(a+)+$/.test(s)", "20 0"},
		{"s = Z.parse(b).s; if (s.length > 20) return; /(a+)+$/.test(s)", "20 0"},
		{"if (req.cookies.c.length > 20) return; /(a+)+$/.test(req.cookies.c)", "20 16384"},
		{"if (typeof req.cookies.c !== 'string' || req.cookies.c.length > 20) return; /(a+)+$/.test(req.cookies.c)", "20 0"},
		{"if (req.params.p.length > 20) return; /(a+)+$/.test(req.params.p)", "20 0"},
		{"if (req.headers.h.length > 20) return; /(a+)+$/.test(req.headers.h)", "20 0"},
		{"const h = req.get('h'); if (h.length > 20) return; /(a+)+$/.test(h)", "20 0"},
		{"MIDDLE typed, /(a+)+$/.test(b.s)", "20 0"},
	} {
		before, guard := "", test.guard
		if rest, ok := strings.CutPrefix(guard, "MIDDLE "); ok {
			before, guard, _ = strings.Cut(rest, " ")
		}
		ways := waysOf(t, "a.js", strings.Replace(replaced(frame, guard), "MIDDLE", before, 1), attacked)
		if len(ways) == 0 {
			t.Errorf("%s: no way was found", test.guard)
			continue
		}
		if got := fmt.Sprint(ways[0].MaxLength, ways[0].AsList); got != test.want {
			t.Errorf("%s: got %s, want %s", test.guard, got, test.want)
		}
	}
}
