const { AsyncLocalStorage } = require('node:async_hooks');
const EventEmitter = require('node:events');
const { serve, both } = require('./drive');
const users = new AsyncLocalStorage();
serve((req, res) => users.run(req.url, () => {
  const ticks = new EventEmitter();
  setTimeout(() => ticks.emit('tick'), 5);
  ticks.once('tick', () => { res.end(String(users.getStore())); });
}), both);
