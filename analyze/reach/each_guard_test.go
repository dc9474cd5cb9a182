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
			"for (const s of list) { if (isLong(s)) return res.end() } use(list)",
			"for (const s of list) if (typeof s !== 'string' || s.length > 40) throw new Error(); list.forEach(s => RE.test(s))",
			"for (const o of list) { if (other) { if (typeof o.t !== 'string' || o.t.length > 40) return; continue } if (typeof o.t !== 'string' || o.t.length > 30) return } for (const o of list) RE.test(o.t)",
			"if (![other, list].every(isShort)) return; RE.test(other)",
			"if ([other, list].some(isLong)) return; RE.test(other)",
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
			"for (const s of list) { if (isLong(s)) break } use(list)",
			"for (const s of list) { if (isLong(s)) continue } use(list)",
			"for (const s of list) { if (other) continue; if (isLong(s)) return } use(list)",
			"for (const s in list) { if (isLong(s)) return } use(list)",
			"for (let s of list) { s = s.slice(0, 40); if (isLong(s)) return } use(list)",
			"for (const s of list) { if (isLong(s)) return; list.push(other) } use(list)",
			"for (const s of other) { if (isLong(s)) return } use(list)",
			"for (const s of list) { try { if (isLong(s)) throw 1 } catch (e) {} } use(list)",
			"for (const s of list) { if (other === s) break; if (isLong(s)) return } use(list)",
			"out: for (const s of list) { for (const x of other) { if (x) break out } if (isLong(s)) return } use(list)",
			"if ([other, list].every(isShort)) return; RE.test(other)",
			"if (![list].every(isShort)) return; RE.test(other)",
			"if (![other, list].some(isShort)) return; RE.test(other)",
		}},
		{"Python", "a.py", `
import re
from flask import Flask, request, abort
app = Flask(__name__)
RE = re.compile("(a+)+$")
def is_short(s):
    return len(s) <= 40
@app.post("/a")
def a():
    tags, other = request.get_json()["tags"], request.get_json()["other"]
    GUARD
`, "40", "any", []string{
			"if any(len(t) > 40 for t in tags): abort(400)\n    for t in tags: RE.search(t)",
			"if not all(len(t) <= 40 for t in tags): abort(400)\n    return [RE.search(t) for t in tags]",
			"if not all(is_short(t) for t in tags): return ''\n    return [RE.search(t) for t in tags]",
			"if all(isinstance(t, str) and len(t) < 41 for t in tags):\n        for t in tags: RE.search(t)",
			"if not all([len(t) <= 40 for t in tags]): abort(400)\n    for t in tags: RE.search(t)",
			"if any(not is_short(t) for t in tags): raise ValueError()\n    for t in tags: RE.search(t)",
			"ok = all(is_short(t) for t in tags)\n    if not ok: abort(400)\n    return [RE.search(t) for t in tags]",
			"for t in tags:\n        if len(t) > 40: abort(400)\n    for t in tags: RE.search(t)",
			"for t in tags:\n        if len(t) > 40:\n            return ''\n        print(t)\n    return [RE.search(t) for t in tags]",
			"if any(len(t) > 40 or t == 'x' for t in tags): abort(400)\n    return {t: 1 for t in tags if RE.search(t)}",
		}, []string{
			"if any(len(t) < 40 for t in tags): abort(400)\n    for t in tags: RE.search(t)",
			"if all(len(t) > 40 for t in tags): abort(400)\n    for t in tags: RE.search(t)",
			"if not any(len(t) <= 40 for t in tags): abort(400)\n    for t in tags: RE.search(t)",
			"if any(len(t) > 40 for t in other): abort(400)\n    for t in tags: RE.search(t)",
			"if any(len(t) > 40 for t in tags): print(400)\n    for t in tags: RE.search(t)",
			"for t in tags: RE.search(t)\n    if any(len(t) > 40 for t in tags): abort(400)",
			"if not all(len(t) <= 40 for t in tags if t != other): abort(400)\n    for t in tags: RE.search(t)",
			"if any(len(t) > 40 for t in tags): abort(400)\n    tags.append(other)\n    for t in tags: RE.search(t)",
			"if any(len(t) > 40 for t in tags): abort(400)\n    tags = other\n    for t in tags: RE.search(t)",
			"if any(len(t) > 40 for t in tags): abort(400)\n    for k, t in tags.items(): RE.search(t)",
			"if any(len(t) > 40 for t in tags): abort(400)\n    for t in tags: RE.search(tags[t])",
			"if any(len(t) > 40 for t in tags): abort(400)\n    for t in tags.values(): RE.search(t)",
			"if any(len(other) > 40 for t in tags): abort(400)\n    for t in tags: RE.search(t)",
			"for t in tags:\n        if len(t) > 40: break\n    for t in tags: RE.search(t)",
			"for t in tags:\n        if len(t) > 40: abort(400)\n    for t in tags.values(): RE.search(t)",
			"for t in tags:\n        if len(t) > 40: abort(400)\n    for t in tags: RE.search(tags[t])",
			"for t in tags:\n        if other: continue\n        if len(t) > 40: abort(400)\n    for t in tags: RE.search(t)",
			"for t in tags:\n        if len(t) > 40: abort(400)\n    else:\n        tags = other\n    for t in tags: RE.search(t)",
			"for t in tags[:3]:\n        if len(t) > 40: abort(400)\n    for t in tags: RE.search(t)",
			"any(len(t) > 40 for t in tags)\n    for t in tags: RE.search(t)",
		}},
	} {
		g.run(t)
	}
}
