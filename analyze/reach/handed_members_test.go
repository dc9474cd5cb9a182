package reach

import "testing"

// TestHandedMembers hands on what has a member that was found short.
func TestHandedMembers(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const express = require('express'), app = express()
app.use(express.json())
const RE = /(a+)+$/
const work = req => RE.test(req.body.t), body = b => RE.test(b.t), part = ({ t }) => RE.test(t), later = b => part(b)
const check = b => { if (b.t.length > 40) throw new Error(); return b }
class Service { make(b) { return RE.test(b.t) } }
const service = new Service()
app.post('/a', (req, res) => { const b = req.body, other = req.body.other;
  GUARD
})`, "40", "102400", []string{
			"if (req.body.t.length > 40) return; work(req)",
			"if (b.t.length > 40) return; body(b)",
			"if (req.body.t.length > 40) return; body(req.body)",
			"if (b.t.length > 40) throw new Error(); part(b)",
			"if (b.t.length > 40) return; later(b)",
			"if (b.t.length <= 40) service.make(b)",
			"if (!b.t || b.t.length > 40) { res.status(400).end(); return } console.log(b); service.make(b)",
			"body(check(b))",
		}, []string{
			"if (req.body.u.length > 40) return; work(req)",
			"if (b.t.length > 40) res.status(400); body(b)",
			"body(b); if (b.t.length > 40) return",
			"if (b.t.length < 40) return; body(b)",
			"if (b.t.length > 40) return; body(other)",
			"if (b.t.length > 40) return; b.t = other; body(b)",
			"if (b.t.length > 40) return; Object.assign(b, other); body(b)",
			"if (b.t.length > 40) return; lib(b); body(b)",
			"if (b.length > 40) return; body(b)",
			"let c = b; if (c.t.length > 40) return; c = other; body(c)",
			"if (b.t.length > 40 && other) return; body(b)",
			"if (b.t.length > 40) return; body({ ...b, t: other })",
			"for (const k of [1, 2]) { if (k > 1) body(b); if (b.t.length > 40) return }",
		}},
		{"Python", "a.py", `
import re
from flask import Flask, request, abort
app = Flask(__name__)
RE = re.compile("(a+)+$")
def work(data):
    return RE.search(data["t"])
def later(data):
    return work(data)
def check(data):
    if len(data["t"]) > 40:
        abort(400)
    return data
class Service:
    def make(self, data):
        return RE.search(data["t"])
@app.post("/a")
def a():
    data, other = request.get_json(), request.get_json()["other"]
    GUARD
`, "40", "any", []string{
			"if len(data['t']) > 40: abort(400)\n    work(data)",
			"if len(data['t']) > 40: raise ValueError()\n    later(data)",
			"if len(data['t']) <= 40: Service().make(data)",
			"if not data['t'] or len(data['t']) > 40: return ''\n    work(data=data)",
			"text = data['t']\n    if len(text) > 40: abort(400)\n    work({'t': text})",
			"check(data)\n    work(data)",
			"work(check(data))",
			"if len(data['t']) > 40: abort(400)\n    return later(data)",
		}, []string{
			"if len(data['u']) > 40: abort(400)\n    work(data)",
			"if len(data['t']) > 40: print(400)\n    work(data)",
			"if len(data['t']) < 40: abort(400)\n    work(data)",
			"work(data)\n    if len(data['t']) > 40: abort(400)",
			"if len(data['t']) > 40: abort(400)\n    data['t'] = other\n    work(data)",
			"if len(data['t']) > 40: abort(400)\n    data.update(other)\n    work(data)",
			"if len(data['t']) > 40: abort(400)\n    work(other)",
			"if len(data) > 40: abort(400)\n    work(data)",
			"try:\n        if len(data['t']) > 40: raise ValueError()\n    except ValueError: pass\n    work(data)",
		}},
	} {
		g.run(t)
	}
}
