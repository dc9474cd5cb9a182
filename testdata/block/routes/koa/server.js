// A shop with two ways to stall it, behind checks, and two that only look so.
const Koa = require('koa')
const Router = require('@koa/router')
const bodyParser = require('koa-bodyparser')

const app = new Koa()
const api = new Router({ prefix: '/api' })
const LABELS = /^(\w+\s?)*$/

api.get('/health', ctx => { ctx.body = { ok: true } })

// Stall: the words of a search, matched with a nested repetition.
api.get('/search', async ctx => {
  const { q, sort = 'price' } = ctx.query
  ctx.assert(q, 400, 'q is required')
  ctx.assert(['price', 'name'].includes(sort), 422, 'sort must be one of price, name')
  if (!LABELS.test(q)) ctx.throw(422, 'q holds odd characters')
  ctx.body = []
})

// Stall: every item is compared with every other.
api.post('/cart', async ctx => {
  const { email, items } = ctx.request.body ?? {}
  if (typeof email !== 'string' || !email.includes('@')) ctx.throw(400, 'email must be an e-mail address')
  if (!Array.isArray(items) || items.length === 0) ctx.throw(400, 'items must be an array')
  if (items.some(item => typeof item?.sku !== 'string')) ctx.throw(400, 'every item needs a "sku"')
  const unique = []
  for (const item of items) {
    if (!unique.some(other => other.sku === item.sku)) unique.push(item)
  }
  ctx.status = 201
  ctx.body = { items: unique.length }
})

// Looks so: no code is longer than twelve characters.
api.post('/coupons', async ctx => {
  const { code } = ctx.request.body ?? {}
  if (typeof code !== 'string' || code.length > 12) ctx.throw(400, 'code must be a short string')
  if (!/^([A-Z0-9]+-?)+$/.test(code)) ctx.throw(422, 'code is malformed')
  ctx.body = { discount: 5 }
})

// Looks so: the route takes at most eight digits.
api.get('/orders/:number(\\d{1,8})', async ctx => {
  ctx.body = { known: /^(\d+)*$/.test(ctx.params.number) }
})

app.use(bodyParser())
app.use(api.routes()).use(api.allowedMethods())
if (require.main === module) app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', function () { console.log('port', this.address().port) })
module.exports = { api }
