package reach

import "testing"

// TestEachGuards asks of all elements of a list at once whether they are short.
func TestEachGuards(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const express = require('express'), _ = require('lodash')
const app = express()
app.use(express.json())
const RE = /(a+)+$/
const isShort = s => typeof s === 'string' && s.length <= 40
const isLong = s => typeof s !== 'string' || s.length > 40
app.post('/a', (req, res) => { const { list, other } = req.body, use = l => l.forEach(s => RE.test(s));
  GUARD
})`, "40", "102400", []string{
			"if (!list.every(isShort)) return; use(list)",
			"if (list.some(isLong)) return; use(list)",
			"if (!Array.isArray(list) || !list.every(s => typeof s === 'string' && s.length < 41)) return res.end(); for (const s of list) RE.test(s)",
			"if (list.some(s => { if (typeof s !== 'string') return true; return s.length > 40 })) throw new Error(); RE.test(list[3])",
			"if (_.every(list, isShort)) use(list)",
			"if (!_.some(list, isLong)) use(list)",
			"const ok = list.every(isShort); if (ok) use(list)",
			"if (!req.body.list.every(isShort)) return; use(req.body.list)",
			"if (!list.every(o => isShort(o.t))) return; for (const o of list) RE.test(o.t)",
		}, []string{
			"if (list.every(isShort)) return; use(list)",
			"if (!list.some(isShort)) return; use(list)",
			"if (list.every(isLong)) return; use(list)",
			"if (!list.every(isShort)) res.status(400); use(list)",
			"if (!other.every(isShort)) return; use(list)",
			"use(list); if (!list.every(isShort)) return",
			"if (!list.every(async s => isShort(s))) return; use(list)",
			"if (!list.every((s, i) => i <= 40)) return; use(list)",
			"if (!list.every(s => isShort(other))) return; use(list)",
			"if (!list.filter(isShort).every(isShort)) return; use(list)",
			"if (!list.every(isShort)) return; list.push(other); use(list)",
			"if (!list.every(isShort)) return; list[0] = other; use(list)",
			"if (!list.every(isShort) && other) return; use(list)",
			"if (!list.every(o => isShort(o.t))) return; for (const o of list) RE.test(o.u)",
			"if (!list.every(o => { const ok = isShort(o.t); o.t = other; return ok })) return; for (const o of list) RE.test(o.t)",
			"list.every(isShort); use(list)",
		}},
		{"Python", "a.py", `
import re
from flask import Flask, request, abort
app = Flask(__name__)
def is_short(s):
    return len(s) <= 40
@app.post("/a")
def a():
    tags, other = request.get_json()["tags"], request.get_json()["other"]
    GUARD
`, "40", "any", []string{
			"if any(len(t) > 40 for t in tags): abort(400)\n    for t in tags: re.search('(a+)+$', t)",
			"if not all(len(t) <= 40 for t in tags): abort(400)\n    return [re.search('(a+)+$', t) for t in tags]",
			"if not all(is_short(t) for t in tags): return ''\n    return [re.search('(a+)+$', t) for t in tags]",
			"if all(isinstance(t, str) and len(t) < 41 for t in tags):\n        for t in tags: re.search('(a+)+$', t)",
			"if not all([len(t) <= 40 for t in tags]): abort(400)\n    for t in tags: re.search('(a+)+$', t)",
			"if any(not is_short(t) for t in tags): raise ValueError()\n    for t in tags: re.search('(a+)+$', t)",
			"ok = all(is_short(t) for t in tags)\n    if not ok: abort(400)\n    return [re.search('(a+)+$', t) for t in tags]",
			"if any(len(t) > 40 or t == 'x' for t in tags): abort(400)\n    return {t: 1 for t in tags if re.search('(a+)+$', t)}",
		}, []string{
			"if any(len(t) < 40 for t in tags): abort(400)\n    for t in tags: re.search('(a+)+$', t)",
			"if all(len(t) > 40 for t in tags): abort(400)\n    for t in tags: re.search('(a+)+$', t)",
			"if not any(len(t) <= 40 for t in tags): abort(400)\n    for t in tags: re.search('(a+)+$', t)",
			"if any(len(t) > 40 for t in other): abort(400)\n    for t in tags: re.search('(a+)+$', t)",
			"if any(len(t) > 40 for t in tags): print(400)\n    for t in tags: re.search('(a+)+$', t)",
			"for t in tags: re.search('(a+)+$', t)\n    if any(len(t) > 40 for t in tags): abort(400)",
			"if not all(len(t) <= 40 for t in tags if t != other): abort(400)\n    for t in tags: re.search('(a+)+$', t)",
			"if any(len(t) > 40 for t in tags): abort(400)\n    tags.append(other)\n    for t in tags: re.search('(a+)+$', t)",
			"if any(len(t) > 40 for t in tags): abort(400)\n    tags = other\n    for t in tags: re.search('(a+)+$', t)",
			"if any(len(t) > 40 for t in tags): abort(400)\n    for k, t in tags.items(): re.search('(a+)+$', t)",
			"if any(len(t) > 40 for t in tags): abort(400)\n    for t in tags: re.search('(a+)+$', tags[t])",
			"if any(len(t) > 40 for t in tags): abort(400)\n    for t in tags.values(): re.search('(a+)+$', t)",
			"if any(len(other) > 40 for t in tags): abort(400)\n    for t in tags: re.search('(a+)+$', t)",
			"any(len(t) > 40 for t in tags)\n    for t in tags: re.search('(a+)+$', t)",
		}},
	} {
		g.run(t)
	}
}
