const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

const pending = new Map();
app.get('/lookup/:k', (req, res) => {
  const k = req.params.k;
  const done = (v) => { audit('looked up'); res.end(v); };
  if (pending.has(k)) { pending.get(k).push(done); return; }
  pending.set(k, [done]); //! context-lost
  setTimeout(() => { const all = pending.get(k); pending.delete(k); for (const f of all) f('v'); }, 20);
});
function audit(m) { const s = als.getStore(); console.log(s && s.id, m); }
app.listen(3000);
