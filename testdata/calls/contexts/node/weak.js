const { AsyncLocalStorage } = require('node:async_hooks');
const { serve, both, two } = require('./drive');
const users = new AsyncLocalStorage();
const known = new WeakMap();
serve((req, res) => users.run(req.url, async () => {
  known.set(req, () => users.getStore());
  await two();
  res.end(known.get(req)());
}), both);
