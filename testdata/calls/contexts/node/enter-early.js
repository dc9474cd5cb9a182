const { AsyncLocalStorage } = require('node:async_hooks');
const { serve, both, pause } = require('./drive');
const users = new AsyncLocalStorage();
async function login(req) {
  users.enterWith(req.url);
  await pause(1);
}
serve(async (req, res) => {
  await login(req);
  res.end(String(users.getStore()));
}, both);
