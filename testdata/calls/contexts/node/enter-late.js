const { AsyncLocalStorage } = require('node:async_hooks');
const { serve, both, pause } = require('./drive');
const users = new AsyncLocalStorage();
users.run(null, () => {}); // hooks are set up at the first use: what began before is told apart by chance
async function login(req) {
  await pause(1);
  users.enterWith(req.url); //! context-lost
}
serve(async (req, res) => {
  await login(req);
  res.end(String(users.getStore()));
}, both);
