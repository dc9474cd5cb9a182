const http = require('http');
const state = { user: null };
async function load(user) { await new Promise((r) => setTimeout(r, 5)); return user.toUpperCase(); }
http.createServer(async (req, res) => {
  state.user = req.headers['x-user']; //! request-in-module
  const name = await load('x');
  res.end(name + state.user);
}).listen(3000);
