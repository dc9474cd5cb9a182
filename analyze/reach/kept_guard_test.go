package reach

import "testing"

// TestKeptGuards keeps those elements of a list that are short, and the end of a text.
func TestKeptGuards(t *testing.T) {
	g := guardCase{"elements", "a.js", `
const express = require('express')
const app = express()
app.use(express.json())
const isShort = s => s.length <= 40
const isLong = s => s.length > 40
app.post('/a', (req, res) => { const list = String(req.body.s).split(','), long = [], n = req.body.n;
  GUARD
})`, "40", "102400", []string{
		"list.filter(s => s.length <= 40).forEach(s => /(a+)+$/.test(s))",
		"for (const s of list.filter(isShort)) /(a+)+$/.test(s)",
		"const few = list.filter(function (s) { return s && s.length < 41 }); few.map(s => /(a+)+$/.test(s))",
		"/(a+)+$/.test(list.find(s => s.length <= 40))",
		"list.filter(s => { if (s.length > 40) return false; return true }).some(s => /(a+)+$/.test(s))",
		"list.map(s => s.trim()).filter(s => s.length <= 40).map(s => /(a+)+$/.test(s))",
		"/(a+)+$/.test(list[0].slice(-40))",
		"/(a+)+$/.test(list[0].substr(-40))",
		"const s = list.filter(s => s.length <= 40)[0]; /(a+)+$/.test(s)",
	}, []string{
		"list.filter(s => s.length > 40).forEach(s => /(a+)+$/.test(s))",
		"for (const s of list.filter(isLong)) /(a+)+$/.test(s)",
		"list.filter(s => { s.length <= 40 }).concat(list).forEach(s => /(a+)+$/.test(s))",
		"list.filter(async s => s.length <= 40).forEach(s => /(a+)+$/.test(s))",
		"list.filter((x, i) => i <= 40).forEach(s => /(a+)+$/.test(s))",
		"list.filter(s => s.length <= 40 || s[0] === 'x').forEach(s => /(a+)+$/.test(s))",
		"list.filter(s => long.length <= 40).forEach(s => /(a+)+$/.test(s))",
		"list.filter(s => s.length <= 40); list.forEach(s => /(a+)+$/.test(s))",
		"/(a+)+$/.test(list[0].slice(-n))",
		"/(a+)+$/.test(list[0].slice(-40).padStart(n))",
		"/(a+)+$/.test(list[0].slice(0, -40))",
	}}
	g.run(t)
}
