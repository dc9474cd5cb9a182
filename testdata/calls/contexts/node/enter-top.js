const { AsyncLocalStorage } = require('node:async_hooks');
const { serve } = require('./drive');
const users = new AsyncLocalStorage();
users.enterWith('the start'); //! context-leak
serve((req, res) => { res.end(String(users.getStore())); }, async (get) => await get('/') === 'undefined');
