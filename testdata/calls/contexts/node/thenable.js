const { AsyncLocalStorage } = require('node:async_hooks');
const { serve, both } = require('./drive');
const users = new AsyncLocalStorage();
const waiting = [];
setInterval(() => { while (waiting.length > 0) waiting.shift()(); }, 5).unref();
class Turn {
  then(resolve) {
    waiting.push(resolve); //! context-lost
  }
}
serve((req, res) => users.run(req.url, () => {
  new Turn().then(() => res.end(String(users.getStore())));
}), both);
