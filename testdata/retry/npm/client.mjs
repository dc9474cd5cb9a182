// One request with the retrying client that is named: node client.mjs CLIENT METHOD URL [OPERATIONS] [key=value...]
// The keys are base and cap (milliseconds), factor, jitter, attempts, shape and all (methods). It exits with 0 when
// the request succeeded. KEY=value in the environment sends an idempotency key, OPERATIONS makes that many
// requests, one after the other.
import { createRequire } from "node:module";

const [name, method, url, ...rest] = process.argv.slice(2);
const operations = rest.find((word) => !word.includes("="));
const values = Object.fromEntries(rest.filter((word) => word.includes("=")).map((word) => word.split("=", 2)));
const number = (key, otherwise) => Number(values[key] ?? otherwise);
const retries = number("attempts", 4) - 1;
const exponential = (n) => number("base", 200) * number("factor", 2) ** n;
const chosen = values.all ? { methods: [method, method.toLowerCase()] } : {};
const require = createRequire(import.meta.url);
const body = method === "GET" ? undefined : JSON.stringify({ amount: 42, note: "x".repeat(180) });
const headers = { ...(body && { "content-type": "application/json" }), ...(process.env.KEY && { "idempotency-key": process.env.KEY }) };

// attempt is the request of the generic wrappers: it throws on every status from 400 on.
async function attempt() {
  const response = await fetch(url, { method, headers, body });
  await response.text();
  if (!response.ok) throw new Error(`status ${response.status}`);
}

// call asks for the health of a server of gRPC.
function call(options) {
  const grpc = require("@grpc/grpc-js");
  const client = new grpc.Client(new URL(url).host, grpc.credentials.createInsecure(), options);
  const same = (bytes) => bytes;
  return new Promise((resolve, reject) =>
    client.makeUnaryRequest("/grpc.health.v1.Health/Check", same, same, Buffer.alloc(0), new grpc.Metadata(), { deadline: Date.now() + 12000 }, (error, answer) => {
      client.close();
      error ? reject(error) : resolve(answer);
    }),
  );
}

const clients = {
  // A call with the retry policy of a service config, and one in a loop that knows nothing of gRPC.
  async "grpc"() {
    const retryPolicy = { maxAttempts: 4, initialBackoff: "0.2s", maxBackoff: "2s", backoffMultiplier: 2, retryableStatusCodes: ["UNAVAILABLE"] };
    await call({ "grpc.service_config": JSON.stringify({ methodConfig: [{ name: [{}], retryPolicy }] }) });
  },
  async "grpc-loop"() {
    const { default: pRetry } = await import("p-retry");
    await pRetry(() => call({}), { retries: 3, minTimeout: 150 });
  },
  async "fetch"() {
    await attempt();
  },
  async "axios-retry"() {
    const axios = require("axios").create();
    require("axios-retry").default(axios);
    await axios({ url, method, headers, data: body });
  },
  async "axios-retry-exp"() {
    const axios = require("axios");
    const { default: axiosRetry, exponentialDelay } = require("axios-retry");
    axiosRetry(axios, { retries: 4, retryDelay: (n, error) => exponentialDelay(n, error, 50) });
    await axios({ url, method, headers, data: body });
  },
  async "got"() {
    const { default: got } = await import("got");
    await got(url, { method, headers, body, retry: { limit: 2 } });
  },
  async "ky"() {
    const { default: ky } = await import("ky");
    await (await ky(url, { method, headers, body })).text();
  },
  async "undici"() {
    const { Agent, RetryAgent, request } = await import("undici");
    const dispatcher = new RetryAgent(new Agent(), { maxRetries: 3, minTimeout: 200 });
    const answer = await request(url, { method, headers, body, dispatcher });
    await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(`status ${answer.statusCode}`);
  },
  async "superagent"() {
    const superagent = require("superagent");
    let request = superagent(method, url).set(headers).retry(3);
    if (body) request = request.send(body);
    await request;
  },
  async "make-fetch-happen"() {
    const fetch = require("make-fetch-happen");
    const response = await fetch(url, { method, headers, body, retry: { retries: 3, minTimeout: 200, factor: 2 } });
    await response.text();
    if (!response.ok) throw new Error(`status ${response.status}`);
  },
  async "ofetch"() {
    const { ofetch } = await import("ofetch");
    await ofetch(url, { method, headers, body, retry: 3, retryDelay: 150 });
  },
  async "gaxios"() {
    const { request } = await import("gaxios");
    await request({ url, method, headers, data: body, retry: true, responseType: "text" });
  },
  async "requestretry"() {
    const request = require("requestretry");
    const answer = await request({ url, method, headers, body, maxAttempts: 4, retryDelay: 200, fullResponse: true });
    if (answer.statusCode >= 400) throw new Error(`status ${answer.statusCode}`);
  },
  async "fetch-retry"() {
    const fetchRetry = require("fetch-retry")(fetch, { retries: 3, retryDelay: 200, retryOn: [429, 500, 502, 503, 504] });
    const response = await fetchRetry(url, { method, headers, body });
    await response.text();
    if (!response.ok) throw new Error(`status ${response.status}`);
  },
  async "octokit"() {
    const { Octokit } = await import("@octokit/core");
    const { retry } = await import("@octokit/plugin-retry");
    const octokit = new (Octokit.plugin(retry))({ baseUrl: new URL(url).origin, log: { debug() {}, info() {}, warn() {}, error() {} } });
    await octokit.request(`${method} /`, body ? { data: body, headers } : { headers });
  },
  async "p-retry"() {
    const { default: pRetry } = await import("p-retry");
    await pRetry(attempt, { retries: 4, minTimeout: 100 });
  },
  async "p-retry-random"() {
    const { default: pRetry } = await import("p-retry");
    await pRetry(attempt, { retries: 5, minTimeout: 100, randomize: true });
  },
  async "async-retry"() {
    const retry = require("async-retry");
    await retry(attempt, { retries: 4, minTimeout: 100, randomize: false });
  },
  // A loop of 4 attempts inside a loop of 3.
  async "nested"() {
    const axios = require("axios").create();
    require("axios-retry").default(axios, { retries: 3, retryDelay: () => 30 });
    const { default: pRetry } = await import("p-retry");
    await pRetry(() => axios({ url, method, headers, data: body }), { retries: 2, minTimeout: 300 });
  },
  async "exponential-backoff-full"() {
    const { backOff } = require("exponential-backoff");
    await backOff(attempt, { numOfAttempts: 6, startingDelay: 100, jitter: "full" });
  },
  async "changing-key"() {
    const { default: pRetry } = await import("p-retry");
    let n = 0;
    await pRetry(async () => {
      const response = await fetch(url, { method, headers: { ...headers, "idempotency-key": `key-${n++}` }, body });
      if (!response.ok) throw new Error(`status ${response.status}`);
    }, { retries: 2, minTimeout: 100 });
  },
  async "lost-body"() {
    const { Readable } = require("node:stream");
    const { default: pRetry } = await import("p-retry");
    const stream = Readable.from([body]);
    await pRetry(async () => {
      const chunks = [];
      for await (const chunk of stream) chunks.push(chunk);
      const response = await fetch(url, { method: "PUT", body: chunks.join("") });
      if (!response.ok) throw new Error(`status ${response.status}`);
    }, { retries: 2, minTimeout: 100 });
  },
  // A breaker that opens after 5 failures in a row, for 1.5 seconds, driven until it is ended.
  async "cockatiel"() {
    const { ConsecutiveBreaker, circuitBreaker, handleAll } = require("cockatiel");
    const breaker = circuitBreaker(handleAll, { halfOpenAfter: 1500, breaker: new ConsecutiveBreaker(5) });
    for (;;) {
      await breaker.execute(attempt).catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },
  // The same libraries with what the arguments say.
  async "p-retry-law"() {
    const { default: pRetry } = await import("p-retry");
    await pRetry(attempt, { retries, minTimeout: number("base", 200), factor: number("factor", 2), maxTimeout: number("cap", 60000), randomize: "jitter" in values });
  },
  async "async-retry-law"() {
    const retry = require("async-retry");
    await retry(attempt, { retries, minTimeout: number("base", 200), factor: number("factor", 2), maxTimeout: number("cap", 60000), randomize: "jitter" in values });
  },
  async "exponential-backoff-law"() {
    const { backOff } = require("exponential-backoff");
    await backOff(attempt, { numOfAttempts: retries + 1, startingDelay: number("base", 200), timeMultiple: number("factor", 2), maxDelay: number("cap", 60000), jitter: values.jitter ?? "none" });
  },
  async "ky-law"() {
    const { default: ky } = await import("ky");
    await (await ky(url, { method, headers, body, retry: { limit: retries, backoffLimit: number("cap", 60000), ...chosen } })).text();
  },
  async "got-law"() {
    const { default: got } = await import("got");
    const calculateDelay = ({ attemptCount, computedValue }) => (computedValue ? exponential(attemptCount - 1) : 0);
    await got(url, { method, headers, body, retry: { limit: retries, calculateDelay, ...chosen } });
  },
  async "undici-law"() {
    const { Agent, RetryAgent, request } = await import("undici");
    const law = { maxRetries: retries, minTimeout: number("base", 200), timeoutFactor: number("factor", 2), maxTimeout: number("cap", 60000), ...chosen };
    const answer = await request(url, { method, headers, body, dispatcher: new RetryAgent(new Agent(), law) });
    await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(`status ${answer.statusCode}`);
  },
  async "axios-retry-linear"() {
    const axios = require("axios").create();
    const { default: axiosRetry, linearDelay } = require("axios-retry");
    axiosRetry(axios, { retries, retryDelay: linearDelay(number("base", 100)) });
    await axios({ url, method, headers, data: body });
  },
  async "fetch-retry-law"() {
    const again = require("fetch-retry")(fetch, { retries, retryDelay: exponential, retryOn: [429, 500, 502, 503, 504] });
    const response = await again(url, { method, headers, body });
    await response.text();
    if (!response.ok) throw new Error(`status ${response.status}`);
  },
  async "make-fetch-happen-law"() {
    const fetch = require("make-fetch-happen");
    const response = await fetch(url, { method, headers, body, retry: { retries, minTimeout: number("base", 200), factor: number("factor", 2), maxTimeout: number("cap", 60000) } });
    await response.text();
    if (!response.ok) throw new Error(`status ${response.status}`);
  },
  async "ofetch-default"() {
    const { ofetch } = await import("ofetch");
    await ofetch(url, { method, headers, body });
  },
  async "cockatiel-law"() {
    const { ConstantBackoff, ExponentialBackoff, decorrelatedJitterGenerator, fullJitterGenerator, halfJitterGenerator, noJitterGenerator, handleAll, retry } = require("cockatiel");
    const generator = { full: fullJitterGenerator, half: halfJitterGenerator, decorrelated: decorrelatedJitterGenerator }[values.jitter] ?? noJitterGenerator;
    const backoff =
      values.shape === "constant"
        ? new ConstantBackoff(number("base", 200))
        : new ExponentialBackoff({ generator, initialDelay: number("base", 200), exponent: number("factor", 2), maxDelay: number("cap", 60000) });
    await retry(handleAll, { maxAttempts: retries, backoff }).execute(attempt);
  },
  async "ioredis"() {
    const Redis = require("ioredis");
    const { hostname, port } = new URL(url);
    const redis = new Redis({ host: hostname, port: Number(port), maxRetriesPerRequest: 6 });
    redis.on("error", () => {});
    await redis.get("k").finally(() => redis.disconnect());
  },
};

async function serve() {
  let failure;
  for (let i = 0; i < Number(operations ?? 1); i++) await clients[name]().catch((error) => (failure = error));
  if (failure) throw failure;
}

serve().then(
  () => process.exit(0),
  (error) => {
    console.error(String(error));
    process.exit(3);
  },
);
