const express = require('express');
const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
const app = express();
app.use((req, res, next) => { als.enterWith({ tenant: req.query.tenant }); next(); });
app.get('/a', (req, res) => res.json(als.getStore()));
app.listen(3000);
