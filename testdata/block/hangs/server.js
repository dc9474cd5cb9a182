// Handlers that hang, each by a defect of its own, and sound ones that are slow. Usage: node server.js
'use strict';
const http = require('node:http');

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

class Lock {
  constructor(places = 1) { this.places = places; this.waiting = []; }
  take() {
    if (this.places > 0) { this.places--; return Promise.resolve(); }
    return new Promise((done) => this.waiting.push(done));
  }
  give() {
    const next = this.waiting.shift();
    if (next) next(); else this.places++;
  }
}

const a = new Lock(), b = new Lock();
async function both(first, second) {
  await first.take();
  await sleep(20);
  await second.take();
  second.give();
  first.give();
}

let turns = 0, seed = 1, answered = 0;
const connections = new Lock(4), places = new Lock(4), uploads = new Lock(3);
const accounts = Array.from({ length: 4 }, () => new Lock());
const pending = new Map();
const queue = { jobs: [], running: false };

// one runs jobs in their order; a job that adds another one and waits for it waits for itself.
function enqueue(job) {
  return new Promise((done) => {
    queue.jobs.push(() => job().then(done));
    if (!queue.running) work();
  });
}
async function work() {
  queue.running = true;
  while (queue.jobs.length) await queue.jobs.shift()();
  queue.running = false;
}

const ten = new Lock(10);
const readers = { count: 0, writer: false, waiting: [] };

const hanging = {
  // two locks, every second request in the other order
  alternating: () => (++turns % 2 ? both(a, b) : both(b, a)),
  // two locks, one request of eight in the other order
  chance: () => { seed = (seed * 1103515245 + 12345) & 0x7fffffff; return (seed >> 16) % 8 === 0 ? both(b, a) : both(a, b); },
  // two accounts, in the order of the request
  bykey: (q) => { const id = Number(q.get('id')) || 0; return both(accounts[id % 4], accounts[(id + 1 + (id >> 2) % 3) % 4]); },
  // a connection of the pool for the request, and another one for its transaction
  twice: async () => { await connections.take(); await sleep(20); await connections.take(); await sleep(5); connections.give(); connections.give(); },
  // the same of ten connections, for queries that are quick
  ten: async () => { await ten.take(); await sleep(2); await ten.take(); await sleep(1); ten.give(); ten.give(); },
  // a place that an error does not give back
  onerror: async () => {
    await places.take();
    await sleep(20);
    if (++turns % 3 === 0) throw new Error('conflict');
    places.give();
  },
  // a place that a client which goes away does not give back
  onabort: async (q, request) => {
    await uploads.take();
    await sleep(60);
    if (request.destroyed || request.socket.destroyed) return;
    uploads.give();
  },
  // whoever asks while another one loads waits for a promise that nobody settles
  unsettled: async () => {
    if (pending.has('x')) return new Promise(() => {});
    pending.set('x', true);
    await sleep(30);
    if (!pending.lost) pending.delete('x');
    if (++turns > 6) pending.lost = true;
  },
  // a job that waits for another job of the same queue, when it is not the first
  ownqueue: () => enqueue(async () => { await sleep(20); if (queue.jobs.length) await enqueue(() => sleep(1)); }),
  // readers that become writers, each of which waits for the other to have read
  upgrade: async () => {
    readers.count++;
    await sleep(20);
    while (readers.count > 1) await new Promise((done) => readers.waiting.push(done));
    readers.count--;
    readers.waiting.splice(0).forEach((done) => done());
  },
};

const gate = new Lock(), four = new Lock(4);
let batch = [];
const sound = {
  slow: () => sleep(400),
  onelock: async () => { await gate.take(); await sleep(120); gate.give(); },
  four: async () => { await four.take(); await sleep(150); four.give(); },
  // two locks, always in the same order
  ordered: () => both(a, b),
  // a wait that ends by a timeout of five seconds
  lease: async () => {
    if (answered++ < 4) return sleep(20);
    if (answered % 7 === 5) await sleep(5000); else await sleep(20);
  },
  // answers come together, each second
  batched: () => new Promise((done) => {
    batch.push(done);
    if (batch.length === 1) setTimeout(() => { batch.splice(0).forEach((f) => f()); }, 1000);
  }),
  // a few wait for something else, up to a timeout of ten seconds
  late: () => sleep(++answered % 23 === 22 ? 10_000 : 20),
  // one keeps what others wait for, up to a timeout of twenty seconds that keeps no process alive
  held: async () => {
    if (answered++ === 9) { await gate.take(); await sleep(25_000); gate.give(); return; }
    await Promise.race([gate.take().then(() => sleep(20)).then(() => gate.give()), new Promise((done) => setTimeout(done, 20_000).unref())]);
  },
  // each of several at once takes longer
  thrashing: async () => { answered++; await sleep(50 * answered); answered--; },
  computing: async () => { const end = Date.now() + 80; while (Date.now() < end); },
};

http.createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const name = url.pathname.slice(1);
  const handler = hanging[name] || sound[name];
  if (!handler) {
    response.writeHead(name === 'health' ? 200 : 404).end();
    return;
  }
  handler(url.searchParams, request).then(() => response.end('ok'), () => { response.statusCode = 500; response.end(); });
}).listen(0, '127.0.0.1');
