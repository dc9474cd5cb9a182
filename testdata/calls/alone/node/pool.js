const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

class Pool {
  constructor() { this.queue = []; this.free = 2; }
  acquire(fn) {
    if (this.free > 0) { this.free--; return fn(); }
    this.queue.push(fn); //! context-lost
  }
  release() { const f = this.queue.shift(); if (f) f(); else this.free++; }
}
const pool = new Pool();
app.get('/db', (req, res) => {
  pool.acquire(() => {
    setTimeout(() => { pool.release(); }, 20);
    res.end(String(als.getStore().id));
  });
});
app.listen(3000);
