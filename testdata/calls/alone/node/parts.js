const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const Koa = require('koa');
const app = new Koa();
app.use(async (ctx) => {
  for (const part of ['a', 'b']) {
    als.enterWith({ part, id: ctx.query.id }); //! context-leak
    await work();
  }
  ctx.body = als.getStore();
});
async function work() {}
app.listen(3000);
