const http = require('http');
const { setTimeout: later } = require('timers/promises');

let one, two, three, four, five;
async function greet(req, res) {
  one = req.headers['x-id']; //! request-in-module
  await later(10);
  res.end(one);
}
async function part(req, res) {
  two = req.headers['x-id']; //! request-in-module
  await later(10);
  res.end(two);
}
const routes = [
  { method: 'GET', path: '/1', handler: greet },
  { method: 'GET', path: '/2', action: part },
  {
    method: 'GET', path: '/3', fn: async (req, res) => {
      three = req.headers['x-id']; //! request-in-module
      await later(10);
      res.end(three);
    },
  },
];
const byName = {
  'GET /4': async (req, res) => {
    four = req.headers['x-id']; //! request-in-module
    await later(10);
    res.end(four);
  },
};
const rows = [['GET', '/5', async (req, res) => {
  five = req.headers['x-id']; //! request-in-module
  await later(10);
  res.end(five);
}]];
http.createServer((req, res) => {
  const route = routes.find((r) => r.path === req.url);
  if (route) return (route.handler || route.action || route.fn)(req, res);
  const row = rows.find((r) => r[1] === req.url);
  if (row) return row[2](req, res);
  return byName[`${req.method} ${req.url}`](req, res);
}).listen(3000);
