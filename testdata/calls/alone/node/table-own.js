const http = require('http');
const { setTimeout: later } = require('timers/promises');

let current, last, count = 0;
function setCurrent(req, res) { current = req.headers['x-id']; }
function show(req, res) {
  last = req.url;
  res.end(last);
}
async function wait(req, res) {
  const own = req.headers['x-id'];
  count++;
  await later(10);
  res.end(own);
}
const byName = {
  '/1': show,
  '/2': wait,
  '/3': (req, res) => {
    setCurrent(req, res);
    res.end(current);
  },
};
http.createServer((req, res) => byName[req.url](req, res)).listen(3000);
