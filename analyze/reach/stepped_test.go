package reach

import "testing"

// TestSteppedLimits bounds nothing by a number that is counted up, or reckoned out of what is not known, behind the place
// where it is set; one that stays what it is bounds.
func TestSteppedLimits(t *testing.T) {
	const (
		long  = "remote body POST /a body.a 102400"
		short = "remote body POST /a body.a 10"
	)
	for _, test := range []struct{ body, want string }{
		{"let n = 10; /(a+)+$/.test(s.slice(0, n))", short},
		{"let n = 10; n++; /(a+)+$/.test(s.slice(0, n))", long},
		{"let n = 10; while (f()) ++n; /(a+)+$/.test(s.slice(0, n))", long},
		{"for (let n = 10; n < s.length; n++) /(a+)+$/.test(s.slice(0, n))", long},
		{"let n = 10; for (let i = 0; i < n; i++) /(a+)+$/.test(s.slice(0, n))", short},
		{"let n = 10; const more = () => { n++ }; more(); /(a+)+$/.test(s.slice(0, n))", long},
		{"let n = 10; { let n = 5; n++ } /(a+)+$/.test(s.slice(0, n))", short},
		{"let n = 10; if (s.length > n) return; /(a+)+$/.test(s)", short},
		{"let n = 10; while (f()) n++; if (s.length > n) return; /(a+)+$/.test(s)", long},
		{"let n = 10; if (s.length > n) return; n++; /(a+)+$/.test(s)", short},
		{"const o = { n: 10 }; /(a+)+$/.test(s.slice(0, o.n))", short},
		{"const o = { n: 10 }; o.n++; /(a+)+$/.test(s.slice(0, o.n))", long},
		{"const o = { n: 10 }; o.n *= f(); /(a+)+$/.test(s.slice(0, o.n))", long},
		{"const o = { n: 10 }; if (f()) o.n = -f(); /(a+)+$/.test(s.slice(0, o.n))", long},
		{"const o = { n: 10, m: 1 }; o.m++; /(a+)+$/.test(s.slice(0, o.n))", short},
	} {
		t.Run(test.body, func(t *testing.T) {
			text := "const app = require('express')()\napp.use(require('express').json())\napp.post('/a', (req) => { const s = String(req.body.a); " + test.body + " })\n"
			if got := ways(t, "a.js", text); got != test.want {
				t.Errorf("%s\ngot  %s\nwant %s", text, got, test.want)
			}
		})
	}
}
