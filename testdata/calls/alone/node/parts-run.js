const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const Koa = require('koa');
const app = new Koa();
app.use(async (ctx) => {
  for (const part of ['a', 'b']) {
    await als.run({ part, id: ctx.query.id }, () => work());
  }
  ctx.body = 'ok';
});
async function work() { return als.getStore().part; }
app.listen(3000);
