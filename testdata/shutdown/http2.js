// A server of HTTP/2 without TLS that finishes its streams ("good"), cuts them ("cut"), or ends without a
// handler ("none"). The second argument is the port.
const http2 = require('http2');
const [way, port] = process.argv.slice(2);
const sessions = new Set();
const server = http2.createServer((request, response) => {
  request.resume();
  request.on('end', () => response.end('hello'));
});
server.on('session', (session) => {
  sessions.add(session);
  session.on('error', () => {});
  session.on('close', () => sessions.delete(session));
});
server.listen(Number(port), '127.0.0.1');
if (way === 'good') {
  process.on('SIGTERM', () => {
    server.close();
    for (const session of sessions) session.close();
    setTimeout(() => process.exit(0), 2600);
  });
}
if (way === 'cut') {
  process.on('SIGTERM', () => {
    for (const session of sessions) session.destroy();
    setTimeout(() => process.exit(0), 800);
  });
}
