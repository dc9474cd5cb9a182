// The worker that measures matches in Node.js. The protocol is described in protocol.go.
'use strict';
const vm = require('vm');

const clock = () => Number(process.hrtime.bigint()) / 1e6;
const cpu = () => { const u = process.cpuUsage(); return (u.user + u.system) / 1e3; };

// Processor time leaves out what other processes take, but some systems count it in ticks that are
// too coarse. Then only the wall clock is left.
const fine = (() => {
  let last = cpu(), coarsest = 0;
  for (const end = clock() + 4; clock() < end;) {
    const now = cpu();
    if (now > last) { coarsest = Math.max(coarsest, now - last); last = now; }
  }
  return coarsest > 0 && coarsest < 1.5;
})();

let job, input, best, matched, startWall, startCpu;

const start = () => { startWall = clock(); if (fine) startCpu = cpu(); };
// Both clocks only ever show too much: the wall clock what other processes took, the processor
// clock what other threads of this one did.
const elapsed = () => {
  const wall = clock() - startWall;
  return fine ? Math.min(wall, cpu() - startCpu) : wall;
};

const match = () => {
  const { re, all } = job;
  re.lastIndex = 0;
  return all ? input.replace(re, '') !== input : re.test(input);
};

// A cheap match is run again, and the smallest time counts.
globalThis.shoot = () => {
  best = Infinity;
  for (let run = 0, sum = 0; run < 5 && sum < 6; run++) {
    start();
    matched = match();
    const took = elapsed();
    best = Math.min(best, took);
    sum += took;
  }
};
const script = new vm.Script('shoot()', { filename: 'shoot' });

const rising = (pump, last, n) => {
  const first = pump.charCodeAt(0), rest = pump.slice(1);
  let s = '';
  for (let i = 0; i < n; i++) s += String.fromCharCode(first + i % (last - first + 1)) + rest;
  return s;
};

const build = (n) => {
  let s = '';
  for (const [prefix, pump, last] of job.pumps) s += prefix + (last ? rising(pump, last, n) : pump.repeat(n));
  s += job.suffix;
  s.charCodeAt(s.length >> 1); // turns the pieces into one flat string before the clock runs
  return s;
};

const rounded = (ms) => Math.round(ms * 1e6) / 1e6; // to the nanosecond

const describe = (e) => String(e && e.name) + ': ' + String(e && e.message).slice(0, 300);

const load = (q) => {
  let source = q.pattern;
  let flags = q.flags.replace(/[gy]/g, '');
  const all = q.mode === 'all', sticky = q.flags.includes('y');
  if (all) flags += 'g';
  if (q.mode === 'prefix' || q.mode === 'full' || all && sticky) flags += 'y';
  if (q.mode === 'full') source = '(?:' + source + ')(?![^])';
  job = { re: new RegExp(source, flags), all, pumps: q.pumps, suffix: q.suffix, warm: false };
};

const run = (q) => {
  input = build(q.n);
  const timed = (limit) => script.runInThisContext({ timeout: Math.max(1, Math.ceil(limit)) });
  const answer = { id: q.id, length: input.length };
  best = Infinity;
  try {
    if (!job.warm) {
      // The first execution runs bytecode, the second compiles native code: what an application
      // that uses a pattern more than once gets.
      timed(q.limit);
      job.warm = true;
    }
    timed(q.limit);
    return { ...answer, ms: rounded(best), matched };
  } catch (e) {
    if (e && e.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      return best < Infinity ? { ...answer, ms: rounded(best), matched } : { ...answer, ms: rounded(elapsed()), timeout: true };
    }
    return { ...answer, error: describe(e), stage: 'run' };
  } finally {
    input = '';
  }
};

const handle = (q) => {
  if ('n' in q) return run(q);
  try {
    load(q);
    return { id: q.id };
  } catch (e) {
    return { id: q.id, error: describe(e), stage: 'compile' };
  }
};

const reply = (o) => process.stdout.write(JSON.stringify(o) + '\n');

let pending = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (chunk) => {
  const lines = (pending + chunk).split('\n');
  pending = lines.pop();
  for (const line of lines) reply(handle(JSON.parse(line)));
});
process.stdin.on('end', () => process.exit(0));
reply({ id: 0, version: process.versions.node });
