const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

async function enter(user) {
  await new Promise((r) => setTimeout(r, 5));
  als.enterWith({ user }); //! context-lost
}
app.get('/x', async (req, res) => {
  await enter(req.query.user);
  res.json(als.getStore());
});
app.listen(3000);
