// Handlers of known cost. Each answers with the time that it took, measured around its work, in the
// header X-Took-Ms. Usage: node server.js [PORT] [WORKERS] [h2c | h2 KEY CERTIFICATE], where h2 and h2c
// refuse HTTP/1.1. STREAMS=n in the environment bounds the requests at once over a connection of HTTP/2.
'use strict';
const http = require('node:http');
const http2 = require('node:http2');
const cluster = require('node:cluster');
const crypto = require('node:crypto');
const zlib = require('node:zlib');
const fs = require('node:fs');
const { AsyncLocalStorage } = require('node:async_hooks');

function spin(ms) {
  const end = process.hrtime.bigint() + BigInt(Math.round(ms * 1e6));
  while (process.hrtime.bigint() < end);
}
function loop(times) {
  let x = 1;
  for (let i = 0; i < times; i++) x = (x * 1103515245 + 12345) & 0x7fffffff;
  return x;
}
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
function permute(n) { let c = 1; for (let i = 0; i < n; i++) c += permute(n - 1); return c; }
function binary(n) { return n <= 0 ? 1 : binary(n - 1) + binary(n - 1); }

const sync = {
  constant: () => loop(1000),
  log: (n) => loop(Math.ceil(Math.log2(n + 1)) * 100),
  linear: (n) => loop(n * 100),
  sort: (n) => { const a = []; let x = 7; for (let i = 0; i < n; i++) { x = (x * 1103515245 + 12345) & 0x7fffffff; a.push(x); } a.sort((p, q) => p - q); },
  square: (n) => { let c = 0; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) c ^= i * j; return c; },
  pairs: (n) => { const a = []; for (let i = 0; i < n; i++) a.push(i * 7919 % 1000003); let c = 0; for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) if (a[i] === a[j]) c++; return c; },
  includes: (n) => { const seen = []; for (let i = 0; i < n; i++) if (!seen.includes(i)) seen.push(i); return seen.length; },
  cube: (n) => { let c = 0; for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) c ^= k; return c; },
  binary, fib,
  permute: (n) => permute(Math.min(n, 14)),
  regex: (n) => /^(a+)+$/.test('a'.repeat(n) + '!'),
  regex2: (n) => /\s+$/.test(' '.repeat(n) + 'x'),
  step: (n) => spin(n > 20000 ? 50 : 0.01),
  spin,
  count: (ms) => { let c = 0; for (const end = Date.now() + ms; Date.now() < end;) for (let i = 0; i < 20000; i++) c ^= i; return c; },
  hash: (n) => crypto.createHash('sha256').update('x'.repeat(n)).digest('hex'),
  gzip: (n) => zlib.gzipSync(Buffer.alloc(n, 'ab')),
};

let locked = Promise.resolve();
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const wait = {
  sleep,
  chunks: async (n) => { for (let i = 0; i < n; i++) { spin(1); await new Promise(setImmediate); } },
  lock: (n) => { locked = locked.then(() => sleep(n)); return locked; },
  pbkdf2: (n) => new Promise((done) => crypto.pbkdf2('a', 'b', Math.ceil(n * 1000), 32, 'sha256', done)),
  stat: () => new Promise((done) => fs.stat('.', done)),
};

// Semaphores of any size: /pool?k=4&ms=50, with ms=0 for a light one; random=1 for random times.
const pools = new Map();
function pool(k) {
  if (!pools.has(k)) pools.set(k, { free: k, queue: [] });
  return pools.get(k);
}
async function acquire(k) {
  const p = pool(k);
  if (p.free > 0) p.free--; else await new Promise((go) => p.queue.push(go));
}
function release(k) {
  const p = pool(k);
  if (p.queue.length) p.queue.shift()(); else p.free++;
}

const store = new AsyncLocalStorage();
let current = null;
const lockA = { held: false, queue: [] }, lockB = { held: false, queue: [] }, lockC = { held: false, queue: [] };
async function take(l) { if (l.held) await new Promise((go) => l.queue.push(go)); l.held = true; }
function give(l) { l.held = false; const next = l.queue.shift(); if (next) next(); }
let turn = 0;

// What follows hangs when requests overlap, each in a way of its own. A request alone is answered.
let working = 0, previous = null;
const hangs = {
  // Four slots, and each request needs two of them.
  twoslots: async () => { await acquire(4); await sleep(20); await acquire(4); release(4); release(4); },
  // Two locks, every other request in the opposite order.
  abba: async () => {
    const [p, q] = turn++ % 2 ? [lockA, lockB] : [lockB, lockA];
    await take(p); await sleep(15); await take(q); give(q); give(p);
  },
  // A slot is not given back by those that had to wait for it.
  semaphore: async () => {
    const waited = pool(2).free === 0;
    await acquire(2); await sleep(20);
    if (!waited) release(2); else throw new Error('the slot is lost');
  },
  // Two requests that are under way together wait for each other's result.
  cycle: async () => {
    const other = previous;
    let mine;
    const result = new Promise((done) => { mine = done; });
    previous = result;
    await sleep(20);
    if (previous !== result) await previous; else if (other) await other;
    mine();
    if (previous === result) previous = null;
  },
  // A lock that is taken again by who holds it, when somebody else is waiting.
  reentrant: async () => {
    await take(lockC);
    await sleep(20);
    if (lockC.queue.length) await take(lockC);
    give(lockC);
  },
  // The loop waits for what only the loop could do.
  busy: async () => {
    working++;
    await sleep(20);
    while (working > 1);
    working--;
  },
};

async function handle(req, res, body) {
  const url = new URL(req.url, 'http://x');
  const name = url.pathname.slice(1);
  const n = Number(url.searchParams.get('n') ?? body.length);
  const start = process.hrtime.bigint();
  const end = (status, text, headers = {}) => {
    res.writeHead(status, { 'x-took-ms': String(Number(process.hrtime.bigint() - start) / 1e6), ...headers });
    res.end(text);
  };
  if (Object.hasOwn(sync, name)) { sync[name](n); return end(200, 'ok'); }
  if (Object.hasOwn(hangs, name)) { await hangs[name](); return end(200, 'ok'); }
  if (Object.hasOwn(wait, name)) { await wait[name](url.searchParams.get('random') ? -Math.log(1 - Math.random()) * n : n); return end(200, 'ok'); }
  const id = req.headers['x-request-id'] ?? '';
  switch (name) {
    case 'health': return end(200, 'ok');
    case 'parse': JSON.parse(body); return end(200, 'ok');
    case 'body': { const items = body.split(','); let c = 0; for (const a of items) for (const b of items) if (a === b) c++; return end(200, String(c)); }
    case 'items': { const items = (url.searchParams.get('items') ?? '').split(','); let c = 0; for (const a of items) for (const b of items) for (let i = 0; i < 20; i++) if (a === b) c++; return end(200, String(c)); }
    case 'pool': {
      const k = Number(url.searchParams.get('k'));
      let ms = Number(url.searchParams.get('ms') ?? 50);
      if (url.searchParams.get('random')) ms = -Math.log(1 - Math.random()) * ms;
      if (url.searchParams.get('shed') && pool(k).free === 0) return end(503, 'busy');
      await acquire(k); await sleep(ms); release(k);
      return end(200, 'ok');
    }
    case 'leak': current = id; await sleep(5); return end(200, current, { 'x-request-id': current });
    case 'leakbody': current = id; await new Promise((done) => fs.stat('.', done)); return end(200, JSON.stringify({ id: current }));
    case 'context': return store.run(id, async () => { await sleep(5); end(200, store.getStore(), { 'x-request-id': store.getStore() }); });
    case 'noecho': await sleep(5); return end(200, 'ok');
    case 'hang': return;
    case 'close': return req.socket.destroy();
    case 'endless': { res.writeHead(200); const more = () => { while (res.write('x'.repeat(65536))); res.once('drain', more); }; return more(); }
    case 'redirect': return end(302, '', { location: 'http://192.0.2.1/' });
    case 'error': return end(n > 50 ? 500 : 200, 'e');
  }
  end(404, 'no');
}

const [protocol, key, certificate] = process.argv.slice(4);
function create(listener) {
  const settings = process.env.STREAMS ? { maxConcurrentStreams: Number(process.env.STREAMS) } : {};
  switch (protocol) {
    case 'h2c': return http2.createServer({ settings }, listener);
    case 'h2': return http2.createSecureServer({ settings, allowHTTP1: false, key: fs.readFileSync(key), cert: fs.readFileSync(certificate) }, listener);
  }
  return http.createServer(listener);
}

function serve(port) {
  const server = create((req, res) => {
    const parts = [];
    req.on('data', (part) => parts.push(part));
    req.on('end', () => handle(req, res, Buffer.concat(parts).toString('latin1')).catch((e) => { res.writeHead(500); res.end(String(e)); }));
  });
  server.keepAliveTimeout = 60000;
  server.listen(port, '127.0.0.1', () => { if (!cluster.isWorker) console.log('listening on ' + server.address().port); });
}

const port = Number(process.argv[2] ?? 0);
const workers = Number(process.argv[3] ?? 0);
if (workers > 0 && cluster.isPrimary) {
  let ready = 0;
  for (let i = 0; i < workers; i++) cluster.fork();
  cluster.on('listening', (_, address) => { if (++ready === workers) console.log('listening on ' + address.port); });
} else serve(port);
