// Handlers that keep a known number of bytes for each key or request. Usage: node server.js
'use strict';
const http = require('node:http');
const fs = require('node:fs');
const { EventEmitter } = require('node:events');

const bytes = (n) => Buffer.allocUnsafeSlow(n).fill(1);
const everything = new Map(), strings = new Map(), recent = new Map(), timed = new Map(), kept = [], files = [], sockets = [];
const bus = new EventEmitter();
bus.setMaxListeners(0);

const routes = {
  '/flat': (id) => ({ id }),
  // a cache without a limit
  '/map': (id) => { if (!everything.has(id)) everything.set(id, bytes(1000)); },
  '/strings': (id) => { if (!strings.has(id)) strings.set(id, 'x'.repeat(500) + id); },
  // the 1000 that were asked for last
  '/lru': (id) => {
    recent.delete(id);
    recent.set(id, bytes(2000));
    if (recent.size > 1000) recent.delete(recent.keys().next().value);
  },
  // for four seconds
  '/ttl': (id) => {
    if (timed.has(id)) return;
    timed.set(id, bytes(1000));
    setTimeout(() => timed.delete(id), 4000).unref();
  },
  // a listener for each request, which holds on to a buffer
  '/listener': () => { const held = bytes(800); bus.on('change', () => held.length); },
  '/closure': () => { const held = bytes(3000); kept.push(() => held.length); },
  '/files': () => { if (files.length < 5000) files.push(fs.openSync(__filename)); },
  '/slowflat': (id) => new Promise((done) => setTimeout(done, 2)),
};

http.createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/health') return response.end();
  const route = routes[url.pathname];
  if (!route) return response.writeHead(404).end();
  await route(url.searchParams.get('id') || request.headers['x-key'] || '');
  response.end('ok');
}).listen(0, '127.0.0.1');
