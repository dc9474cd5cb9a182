// Measures JSON in Node, Bun or Deno: a request in JSON a line on stdin, an answer a line on stdout.
const fs = require('node:fs');
const now = () => Number(process.hrtime.bigint()) / 1e6;

// How long a thread was on a processor so far, and ready to run without one; 0 where the kernel does not tell.
let scheduled;
try { scheduled = fs.openSync('/proc/thread-self/schedstat'); } catch { /* not on Linux */ }
const figures = Buffer.alloc(64);
function read(file) {
  if (file === undefined) return [0, 0];
  return figures.toString('latin1', 0, fs.readSync(file, figures, 0, 64, 0)).split(' ').map((n) => Number(n) / 1e6);
}

// The other threads of the process, which collect garbage while this one waits for them.
let others = [];
function find() {
  others.forEach((file) => fs.closeSync(file));
  others = [];
  if (scheduled === undefined) return;
  for (const id of fs.readdirSync('/proc/self/task')) {
    if (Number(id) === process.pid) continue;
    try { others.push(fs.openSync(`/proc/self/task/${id}/schedstat`)); } catch { /* it has ended */ }
  }
}
const waits = () => others.map((file) => { try { return read(file)[1]; } catch { return 0; } });

// What some work takes without the waits for a processor, and how long those are: of this thread, and of others for which
// it slept. Those outside of the work are no longer than what asking took.
function spent(work) {
  const asked = now(), before = waits(), [computed, waited] = read(scheduled), start = now();
  work();
  const end = now(), [cpu, ready] = read(scheduled), after = waits();
  const own = Math.max(ready - waited - (start - asked) - (now() - end), 0);
  const slept = scheduled === undefined ? 0 : Math.max(end - start - own - (cpu - computed), 0);
  const lost = own + Math.min(slept, after.reduce((sum, n, i) => sum + Math.max(n - before[i], 0), 0));
  return [end - start - lost, lost];
}

// What each of several runs took and lost. The limit is for what they take, the clock for all of it.
function timed(q, work) {
  find();
  const begun = now(), all = [];
  for (let took = 0; all.length < q.reps || now() < begun + 10 && all.length < q.most;) { // short ones more often
    all.push(spent(work));
    took += all[all.length - 1][0];
    if (all.length > 1 && (took > q.limit || now() > begun + q.clock)) break;
  }
  return all;
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
