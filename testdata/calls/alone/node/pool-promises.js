const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

class Pool {
  constructor() { this.queue = []; this.free = 2; }
  acquire() {
    if (this.free > 0) { this.free--; return Promise.resolve(); }
    return new Promise((resolve) => { this.queue.push(resolve); });
  }
  release() { const f = this.queue.shift(); if (f) f(); else this.free++; }
}
const pool = new Pool();
app.get('/db', async (req, res) => {
  await pool.acquire();
  try { res.end(String(als.getStore().id)); } finally { pool.release(); }
});
app.listen(3000);
