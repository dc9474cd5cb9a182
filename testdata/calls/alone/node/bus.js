const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

const EventEmitter = require('events');
const bus = new EventEmitter();
app.get('/wait', (req, res) => {
  bus.once('tick', () => { res.end(als.getStore().id); }); //! context-lost
});
app.post('/tick', (req, res) => { bus.emit('tick'); res.end(); });
app.listen(3000);
