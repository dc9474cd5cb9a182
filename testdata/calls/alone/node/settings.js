const express = require('express');
const app = express();
let settings = null;
app.put('/settings', express.json(), (req, res) => {
  settings = req.body;
  res.end();
});
app.get('/settings', (req, res) => res.json(settings));
app.listen(3000);
