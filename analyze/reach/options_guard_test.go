package reach

import (
	"strings"
	"testing"
)

// TestStatedInOptions bounds a text by what the options of a call say that cuts it, or that asks how long it is.
func TestStatedInOptions(t *testing.T) {
	for _, c := range []struct{ guard, want string }{
		{"v = _.truncate(v, { length: 40 })", "40"},
		{"v = _.truncate(String(v), { length: 40, separator: ' ' })", "40"},
		{"v = _.truncate(v)", "30"},
		{"v = _.truncate(v, { length: req.body.n })", "102400"},
		{"v = _.truncate(v, req.body.o)", "102400"},
		{"if (!validator.isLength(v, { min: 1, max: 40 })) return", "40"},
		{"if (!validator.isByteLength(v, { max: 40 })) return", "40"},
		{"const o = { max: 40 }; if (!validator.isLength(v, o)) return", "40"},
		{"if (validator.isLength(v, { max: 40 })) return", "102400"},
		{"validator.isLength(v, { max: 40 })", "102400"},
		{"if (!validator.isLength(req.body.t, { max: 40 })) return", "102400"},
		{"if (!validator.isLength(v, { min: 40 })) return", "102400"},
		{"if (!validator.isLength(v, { max: req.body.n })) return", "102400"},
		{"if (!validator.isLength(v, { max: 40, ...req.body.o })) return", "102400"},
		{"const o = { max: 40 }; Object.assign(o, req.body.o); if (!validator.isLength(v, o)) return", "102400"},
		{"const o = { max: 40 }; lib.more(o); if (!validator.isLength(v, o)) return", "102400"},
		{"const o = { max: 40 }; o.max = req.body.n; if (!validator.isLength(v, o)) return", "102400"},
	} {
		app := `const app = require('express')(), _ = require('lodash'), validator = require('validator'), lib = require('lib')
app.post('/a', (req, res) => { let v = req.body.v; GUARD; /(a+)+$/.test(v) })
`
		if got := longest(t, "a.js", strings.Replace(app, "GUARD", c.guard, 1)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.guard, got, c.want)
		}
	}
}
