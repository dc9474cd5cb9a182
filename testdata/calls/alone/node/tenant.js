const express = require('express');
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.get('/a', (req, res) => {
  if (req.query.tenant) als.enterWith({ tenant: req.query.tenant }); //! context-leak
  respond(res);
});
function respond(res) { res.json(als.getStore() || null); }
app.listen(3000);
