package reach

import "testing"

// TestGatesBeforeParsers has a handler say nothing of a body that is not there yet, as what reads it stands behind.
func TestGatesBeforeParsers(t *testing.T) {
	(&guardCase{"Express", "a.js", `
const express = require('express')
const gate = (req, res, next) => { if (String(req.body?.s).length > 10) return res.end(); next() }
const read = (req, res) => /(a+)+$/.test(String(req.body.s))
const app = express(), router = express.Router()
GUARD
`, "10", "102400", []string{
		"app.use(express.json()); app.use(gate); app.post('/a', read)",
		"app.post('/a', express.json(), gate, read)",
		"app.post('/a', [express.json(), gate], read)",
		"app.use(express.json()); app.use(gate); app.post('/a', express.json(), read)",
		"app.use(express.urlencoded()); app.use(express.json()); app.use(gate); app.post('/a', read)",
		"app.use(express.json()); router.use(gate); router.post('/a', read); app.use('/x', router)",
		"app.use(express.json()); router.post('/a', read); app.use('/x', gate, router)",
		"const json = express.json(); app.use(json); app.use(gate); app.post('/a', read)",
	}, []string{
		"app.use(gate); app.use(express.json()); app.post('/a', read)",
		"app.post('/a', gate, express.json(), read)",
		"app.post('/a', [gate, express.json()], read)",
		"app.use(express.urlencoded()); app.use(gate); app.use(express.json()); app.post('/a', read)",
		"app.use(gate); router.use(express.json()); router.post('/a', read); app.use('/x', router)",
		"app.use(gate); router.post('/a', read); app.use('/x', express.json(), router)",
		"const json = express.json(); app.use(gate); app.use(json); app.post('/a', read)",
		"app.use(gate, express.json()); app.post('/a', read)",
	}}).run(t)
	for want, code := range map[string]string{
		"10": "k.use(parser()); k.use(gate)", "1048576": "k.use(gate); k.use(parser())",
	} {
		text := `
const Koa = require('koa'), parser = require('koa-bodyparser'), k = new Koa()
const gate = async (ctx, next) => { if (String(ctx.request.body?.s).length > 10) return; await next() }
` + code + "\nk.use(async ctx => { /(a+)+$/.test(String(ctx.request.body.s)) })"
		if got := longest(t, "a.js", text); got != want {
			t.Errorf("%s: got %s, want %s", code, got, want)
		}
	}
}
