const express = require('express');
const app = express();
let lastSeen;
app.get('/me', async (req, res) => {
  const currentUser = req.query.user;
  lastSeen = Date.now();
  await new Promise((r) => setTimeout(r, 10));
  res.end(currentUser + lastSeen);
});
app.listen(3000);
