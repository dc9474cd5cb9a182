const { AsyncLocalStorage } = require('node:async_hooks');
const { serve, both } = require('./drive');
const users = new AsyncLocalStorage();
const waiting = [];
setInterval(() => { while (waiting.length > 0) waiting.shift()(); }, 5).unref();
class Turn {
  then(resolve) {
    waiting.push(resolve);
  }
}
serve((req, res) => users.run(req.url, async () => {
  await new Turn();
  res.end(String(users.getStore()));
}), both);
