// A server with streams of every kind, which it ends as their protocols provide ("good"), never ("close"), or
// by exiting at once ("cut"). The second argument is the port.
const crypto = require('crypto');
const http = require('http');
const net = require('net');
const [way, port] = process.argv.slice(2);
const sockets = new Set();
const events = new Set();

const server = http.createServer((request, response) => {
  if (request.url === '/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('data: 1\n\n');
    events.add(response);
    return;
  }
  if (request.url === '/parts') {
    let n = 0;
    const timer = setInterval(() => {
      response.write('part\n');
      if (++n === 40) { clearInterval(timer); response.end(); }
    }, 50);
    return;
  }
  request.resume();
  request.on('end', () => response.end('hello'));
});

server.on('upgrade', (request, socket) => {
  const accept = crypto.createHash('sha1').update(request.headers['sec-websocket-key'] + '258EAFA5-E914-47DA-95CA-C5AB0DC85B11').digest('base64');
  socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`);
  socket.write(Buffer.from([0x89, 0x02, 0x68, 0x69])); // a ping
  socket.write(Buffer.concat([Buffer.from([0x82, 126, 0x01, 0x00]), Buffer.alloc(256)]));
  socket.on('error', () => {});
  socket.on('data', () => {});
  sockets.add(socket);
});

server.on('connect', (request, socket, head) => {
  const [host, target] = request.url.split(':');
  const to = net.connect(Number(target), host, () => {
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    to.write(head);
    to.pipe(socket).pipe(to);
  });
  for (const one of [to, socket]) one.on('error', () => {});
});

server.listen(Number(port), '127.0.0.1');
process.on('SIGTERM', () => {
  if (way === 'cut') process.exit(0);
  server.close();
  if (way !== 'good') return;
  for (const response of events) response.end();
  for (const socket of sockets) socket.end(Buffer.from([0x88, 2, 0x03, 0xe9])); // 1001
  setTimeout(() => server.closeAllConnections(), 8000).unref();
});
