const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
const { serve, both, two } = require('./drive');
const users = new AsyncLocalStorage();
class Pool {
  constructor(size) { this.free = size; this.waiting = []; }
  acquire(callback) {
    if (this.free > 0) {
      this.free--;
      return callback();
    }
    this.waiting.push(AsyncResource.bind(callback));
  }
  release() {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
const pool = new Pool(1);
serve((req, res) => users.run(req.url, () => {
  pool.acquire(() => {
    const user = users.getStore();
    two().then(() => { res.end(user); pool.release(); });
  });
}), both);
