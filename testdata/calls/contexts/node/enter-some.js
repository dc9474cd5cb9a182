const { AsyncLocalStorage } = require('node:async_hooks');
const { serve } = require('./drive');
const users = new AsyncLocalStorage();
serve(function (req, res) {
  if (req.url !== '/anonymous') users.enterWith(req.url); //! context-leak
  res.end(String(users.getStore()));
}, async (get) => (await get('/ada'), await get('/anonymous')) === 'undefined');
