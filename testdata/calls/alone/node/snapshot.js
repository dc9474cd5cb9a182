const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

const snapshot = AsyncLocalStorage.snapshot;
const later = [];
app.get('/s', (req, res) => {
  const inContext = snapshot();
  later.push(() => inContext(() => res.end(als.getStore().id)));
});
setInterval(() => { const f = later.shift(); if (f) f(); }, 5);
app.listen(3000);
