package reach

import "testing"

// TestMembersCheckedByFunctions hands objects to functions that look at their members.
func TestMembersCheckedByFunctions(t *testing.T) {
	for _, g := range []guardCase{
		{"JavaScript", "a.js", `
const express = require('express')
const app = express()
app.use(express.json())
const other = require('./other')
function must(b) { if (typeof b.s !== 'string' || b.s.length > 40) throw new Error('long') }
const is = (b) => typeof b.s === 'string' && b.s.length <= 40
const fits = (r) => { const { s } = r.body; return typeof s === 'string' && s.length <= 40 }
const taken = (b) => { const s = b['s']; return typeof s === 'string' && s.length <= 40 }
const deep = (req) => typeof req.body.s === 'string' && req.body.s.length <= 40
function by(b, name, most) { return typeof b[name] === 'string' && b[name].length <= most }
function errors(b) { const { s } = b; if (typeof s !== 'string' || s.length > 40) return ['long']; return null }
function says(b) { if (typeof b.s !== 'string' || b.s.length > 40) console.log('long') }
function half(b) { return b.t === 'x' || typeof b.s === 'string' && b.s.length <= 40 }
function grown(b) { if (typeof b.s !== 'string' || b.s.length > 40) throw new Error('long'); b.s = b.s.repeat(99) + b.t }
function inner(b) { if (typeof b.s !== 'string' || b.s.length > 40) throw new Error('long'); change(b) }
function change(b) { b.s = b.t }
function copied(b) { b = { ...b, s: String(b.s).slice(0, 40) }; if (b.s.length > 40) throw new Error('long') }
function cut(b) { b.s = String(b.s).slice(0, 40); if (b.s.length > 40) throw new Error('long') }
function lists(b) { if (b.s.length > 40) throw new Error('long') }
function computed(b, n) { if (typeof b.s !== 'string' || b.s.length > 40) throw new Error('long'); b[n] = b.t }
async function later(b) { if (typeof b.s !== 'string' || b.s.length > 40) throw new Error('long'); return true }
app.post('/a', async (req, res) => {
  GUARD;
  /(a+)+$/.test(req.body.s);
})
`, "40", "102400", []string{
			"must(req.body)",
			"if (!is(req.body)) return res.sendStatus(400)",
			"if (!fits(req)) return",
			"if (!taken(req.body)) return",
			"if (!deep(req)) throw new Error('long')",
			"if (!by(req.body, 's', 40)) return",
			"must({ s: req.body.s })",
			"await later(req.body)",
			"if (!(is(req.body) && req.body.t)) return",
			"cut(req.body); must(req.body)",
		}, []string{
			"says(req.body)",
			"if (is(req.body)) return",
			"is(req.body)",
			"if (!half(req.body)) return",
			"grown(req.body)",
			"inner(req.body)",
			"copied(req.body)",
			"must(req.query)",
			"must({ s: req.body.t })",
			"must({ ...req.body, s: '' })",
			"if (!by(req.body, 't', 40)) return",
			"if (!by(req.body, req.query.n, 40)) return",
			"try { must(req.body) } catch (e) {}",
			"must(req.body); req.body = other(req.body)",
			"must(req.body); change(req.body)",
			"must(req.body); req.body.s = req.body.t",
			"computed(req.body, 's')",
			"later(req.body)",
			"if (later(req.body)) {}",
			"if (errors(req.body)) console.log('long')",
		}},
		{"Python", "a.py", `
import re
from flask import Flask, request, abort
app = Flask(__name__)
def must(d):
    if len(d['s']) > 40:
        abort(400)
def fits(d):
    s = d['s']
    if len(s) > 40:
        return False
    return True
def says(d):
    if len(d['s']) > 40:
        print('long')
def grown(d):
    if len(d['s']) > 40:
        abort(400)
    d['s'] = d['t']
def copied(d):
    d = dict(s='')
    if len(d['s']) > 40:
        abort(400)
def by(d, name, most=40):
    if len(d[name]) > most:
        raise ValueError(name)
def change(d):
    d.update(s=d['t'])
def later(d):
    if len(d['s']) > 40:
        raise ValueError()
    yield d
class Checker:
    def run(self, d):
        if len(d['s']) > 40:
            raise ValueError()
        return d
@app.post('/a')
def a():
    d = request.get_json()
    o = request.get_json()
    GUARD
    re.search(r'(a+)+$', d['s'])
`, "40", "any", []string{
			"must(d)",
			"if not fits(d):\n        return 'long'",
			"if not fits(d):\n        abort(400)",
			"by(d, 's')",
			"by(d, 's', 40)",
			"by(d, name='s', most=40)",
			"Checker().run(d)",
			"ok = fits(d)\n    if not ok:\n        return 'long'",
			"if not (fits(d) and d['t']):\n        return 'long'",
		}, []string{
			"says(d)",
			"later(d)",
			"if fits(d):\n        return 'short'",
			"grown(d)",
			"copied(d)",
			"must(o)",
			"by(d, 't')",
			"by(d, o['name'])",
			"must(d)\n    change(d)",
			"must(d)\n    d['s'] = o['s']",
			"try:\n        must(d)\n    except Exception:\n        pass",
			"if o:\n        must(d)",
			"fits(d)",
		}},
		{"PHP", "a.php", `<?php
function must($b) { if (strlen($b['s']) > 40) { throw new Exception('long'); } }
function fits(array $b) { return strlen($b['s']) <= 40; }
function says($b) { if (strlen($b['s']) > 40) { error_log('long'); } }
function cut($b) { $b['s'] = substr($b['s'], 0, 40); if (strlen($b['s']) > 40) { throw new Exception('long'); } }
function half($b) { return $b['t'] === 'x' || strlen($b['s']) <= 40; }
function grown(&$b) { if (strlen($b['s']) > 40) { throw new Exception('long'); } $b['s'] = $b['t']; }
function copied($b) { $b = ['s' => 'x']; if (strlen($b['s']) > 40) { throw new Exception('long'); } }
function shown($b) { if (strlen($b['s']) > 40) { return 'long'; } return null; }
$b = json_decode(file_get_contents('php://input'), true);
$o = json_decode(file_get_contents('php://input'), true);
GUARD
preg_match('/(a+)+$/', $b['s']);
`, "40", "8388608", []string{
			"must($b);",
			"if (!fits($b)) { exit; }",
			"if (!fits($b)) { die('long'); }",
			"if (!fits($b)) { http_response_code(400); exit; }",
			"if (!fits($b)) { throw new Exception('long'); }",
			"if (!(fits($b) && $o)) { exit; }",
			"if (!fits($b) || !$o) { exit; }",
			"must($b); says($b);",
		}, []string{
			"says($b);",
			"if (fits($b)) { exit; }",
			"cut($b);",
			"if (!half($b)) { exit; }",
			"grown($b);",
			"copied($b);",
			"must($o);",
			"must($b); $b['s'] = $o['s'];",
			"try { must($b); } catch (Exception $e) {}",
			"fits($b);",
		}},
	} {
		g.run(t)
	}
}

// TestMembersStoredByMethods calls methods by which what was checked gets other members.
func TestMembersStoredByMethods(t *testing.T) {
	g := guardCase{"Python", "a.py", `
import re
from flask import Flask, request, abort
app = Flask(__name__)
def change(d):
    d.update(s=d['t'])
@app.post('/a')
def a():
    d = request.get_json()
    o = dict(request.args)
    if len(d['s']) > 40:
        abort(400)
    GUARD
    re.search(r'(a+)+$', d['s'])
`, "40", "any", []string{
		"o.update(d)",
		"o.update({'s': d['t']})",
		"d.get('t')",
		"print(d)",
		"o.setdefault('s', d['t'])",
		"o['s'] = d['t']",
		"x = d.copy()",
		"d.keys()",
		"x = dict(d)\n    x.update(o)",
		"o |= d",
	}, []string{
		"d.update(o)",
		"d.update({'s': d['t']})",
		"d.update(s=d['t'])",
		"d.update({}, s=o['t'])",
		"d.update(**o)",
		"change(d)",
		"d.pop('s')\n    d.setdefault('s', d['t'])",
		"d.__setitem__('s', d['t'])",
		"e = d\n    e.update(o)",
		"for k, v in o.items():\n        d[k] = v",
		"d |= o",
	}}
	g.run(t)
}
