const http = require('http');
const cache = {};
http.createServer(async (req, res) => {
  const user = req.headers['x-user'];
  cache[user] = cache[user] || await load(user);
  res.end(cache[user]);
}).listen(3000);
async function load(user) { return 'name of ' + user; }
