const { AsyncLocalStorage } = require('node:async_hooks');
const { serve } = require('./drive');
const users = new AsyncLocalStorage();
serve(function (req, res, next) {
  users.enterWith(req.url === '/anonymous' ? undefined : req.url);
  res.end(String(users.getStore()));
}, async (get) => (await get('/ada'), await get('/anonymous')) === 'undefined');
