const { AsyncLocalStorage } = require('node:async_hooks');
const EventEmitter = require('node:events');
const { serve, both } = require('./drive');
const users = new AsyncLocalStorage();
const ticks = new EventEmitter();
const timer = setInterval(() => ticks.emit('tick'), 5);
function onTick(res) {
  ticks.once('tick', () => { res.end(String(users.getStore())); }); //! context-lost
}
serve((req, res) => users.run(req.url, () => onTick(res)), async (...get) => {
  const own = await both(...get);
  clearInterval(timer);
  return own;
});
