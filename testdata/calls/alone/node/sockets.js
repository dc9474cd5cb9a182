const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

const sockets = new Set();
app.get('/stream', (req, res) => {
  sockets.add(res);
  res.on('close', () => { sockets.delete(res); log('closed'); });
  res.write('hello');
});
function log(m) { const s = als.getStore(); console.log(s ? s.id : '-', m); }
app.listen(3000);
