const express = require('express');
const { AsyncLocalStorage, AsyncResource } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => als.run({ id: req.get('x-id') }, next));

let currentUser;
app.get('/me', async (req, res) => {
  currentUser = req.query.user; //! request-in-module
  await new Promise((r) => setTimeout(r, 10));
  res.end(currentUser);
});
app.listen(3000);
