package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"snag/analyze/regex/attack"
	"snag/analyze/regex/confirm"
	"snag/analyze/regex/redos"
	"snag/analyze/stats"
	"snag/analyze/wtf8"
	"snag/probe/engine"
)

// peerScript asks one package for its opinion on each pattern that it reads, one JSON object a line.
// The time of a pattern leaves out the start of the process. The first answer of recheck's native
// backend includes the start of its agent, so a pattern is asked for beforehand.
const peerScript = `
'use strict';
const { createRequire } = require('module');
const load = createRequire(process.cwd() + '/');
const peers = {
  recheck: () => {
    const { check } = load('recheck');
    return async (q) => {
      const r = await check(q.pattern, q.flags, { timeout: 10000 });
      const a = r.attack;
      return { status: r.status, attack: a && { pumps: a.pumps.map((p) => ({ prefix: p.prefix, pump: p.pump, bias: p.bias })), suffix: a.suffix },
        exponential: r.complexity && r.complexity.type === 'exponential', degree: r.complexity && r.complexity.degree || 0 };
    };
  },
  'safe-regex': () => {
    const safe = load('safe-regex');
    return async (q) => ({ status: safe(q.pattern) ? 'safe' : 'vulnerable' });
  },
  'safe-regex2': () => {
    const safe = load('safe-regex2');
    return async (q) => ({ status: safe(new RegExp(q.pattern, q.flags)) ? 'safe' : 'vulnerable' });
  },
  'redos-detector': () => {
    const { isSafe } = load('redos-detector');
    return async (q) => {
      const r = isSafe(new RegExp(q.pattern, q.flags), { timeout: 10000 });
      return { status: r.safe ? 'safe' : r.error === 'timedOut' ? 'timeout' : 'vulnerable' };
    };
  },
  scslre: () => {
    const { analyse } = load('scslre');
    return async (q) => ({ status: analyse(new RegExp(q.pattern, q.flags)).reports.length ? 'vulnerable' : 'safe' });
  },
};
(async () => {
  const ask = peers[process.argv[1]]();
  await ask({ pattern: '^a$', flags: '' });
  for await (const line of require('readline').createInterface({ input: process.stdin })) {
    const began = process.hrtime.bigint();
    let answer;
    try { answer = await ask(JSON.parse(line)); } catch (e) { answer = { status: 'error' }; }
    answer.ms = Number(process.hrtime.bigint() - began) / 1e6;
    console.log(JSON.stringify(answer));
  }
  process.exit(0);
})();
`

// opinion is what a tool says about one pattern.
type opinion struct {
	status  string // safe, vulnerable, or why there is no answer
	verdict redos.Verdict
	millis  float64
}

// tool judges a list of patterns, one after the other.
type tool struct {
	name  string
	judge func(t *testing.T, rows []corpusRow) []opinion
}

var peers = []tool{
	{"snag", snagOpinions},
	{"recheck-native", peer("recheck", "RECHECK_BACKEND=native")},
	{"recheck-pure", peer("recheck", "RECHECK_BACKEND=pure")},
	{"redos-detector", peer("redos-detector", "")},
	{"scslre", peer("scslre", "")},
	{"safe-regex", peer("safe-regex", "")},
	{"safe-regex2", peer("safe-regex2", "")},
}

func snagOpinions(t *testing.T, rows []corpusRow) []opinion {
	out := make([]opinion, len(rows))
	for i, r := range rows {
		began := time.Now()
		v, err := redos.Analyze(t.Context(), redos.Pattern{Text: string(r.Pattern), Flags: r.Flags}, redos.DefaultLimits)
		out[i] = opinion{judged{verdict: v, err: err}.class(), v, time.Since(began).Seconds() * 1e3}
		if v.Attack != nil {
			out[i].status = "vulnerable"
		}
	}
	return out
}

// peer runs the package under the folder that SNAG_PEERS names.
func peer(name, env string) func(*testing.T, []corpusRow) []opinion {
	return func(t *testing.T, rows []corpusRow) []opinion {
		dir := os.Getenv("SNAG_PEERS")
		if _, err := os.Stat(filepath.Join(dir, "node_modules", name)); err != nil {
			t.Log("not installed in SNAG_PEERS:", name)
			return nil
		}
		var in bytes.Buffer
		for _, r := range rows {
			fmt.Fprintf(&in, "{\"pattern\":%s,\"flags\":%s}\n", wtf8.Quote(string(r.Pattern)), wtf8.Quote(r.Flags))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		cmd := exec.CommandContext(ctx, "node", "--input-type=commonjs", "--eval", peerScript, name)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), env)
		cmd.Stdin = &in
		cmd.Stderr = os.Stderr
		cmd.WaitDelay = time.Second
		output, err := cmd.Output()
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return nil
		}
		return parseOpinions(t, output)
	}
}

func parseOpinions(t *testing.T, output []byte) []opinion {
	t.Helper()
	var out []opinion
	lines := bufio.NewScanner(bytes.NewReader(output))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var a struct {
			Status      string
			MS          float64
			Exponential bool
			Degree      int
			Attack      *struct {
				Pumps []struct {
					Prefix, Pump wtf8.String
					Bias         int
				}
				Suffix wtf8.String
			}
		}
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatalf("%v in %.200s", err, lines.Bytes())
		}
		o := opinion{status: a.Status, millis: a.MS}
		if a.Attack != nil {
			o.verdict = redos.Verdict{Class: redos.Polynomial, Degree: max(a.Degree, 2), Attack: &attack.Attack{Suffix: string(a.Attack.Suffix)}}
			if a.Exponential {
				o.verdict.Class, o.verdict.Degree = redos.Exponential, 0
			}
			for _, p := range a.Attack.Pumps {
				prefix := string(p.Prefix) + strings.Repeat(string(p.Pump), max(p.Bias, 0))
				o.verdict.Attack.Pumps = append(o.verdict.Attack.Pumps, attack.Pump{Prefix: prefix, Pump: string(p.Pump)})
			}
		}
		out = append(out, o)
	}
	return out
}

// peerPatterns are patterns of CVEs and real ones, in equal parts, or without corpora the hard ones of
// testdata.
func peerPatterns(t *testing.T) []corpusRow {
	if os.Getenv("SNAG_CORPORA") == "" {
		return hardPatterns(t)
	}
	count := 300
	if s := os.Getenv("SNAG_PEER_PATTERNS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 2 {
			t.Fatalf("SNAG_PEER_PATTERNS=%s: not a number of patterns", s)
		}
		count = n
	}
	var known []corpusRow
	for _, r := range corpus(t, "cve.jsonl") {
		if r.Dialect == "javascript" {
			known = append(known, r)
		}
	}
	known = sample(known, count/2)
	return append(known, sample(corpus(t, "real-javascript.jsonl"), count-len(known))...)
}

// TestPeers runs snag and the packages in SNAG_PEERS on the same patterns, side by side, and what
// they report in Node. SNAG_PEER_PATTERNS tells on how many, SNAG_PEER_TOOLS on which tools.
func TestPeers(t *testing.T) {
	if os.Getenv("SNAG_PEERS") == "" {
		t.Skip("SNAG_PEERS is not set: no folder with peers from npm to compare with")
	}
	rows := peerPatterns(t)
	engines, err := engine.Find("node")
	if err != nil {
		t.Skip(err)
	}
	node := engines[0]
	defer node.Close()

	wanted := strings.Split(cmp.Or(os.Getenv("SNAG_PEER_TOOLS"), "snag,recheck-native,recheck-pure,redos-detector,scslre,safe-regex,safe-regex2"), ",")
	opinions := map[string][]opinion{}
	confirmed := map[string][]bool{}
	anybody := make([]bool, len(rows))
	for _, p := range peers {
		if !slices.Contains(wanted, p.name) {
			continue
		}
		o := p.judge(t, rows)
		if len(o) != len(rows) {
			if o != nil {
				t.Errorf("%s: %d answers to %d patterns", p.name, len(o), len(rows))
			}
			continue
		}
		opinions[p.name] = o
		confirmed[p.name] = make([]bool, len(rows))
		for i, r := range rows {
			if o[i].verdict.Attack == nil {
				continue
			}
			c, err := engine.Confirm(t.Context(), node, engine.Job{Pattern: redos.Pattern{Text: string(r.Pattern), Flags: r.Flags}, Verdict: o[i].verdict})
			if err != nil {
				t.Fatal(err)
			}
			confirmed[p.name][i] = c.Outcome == confirm.Confirmed
			anybody[i] = anybody[i] || confirmed[p.name][i]
			if c.Outcome != confirm.Confirmed && p.name == "snag" {
				t.Logf("%s: /%s/%s: %s, %s", r.at, shorten(string(r.Pattern)), r.Flags, c.Outcome, c.Reason)
			}
		}
	}
	all := 0
	for i, r := range rows {
		if !anybody[i] {
			continue
		}
		all++
		if mine := confirmed["snag"]; mine != nil && !mine[i] {
			t.Logf("%s: /%s/%s: not found by snag (%s)", r.at, shorten(string(r.Pattern)), r.Flags, opinions["snag"][i].status)
		}
	}
	t.Logf("%d patterns, %d of them confirmed by somebody's attack\n%s", len(rows), all, peerTable(opinions, confirmed, all))
	if rows[0].Expect != "" {
		t.Logf("against what is known about each pattern\n%s", expectedTable(rows, opinions))
	}
	best, mine := measure(opinions["recheck-native"], confirmed["recheck-native"], all), measure(opinions["snag"], confirmed["snag"], all)
	if len(opinions["recheck-native"]) == 0 || len(opinions["snag"]) == 0 {
		return
	}
	for _, c := range []struct {
		what         string
		mine, theirs float64
		less         bool // less is better
	}{
		{"patterns a second", mine.rate, best.rate, false},
		{"milliseconds at the median", mine.median, best.median, true},
		{"milliseconds at the 99th percentile", mine.p99, best.p99, true},
		{"share of its reports confirmed", mine.precision, best.precision, false},
		{"share of all confirmed found", mine.recall, best.recall, false},
	} {
		if c.less && c.mine > c.theirs || !c.less && c.mine < c.theirs {
			t.Errorf("%s: got %.3g, the best peer has %.3g", c.what, c.mine, c.theirs)
		}
	}
}

// hardPatterns are patterns that are hard to judge, each with what it is.
func hardPatterns(t *testing.T) []corpusRow {
	return readRows(t, "../testdata/patterns/hard.jsonl")
}

// TestHardPatterns judges patterns of every kind that is hard to judge, and one of each kind that looks
// like it.
func TestHardPatterns(t *testing.T) {
	for _, r := range hardPatterns(t) {
		v, err := redos.Analyze(t.Context(), redos.Pattern{Text: string(r.Pattern), Flags: r.Flags}, redos.DefaultLimits)
		if got := (judged{verdict: v, err: err}).class(); got != r.Expect {
			t.Errorf("%s (%s): /%s/%s: got %s (%v%s), want %s", r.at, r.Kind, r.Pattern, r.Flags, got, err, v.Reason, r.Expect)
		}
	}
}

// expectedTable counts for each tool the vulnerable patterns that it found, the safe ones that it
// reported, and those that it had no answer for.
func expectedTable(rows []corpusRow, opinions map[string][]opinion) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "tool\tvulnerable\tfound\tsafe\tfalse alarms\tno answer\t")
	for _, name := range slices.Sorted(maps.Keys(opinions)) {
		vulnerable, found, safe, alarms, silent := 0, 0, 0, 0, 0
		for i, r := range rows {
			reported := opinions[name][i].status == "vulnerable"
			switch {
			case !reported && opinions[name][i].status != "safe":
				silent++
			case reported && r.Expect == "safe":
				alarms++
			case reported:
				found++
			}
			if r.Expect == "safe" {
				safe++
			} else {
				vulnerable++
			}
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t\n", name, vulnerable, found, safe, alarms, silent)
	}
	w.Flush()
	return b.String()
}

// figures are what a tool achieved on a list of patterns.
type figures struct {
	rate              float64 // patterns a second
	median, p99, max  float64 // milliseconds
	reported, attacks int     // patterns called vulnerable, and those with an attack
	confirmed, silent int     // attacks that grow in Node, and patterns without an answer
	precision, recall float64 // confirmed ones of the attacks, and of all that anybody confirmed
}

func measure(opinions []opinion, confirmed []bool, all int) figures {
	f := figures{}
	var millis []float64
	sum := 0.0
	for i, o := range opinions {
		millis = append(millis, o.millis)
		sum += o.millis
		switch {
		case o.status == "vulnerable":
			f.reported++
		case o.status != "safe":
			f.silent++
		}
		if o.verdict.Attack != nil {
			f.attacks++
		}
		if confirmed[i] {
			f.confirmed++
		}
	}
	f.rate = float64(len(opinions)) / max(sum, 1e-9) * 1e3
	f.median, f.p99, f.max = stats.Median(millis), stats.Quantile(millis, 0.99), stats.Quantile(millis, 1)
	f.precision = float64(f.confirmed) / float64(max(f.attacks, 1))
	f.recall = float64(f.confirmed) / float64(max(all, 1))
	return f
}

func peerTable(opinions map[string][]opinion, confirmed map[string][]bool, all int) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "tool\tpatterns/s\tmedian ms\tp99 ms\tmax ms\treported\twith attack\tconfirmed\tof those\tof all\tno answer\t")
	for _, name := range slices.Sorted(maps.Keys(opinions)) {
		f := measure(opinions[name], confirmed[name], all)
		fmt.Fprintf(w, "%s\t%.1f\t%.3f\t%.1f\t%.0f\t%d\t%d\t%d\t%.0f%%\t%.0f%%\t%d\t\n", name, f.rate, f.median,
			f.p99, f.max, f.reported, f.attacks, f.confirmed, 100*f.precision, 100*f.recall, f.silent)
	}
	w.Flush()
	return b.String()
}
