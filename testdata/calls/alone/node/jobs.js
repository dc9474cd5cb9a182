const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

const waiting = [];
function log(m) { console.log(als.getStore().id, m); }
app.get('/job', (req, res) => {
  waiting.push(() => { log('job'); res.end('ok'); }); //! context-lost
});
setInterval(() => { const f = waiting.shift(); if (f) f(); }, 10);
app.listen(3000);
