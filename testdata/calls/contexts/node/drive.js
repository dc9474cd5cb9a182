// Serves a handler, sends requests to it over one connection or several, and says whether each got its own context.
const http = require('node:http');
let seen = 0;
const waiting = [];
// Resolves when two requests have come, so that they overlap however slow the machine is.
exports.two = () => new Promise((resolve) => {
  if (seen >= 2) resolve();
  else waiting.push(resolve);
});
exports.serve = (handler, check) => {
  const server = http.createServer((req, res) => {
    handler(req, res);
    if (++seen >= 2) waiting.splice(0).forEach((resolve) => resolve());
  }).listen(0, '127.0.0.1', async () => {
    const one = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const many = new http.Agent({ keepAlive: true });
    const get = (agent) => (path) => new Promise((resolve, reject) => {
      http.get({ port: server.address().port, host: '127.0.0.1', path, agent }, (answer) => {
        let text = '';
        answer.on('data', (data) => { text += data; });
        answer.on('end', () => resolve(text));
      }).on('error', reject);
    });
    exports.tell(await check(get(one), get(many)));
    one.destroy();
    many.destroy();
    server.close();
  });
};
exports.tell = (own) => console.log(own ? 'kept' : 'lost');
exports.both = async (_, get) => {
  const [a, b] = await Promise.all([get('/a'), get('/b')]);
  return a === '/a' && b === '/b';
};
exports.pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
