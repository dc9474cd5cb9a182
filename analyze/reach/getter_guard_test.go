package reach

import "testing"

// TestGetterGuards asks again for what was found short.
func TestGetterGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"Python", "a.py", `
import re, cache, requests
from flask import Flask, request, abort
app = Flask(__name__)
RE = re.compile("(a+)+$")
@app.post("/a")
def a():
    data, other = request.get_json(), request.get_json()["other"]
    GUARD
`, "40", "any", []string{
			"if len(request.args.get('q', '')) > 40: abort(400)\n    RE.search(request.args.get('q', ''))",
			"if len(request.args.get('q', '')) > 40: abort(400)\n    RE.search(request.args['q'])",
			"if len(request.args['q']) > 40: abort(400)\n    RE.search(request.args.get('q'))",
			"if len(request.form.get('q') or '') > 40: return ''\n    RE.search(request.form.get('q', 'x'))",
			"if not request.args.get('q') or len(request.args.get('q')) > 40: return ''\n    RE.search(request.args.get('q'))",
			"if len(data.get('q', '')) <= 40: RE.search(data.get('q', ''))",
			"if len(data.get('q', '')) > 40: raise ValueError()\n    RE.search(data['q'].strip())",
			"if request.args.get('q') and len(request.args.get('q')) > 40: return ''\n    RE.search(request.args.get('q'))",
		}, []string{
			"if len(request.args.get('q', '')) > 40: abort(400)\n    RE.search(request.args.get('r', ''))",
			"if len(request.args.get('q', '')) > 40: abort(400)\n    RE.search(request.form.get('q', ''))",
			"if len(request.args.get('q', '')) > 40: abort(400)\n    RE.search(request.args.get('q', other))",
			"if len(request.args.get('q', '')) < 40: abort(400)\n    RE.search(request.args.get('q', ''))",
			"if len(request.args.get('q', '')) > 40: print(400)\n    RE.search(request.args.get('q', ''))",
			"RE.search(request.args.get('q', ''))\n    if len(request.args.get('q', '')) > 40: abort(400)",
			"if len(data.get('q', '')) > 40: abort(400)\n    data['q'] = other\n    RE.search(data.get('q', ''))",
			"if len(data.get('q', '')) > 40: abort(400)\n    data.update(other)\n    RE.search(data.get('q', ''))",
			"if len(request.args.get(other, '')) > 40: abort(400)\n    RE.search(request.args.get('q', ''))",
			"if len(request.args.get('q', '')) > 40: abort(400)\n    RE.search(request.args.get(other, ''))",
			"if len(request.args.get('q', '')) > 40: abort(400)\n    for q in request.args.getlist('q'): RE.search(q)",
		}},
		{"JavaScript", "a.js", `
const express = require('express'), app = express()
const RE = /(a+)+$/, shared = new Map()
app.post('/a', (req, res) => { const params = new URLSearchParams(req.headers.q), other = req.headers.other
  GUARD
})`, "40", "16384", []string{
			"if (req.get('h').length > 40) return; RE.test(req.get('h'))",
			"if ((req.get('h') || '').length > 40) return; RE.test(req.get('h'))",
			"if (req.get('h') && req.get('h').length > 40) return res.end(); RE.test(req.get('h'))",
			"if (req.header('h').length <= 40) RE.test(req.header('h'))",
			"if (params.get('q').length > 40) throw new Error(); RE.test(params.get('q').trim())",
			"if (params.get('q').length > 40) throw new Error(); params.getAll('x'); RE.test(params.get('q'))",
			"if (String(params.get('q')).length > 40) return; RE.test(params.get('q'))",
			"const h = req.get('h'); if (h.length > 40) return; RE.test(h)",
		}, []string{
			"if (req.get('h').length > 40) return; RE.test(req.get('g'))",
			"if (req.get('h').length > 40) return; RE.test(req.query.h)",
			"if (req.get('h').length > 40) res.status(400); RE.test(req.get('h'))",
			"if (req.get('h').length < 40) return; RE.test(req.get('h'))",
			"if (params.get('q').length > 40) return; params.set('q', other); RE.test(params.get('q'))",
			"if (params.get('q').length > 40) return; lib(params); RE.test(params.get('q'))",
			"if (params.get(other).length > 40) return; RE.test(params.get('q'))",
			"RE.test(req.get('h')); if (req.get('h').length > 40) return",
			"shared.set('k', other); if (shared.get('k').length > 40) return; RE.test(shared.get('k'))",
		}},
	} {
		g.run(t)
	}
}
