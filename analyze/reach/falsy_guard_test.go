package reach

import "testing"

// TestFalsyGuards holds that what is no true value is no long text, beside comparisons that count only for true ones.
func TestFalsyGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const app = require('express')()
app.post('/a', (req, res) => { let s = req.body.s, o = req.body.o; const c = req.body.c
  GUARD;
  /(a+)+$/.test(s);
  GUARD
})`, "10", "102400", []string{
			"if (s && s.length > 10) return",
			"if (s && s.length > 10) { res.status(422).json({}); return }",
			"if (s != null && s.length > 10) throw new Error('no')",
			"if (s !== undefined && s.length > 10) return",
			"if (o || s && s.length > 10) return",
			"if (!s || s.length > 10) return",
			"if ((s?.length ?? 0) > 10) return",
			"if ((s.length || 0) > 10) return",
			"if (s) { if (s.length > 10) return }",
			"if (!['large text', 'small'].includes(s)) return",
			"const kinds = ['large text', 'small']; if (!kinds.includes(s)) throw new Error('no')",
		}, []string{
			"if (s && o.length > 10) return",
			"if ((o?.length ?? 0) > 10) return",
			"if ((s?.length && 0) > 10) return",
			"if ((s?.length ?? 0) > 10) console.log('long')",
			"if (o && s.length > 10) return",
			"if (s == false && s.length > 10) return; if (s != false) return",
			"if (s == false || s.length <= 10) console.log(s)",
			"if (!s && s.length > 10) return",
			"if (s && s.length > 10) console.log('long')",
			"if (typeof s === 'string' && s.length > 10) return",
			"if (!['large', o].includes(s)) return",
			"if (!s.includes('large')) return",
			"const kinds = ['large']; kinds.push(o); if (!kinds.includes(s)) return",
			"if (s && s.length > 10) return; s = req.body.t",
		}},
		{"Python", "a.py", `import re
from flask import Flask, request, abort
app = Flask(__name__)
@app.post('/a')
def a():
    s = request.form['s']; o = request.form['o']
    GUARD
    re.search('(a+)+$', s)
`, "10", "any", []string{
			"if s and len(s) > 10: abort(400)",
			"if s is not None and len(s) > 10: return 'no'",
			"if not s or len(s) > 10: return 'no'",
			"if s not in ['large text', 'small']: return 'no'",
			"if o or (s and len(s) > 10): raise ValueError",
			"if s and len(s) > 10:\n        return 'no'",
			"if not (s is None or len(s) <= 10): abort(400)",
			"n = len(s)\n    if s and n > 10: abort(400)",
		}, []string{
			"if s and len(o) > 10: abort(400)",
			"if o and len(s) > 10: abort(400)",
			"if s and len(s) > 10: print('long')",
			"if not s and len(s) > 10: abort(400)",
			"if s not in ['large text', o]: return 'no'",
			"if s not in ['large text', *o]: return 'no'",
			"if s in ['large text']: return 'no'",
			"if s and len(s) > 10: abort(400)\n    s = request.form['t']",
			"if s or len(s) > 10: print(s)",
			"if o is not None and len(s) > 10: return 'no'",
		}},
	} {
		g.run(t)
	}
}
