const { AsyncLocalStorage } = require('node:async_hooks');
const { serve, both, two } = require('./drive');
const users = new AsyncLocalStorage();
const queue = [];
let busy = false;
async function drain() {
  if (busy) return;
  busy = true;
  for (let job = queue.shift(); job; job = queue.shift()) {
    await two();
    job.done();
  }
  busy = false;
}
serve((req, res) => users.run(req.url, () => {
  queue.push({ at: Date.now(), done: () => res.end(users.getStore()) }); //! context-lost
  drain();
}), both);
