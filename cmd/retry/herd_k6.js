// Clients with one retry policy that come back from an outage, for k6: each virtual user is a client.
//
//   k6 run -e TARGET=http://127.0.0.1:8080/ herd.js
//
// TARGET is a server of yours. CLIENTS overrides the number of clients. Until OUTAGE milliseconds have passed an
// attempt counts as failed without being sent; OUTAGE=0 leaves the outage to the server. A client ends with an
// answer below 500 that is not 429, or after its last attempt.
import http from 'k6/http';
import { sleep } from 'k6';
import exec from 'k6/execution';
import { Counter, Trend } from 'k6/metrics';

export const plan = {} /* PLAN */;

const clients = Number(__ENV.CLIENTS || plan.clients);
const outage = __ENV.OUTAGE === undefined ? plan.outage : Number(__ENV.OUTAGE);

export const options = {
  scenarios: {
    herd: { executor: 'per-vu-iterations', vus: clients, iterations: 1, maxDuration: plan.longest },
  },
};

const attempts = new Counter('herd_attempts');
const served = new Counter('herd_served');
const gaveUp = new Counter('herd_gave_up');
const recovered = new Trend('herd_recovered', true);

const capped = (delay) => (plan.cap > 0 ? Math.min(delay, plan.cap) : delay);
const within = (low, high) => (high <= low ? low : low + Math.random() * (high - low));
const curve = (t) => 2 ** t * Math.tanh(Math.sqrt(4 * t)); // DecorrelatedJitterBackoffV2 of Polly

// delaysOf returns a function that draws the delays of one client in milliseconds, in order.
export function delaysOf() {
  let next = 0;
  let previous = plan.base;
  let sum = 0;
  return () => {
    if (plan.firstImmediate && next === 0) {
      next = 1;
      return 0;
    }
    const k = next - (plan.firstImmediate ? 1 : 0);
    next += 1;
    const full = plan.delays[Math.min(k, plan.delays.length - 1)];
    if (plan.capOrder === 'bare' && plan.cap > 0 && full >= plan.cap) return plan.cap;
    let delay = plan.capOrder === 'last' ? full : capped(full);
    switch (plan.jitter) {
      case 'proportional':
        delay = within(delay * (1 - plan.proportion), delay * (1 + plan.proportion));
        break;
      case 'equal':
        delay = within(delay / 2, delay);
        break;
      case 'full':
        delay = within(0, delay);
        break;
      case 'additive':
        delay = within(delay, delay + plan.width);
        break;
      case 'decorrelated':
        delay = capped(within(plan.base, previous * 3));
        previous = delay;
        break;
      case 'polly-v2': {
        const at = curve(k + Math.random());
        delay = capped((plan.base * (at - sum)) / 1.4);
        sum = at;
        break;
      }
    }
    if (plan.capOrder === 'last') delay = capped(delay);
    return Math.max(delay, plan.floor);
  };
}

export default function () {
  if (!__ENV.TARGET) exec.test.abort('name a server of yours: -e TARGET=http://127.0.0.1:8080/');
  const begun = exec.scenario.startTime; // the same for all, in milliseconds
  sleep((Math.random() * plan.spread) / 1000);
  const delay = delaysOf();
  for (let attempt = 1; attempt <= plan.attempts; attempt += 1) {
    const now = Date.now() - begun;
    attempts.add(1, { retry: String(attempt - 1) });
    if (now >= outage) {
      const answer = http.get(__ENV.TARGET, { timeout: '30s', tags: { retry: String(attempt - 1) } });
      if (answer.status > 0 && answer.status < 500 && answer.status !== 429) {
        served.add(1);
        recovered.add(Date.now() - begun - outage);
        return;
      }
    }
    if (attempt < plan.attempts) sleep(delay() / 1000);
  }
  gaveUp.add(1);
}
