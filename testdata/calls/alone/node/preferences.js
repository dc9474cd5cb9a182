const express = require('express');
const app = express();
const config = { title: 'shop', open: true };
app.put('/config', express.json(), (req, res, next) => {
  config.title = req.body.title;
  if (!config.open) return next(new Error('closed'));
  res.end();
});
app.get('/config', (req, res) => res.json({ title: config.title }));
app.listen(3000);
