package retry

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/herd"
	"snag/probe/snagtest"
)

// k6Stub are modules of k6 for Node: a clock that sleep moves, and a server that is away until a time.
const k6Stub = `
globalThis.__ENV = { TARGET: 'http://127.0.0.1/' };
let now = 0;
Date.now = () => now;
export const sleep = (seconds) => { now += seconds * 1000 };
export const reset = () => { now = 0 };
export const sent = [];
export default { get: () => { sent.push(now); return { status: now >= Number(process.env.BACK) ? 200 : 503 } } };
const execution = { scenario: { startTime: 0 }, test: { abort: (why) => { throw new Error(why) } } };
export { execution };
export class Counter { constructor(name) { this.name = name } add(n) { counts[this.name] = (counts[this.name] || 0) + n } }
export class Trend { add() {} }
export const counts = {};
`

// k6Driver draws the delays of many clients, and plays one.
const k6Driver = `
import { reset, sent, counts } from './k6.mjs';
import play, { delaysOf, options, plan } from './herd.mjs';
const draws = [];
for (let i = 0; i < 2000; i++) {
  const next = delaysOf();
  draws.push(plan.delays.map(() => next()));
}
reset();
play();
console.log(JSON.stringify({ draws, sent, counts, vus: options.scenarios.herd.vus }));
`

// k6Policies have every shape, jitter and order of a cap.
var k6Policies = []string{
	"exponential:base=100ms,factor=2,cap=1s",
	"exponential:base=100ms,factor=3,cap=1s,jitter=full",
	"exponential:base=100ms,factor=2,cap=500ms,jitter=equal,floor=80ms",
	"linear:base=50ms,increment=70ms,jitter=20%",
	"fibonacci:base=20ms,jitter=+100ms",
	"exponential:base=100ms,jitter=decorrelated,cap=2s",
	"exponential:base=100ms,jitter=polly-v2,cap=3s",
	"quadratic:base=30ms",
	"steps:table=10ms/200ms/50ms,jitter=full",
	"fixed:base=250ms",
}

// TestK6PlaysThePolicy runs the script in Node and compares the delays of its clients with those of the
// simulation: the distribution of each retry.
func TestK6PlaysThePolicy(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	for _, text := range k6Policies {
		p, err := backoff.ParsePolicy(text)
		if err != nil {
			t.Fatal(err)
		}
		config := herd.Config{Clients: 1_000_000, Policy: p, MaxAttempts: 8, Outage: 0}
		var got struct {
			Draws  [][]float64    `json:"draws"`
			Sent   []float64      `json:"sent"`
			Counts map[string]int `json:"counts"`
			VUs    int            `json:"vus"`
		}
		if err := json.Unmarshal(runK6(t, k6Script(config)), &got); err != nil {
			t.Fatal(err)
		}
		if got.VUs != config.Clients || got.Counts["herd_attempts"] != len(got.Sent) || got.Counts["herd_served"]+got.Counts["herd_gave_up"] != 1 {
			t.Errorf("%s: %d clients, one of which counts %v and sent %v", text, got.VUs, got.Counts, got.Sent)
		}
		compareDelays(t, p, got.Draws)
	}
}

// compareDelays compares delays in milliseconds, by client and retry, with those that the simulation draws.
func compareDelays(t *testing.T, p backoff.Policy, draws [][]float64) {
	t.Helper()
	if len(draws) < 2000 {
		t.Fatalf("%s: %d clients, and the comparison wants 2000", p, len(draws))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range draws[0] {
		var script, simulated []float64
		for _, draw := range draws {
			s := p.Sampler(rng)
			wait := time.Duration(0)
			for range k + 1 {
				wait = s.Next()
			}
			simulated = append(simulated, backoff.Milliseconds(wait))
			script = append(script, draw[k])
		}
		if d := furthest(script, simulated); d > 0.09 {
			t.Errorf("%s, retry %d: the distributions of the script and of the simulation differ by %.3f", p, k+1, d)
		}
	}
}

// furthest is the statistic of Kolmogorov and Smirnov: how far two empirical distributions are apart. Of 2,000
// draws each it exceeds 0.09 by chance in one of five million cases.
func furthest(a, b []float64) float64 {
	slices.Sort(a)
	slices.Sort(b)
	most := 0.0
	below := func(list []float64, x float64) float64 {
		n, _ := slices.BinarySearchFunc(list, x, func(v, x float64) int {
			if v <= x+1e-6 {
				return -1
			}
			return 1
		})
		return float64(n) / float64(len(list))
	}
	for _, x := range append(slices.Clone(a), b...) {
		most = max(most, math.Abs(below(a, x)-below(b, x)))
	}
	return most
}

// runK6 runs a script in Node over the stub and returns what it prints.
func runK6(t *testing.T, script string) []byte {
	t.Helper()
	dir := t.TempDir()
	for from, to := range map[string]string{"'k6/http'": "'./k6.mjs'", "'k6/execution'": "'./execution.mjs'", "'k6/metrics'": "'./k6.mjs'", "'k6'": "'./k6.mjs'"} {
		if !strings.Contains(script, from) {
			t.Fatalf("the script does not import %s", from)
		}
		script = strings.Replace(script, from, to, 1)
	}
	for name, text := range map[string]string{
		"k6.mjs": k6Stub, "herd.mjs": script, "main.mjs": k6Driver,
		"execution.mjs": "import { execution } from './k6.mjs';\nexport default execution;\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("node", "main.mjs")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), fmt.Sprintf("BACK=%d", 400))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, out)
	}
	return out
}
