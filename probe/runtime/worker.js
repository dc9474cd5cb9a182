// Measures JSON in Node, Bun or Deno: a request in JSON a line on stdin, an answer a line on stdout.
const fs = require('node:fs');
const now = () => Number(process.hrtime.bigint()) / 1e6;

// How long this thread was ready to run and had no processor so far, 0 where the kernel does not tell.
let scheduled;
try { scheduled = fs.openSync('/proc/thread-self/schedstat'); } catch { /* not on Linux */ }
const figures = Buffer.alloc(64);
function waited() {
  if (scheduled === undefined) return 0;
  return Number(figures.toString('latin1', 0, fs.readSync(scheduled, figures, 0, 64, 0)).split(' ')[1]) / 1e6;
}

// What some work takes without the waits for a processor. Those outside of it are no longer than what asking took.
function spent(work) {
  const asked = now(), before = waited(), start = now();
  work();
  const end = now(), lost = waited() - before;
  return end - start - Math.max(lost - (start - asked) - (now() - end), 0);
}

// The least time of several runs, and the median of those after the first third.
function timed(q, work) {
  const begun = now(), until = begun + q.limit, all = [];
  while (all.length < q.reps || now() < begun + 10) { // short ones more often
    all.push(spent(work));
    if (now() > until && all.length > 1) break;
  }
  const warm = all.slice(Math.floor(all.length / 3)).sort((a, b) => a - b);
  return { least: all.reduce((a, b) => Math.min(a, b)), typical: warm[Math.floor(warm.length / 2)] };
}

// A timer of 1 ms is the heartbeat of the event loop: its longest gap is what others wait.
async function heartbeat(work) {
  let last = now(), gap = 0;
  const timer = setInterval(() => { const t = now(); gap = Math.max(gap, t - last); last = t; }, 1);
  await new Promise((done) => setTimeout(done, 5));
  gap = 0; last = now();
  work();
  await new Promise((done) => setTimeout(done, 3));
  clearInterval(timer);
  return Math.max(gap - 1, 0);
}

async function answer(q) {
  if (q.do === 'version') return { version: (typeof Bun !== 'undefined' ? Bun.version : typeof Deno !== 'undefined' ? Deno.version.deno : process.version.slice(1)) };
  if (q.do === 'depth') {
    const text = q.open.repeat(q.n) + (q.leaf || '') + q.close.repeat(q.n);
    // From a timer the stack is as empty as it can be.
    return new Promise((done, fail) => setImmediate(() => {
      try {
        const value = JSON.parse(text);
        if (q.stringify) JSON.stringify(value);
        done({ ok: true });
      } catch (e) { fail(e); }
    }));
  }
  const text = fs.readFileSync(q.file, 'utf8');
  const out = { length: text.length };
  let value;
  out.parse = timed(q, () => { value = JSON.parse(text); });
  out.search = timed(q, () => text.indexOf('nomatch'));
  if (q.stringify) out.stringify = timed(q, () => JSON.stringify(value));
  value = null;
  if (q.beat) out.beat = await heartbeat(() => { value = JSON.parse(text); });
  out.rss = process.memoryUsage().rss;
  return out;
}

let pending = '';
let queue = Promise.resolve();
process.stdin.setEncoding('utf8');
process.stdin.on('data', (part) => {
  pending += part;
  for (let i; (i = pending.indexOf('\n')) >= 0;) {
    const line = pending.slice(0, i);
    pending = pending.slice(i + 1);
    queue = queue.then(() => answer(JSON.parse(line))).catch((e) => ({ error: String(e.name) + ': ' + String(e.message).slice(0, 200) }))
      .then((out) => process.stdout.write(JSON.stringify(out) + '\n'));
  }
});
