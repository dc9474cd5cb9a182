package reach

import (
	"strings"
	"testing"
)

// TestHeadersInLists reads headers by a method that maps have as well, and takes them apart: what it is called on is known
// only once the handler is.
func TestHeadersInLists(t *testing.T) {
	const text = `
import Koa from 'koa'
import { readFile } from 'node:fs/promises'
const app = new Koa(), page = await readFile('page.html', 'utf8')
const filters = { trim: v => String(v).trim() }
const known = ['en', 'de'].filter(s => /^(b+)+$/.test(s))
function negotiate(header) { return header.split(',').map(s => s.trim()).filter(s => /^(a+)+$/.test(s)) }
app.use(async ctx => {
  ctx.state.languages = negotiate(ctx.get('Accept-Language'))
  ctx.body = page.replace(/{(.)}/, (_, name) => filters[name](ctx.query.q))
})`
	if got := strings.Split(ways(t, "a.mjs", text), "; "); len(got) < 2 || got[0] != "6 constant" || got[1] != "remote header get() 16384" {
		t.Errorf("got  %v", got)
	}
}
