// A server that shuts down in the way that its first argument names. The second argument is the
// port. Every way but "nohandler" is something that people write.
const http = require('http');
const [way, port] = process.argv.slice(2);
let draining = false;

const server = http.createServer((request, response) => {
  if (request.url === '/ready') {
    response.statusCode = draining ? 503 : 200;
    return response.end('ready');
  }
  if (draining && way.startsWith('good')) response.setHeader('Connection', 'close');
  if (request.url === '/slow') return setTimeout(() => response.end('slow'), 2000);
  if (way === 'answers503' && request.method === 'POST') {
    // Gives up on what it has begun as soon as the signal comes.
    const timer = setInterval(() => {
      if (draining) { clearInterval(timer); response.statusCode = 503; response.end(); }
    }, 10);
    request.on('end', () => clearInterval(timer));
  }
  request.resume();
  request.on('end', () => { if (!response.writableEnded) response.end('hello'); });
});
server.listen(Number(port), '127.0.0.1');
server.on('error', (error) => {
  if (way === 'silent-crash') process.exit(0);
  console.error(String(error));
  process.exit(1);
});

const handlers = {
  nohandler: null,
  close: () => server.close(),
  'close-idle': () => { server.close(); server.closeIdleConnections(); },
  exit0: () => process.exit(0),
  exit3: () => server.close(() => process.exit(3)),
  swallow: () => {},
  cut: () => { server.close(); server.closeAllConnections(); },
  // Readiness first, the listener a second later, a limit for what does not end by itself.
  good: () => {
    draining = true;
    setTimeout(() => { server.close(); setTimeout(() => server.closeAllConnections(), 1500); }, 1000);
  },
  // The listener closes at once, silent connections are cut later.
  'close-all': () => { server.close(); setTimeout(() => server.closeAllConnections(), 2500); },
  // Gives up after 700 ms with the listener open all the while.
  impatient: () => setTimeout(() => process.exit(0), 700),
  // Dies by the signal itself once it has drained.
  rekill: () => {
    setTimeout(() => server.closeAllConnections(), 2500);
    server.close(() => { process.removeAllListeners('SIGTERM'); process.kill(process.pid, 'SIGTERM'); });
  },
  exit143: () => { setTimeout(() => server.closeAllConnections(), 2500); server.close(() => process.exit(143)); },
  answers503: () => { draining = true; setTimeout(() => process.exit(0), 700); },
  timer: () => { setInterval(() => {}, 1000); server.close(); setTimeout(() => server.closeAllConnections(), 2500); },
  abort: () => { setTimeout(() => process.abort(), 2500); server.close(); },
};
const handler = handlers[way];
if (handler) process.on('SIGTERM', handler);
if (way === 'hup') process.on('SIGHUP', () => {});
