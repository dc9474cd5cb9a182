const { AsyncLocalStorage } = require('node:async_hooks');
const { serve, both, two } = require('./drive');
const users = new AsyncLocalStorage();
const waiting = [];
let free = 1;
const acquire = () => new Promise((resolve) => {
  if (free > 0) {
    free--;
    resolve();
  } else {
    waiting.push(resolve);
  }
});
function release() {
  const next = waiting.shift();
  if (next) next();
  else free++;
}
serve((req, res) => users.run(req.url, async () => {
  await acquire();
  const user = users.getStore();
  await two();
  res.end(user);
  release();
}), both);
