const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

const EventEmitter = require('events');
app.get('/wait', (req, res) => {
  const bus = new EventEmitter();
  bus.once('tick', () => { res.end(als.getStore().id); });
  setTimeout(() => bus.emit('tick'), 10);
});
app.listen(3000);
