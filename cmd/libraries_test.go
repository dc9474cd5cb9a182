package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"snag/probe/snagtest"
)

// library is a package with a known exploit against one of its regexes.
type library struct {
	Package  string            `json:"package"`
	Version  string            `json:"version"`
	Sink     string            `json:"sink"` // file:line:column of the match, without folders
	Artifact bool              `json:"sink_is_jest_artifact"`
	Deps     map[string]string `json:"deps"`
}

// libraryRegex is what the report says of a regex that was exploited.
type libraryRegex struct {
	Attack json.RawMessage
	Growth struct{ Kind string }
	Reach  struct {
		Level   string
		Call    json.RawMessage
		Attack  json.RawMessage // in place of the other, for its way
		Matches []struct {
			File string
			Line int
		}
	}
}

// replayScript makes the call that a report describes, with its attack, and writes how many functions it found. What
// the report does not say, the other arguments, it tries.
const replayScript = `
'use strict';
const { call, attack, length, exponential, before } = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const pumps = attack.pumps || [attack];
const n = exponential ? length : Math.max(2, Math.floor(length / pumps.reduce((sum, p) => sum + p.pump.length, 0)));
const text = before + pumps.map((p) => p.prefix + p.pump.repeat(n)).join('') + attack.suffix;
// anything has all members, can be called, and is a text where one is asked for.
const anything = new Proxy(function () {}, {
  get: (_, name) => name === Symbol.toPrimitive || name === 'toString' ? () => 'x' : typeof name === 'symbol' || name === 'then' || name === 'length' ? undefined : anything,
  apply: () => anything,
  construct: () => anything,
});
// others are what stands for all that the report does not say: other arguments, and other members of what holds the text.
const others = [undefined, {}, 'x', [], () => {}, anything];
// holding returns what holds the text at a path, and other under all other names.
function holding(path, other) {
  return path.reduceRight((inner, name) => {
    if (name === '()') return () => inner;
    const held = name === '*' ? [inner] : /^\d+$/.test(name) ? Object.assign([], { [name]: inner }) : { [name]: inner };
    if (name !== '*' && other === undefined) return held;
    return new Proxy(held, { get: (of, at) => at in of || typeof at === 'symbol' ? of[at] : name === '*' ? inner : other });
  }, text);
}
function find(at, self, members) {
  if (at === undefined || at === null) return [];
  if (members.length === 0) return typeof at === 'function' ? [[at, self]] : [];
  const [name, ...rest] = members;
  if (name === 'default' && at.default === undefined) return find(at, self, rest);
  if (name !== '()') {
    return (name === '*' ? Object.getOwnPropertyNames(at) : [name]).flatMap((one) => {
      try { return find(at[one], at, rest); } catch { return []; }
    });
  }
  for (const make of [() => new at(), () => at.call(self), () => new at({}), () => at.call(self, 'x')]) {
    try {
      const made = make(), all = find(made, made, rest);
      if (all.length > 0) return all;
    } catch {}
  }
  return [];
}
const module_ = require('module').createRequire(process.cwd() + '/')(call.module);
const found = find(module_, undefined, call.members).slice(0, 40);
console.log(found.length);
for (const member of call.path.length > 0 ? [undefined, anything] : [undefined]) {
  const value = holding(call.path, member);
  for (const [fn, self] of found) {
    for (const ahead of call.argument > 0 ? others : [undefined]) {
      for (const behind of others) {
        const args = Array.from({ length: Math.max(3, call.argument + 1) }, (_, i) => i < call.argument ? ahead : i > call.argument ? behind : value);
        for (const make of [() => fn.apply(self, args), () => new fn(...args)]) {
          const begun = process.cpuUsage().user;
          try { make(); } catch {}
          const ended = process.cpuUsage().user;
          if (ended - begun > 1e6) process.kill(process.pid, 'SIGKILL'); // one call blocks
          if (ended > 2e6) process.exit(0); // many do a little: what is ended later is one that does not come back
        }
      }
    }
  }
}
process.exit(0);
`

// replayLimit bounds a replay on a machine that does much else: what takes four seconds of a processor blocks, and is ended
// then.
const replayLimit = 2 * time.Minute

// blocks reports whether the call that a report describes keeps Node busy, with snag's attack, and not with a text of a
// few characters.
func (r *libraryRegex) blocks(t *testing.T, dir string, length int, before string) bool {
	t.Helper()
	attack := r.Attack
	if len(r.Reach.Attack) > 0 {
		attack = r.Reach.Attack
	}
	run := func(length int) bool {
		spec, err := json.Marshal(map[string]any{"call": r.Reach.Call, "attack": attack, "length": length, "exponential": r.Growth.Kind == "exponential", "before": before})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), replayLimit)
		defer cancel()
		node := exec.CommandContext(ctx, "sh", "-c", `ulimit -t 4 && exec node -e "$0"`, replayScript)
		node.Dir, node.Stdin = dir, bytes.NewReader(spec)
		_ = node.Run()
		return ctx.Err() == nil && node.ProcessState.ExitCode() < 0
	}
	return run(length) && !run(4)
}

// TestLibraries holds what snag says of packages with known exploits against where these spend their time, and replays
// what it says in Node. The packages are taken from SNAG_LIBRARIES, a folder with one folder for each, as
// charset@1.0.0, in which npm install --ignore-scripts ran.
func TestLibraries(t *testing.T) {
	corpora := snagtest.Corpora(t)
	folder := os.Getenv("SNAG_LIBRARIES")
	if folder == "" {
		t.Skip("SNAG_LIBRARIES is not set: no folder with the packages of reach-libraries.jsonl")
	}
	snagtest.Needs(t, "node")
	snag := snagtest.Build(t, ".")
	var all, matched, reached, blocked, verbatim int
	for _, l := range snagtest.Rows[library](t, filepath.Join(corpora, "reach-libraries.jsonl")) {
		dir := filepath.Join(folder, strings.ReplaceAll(l.Package, "/", "+")+"@"+l.Version)
		inside := filepath.Join(dir, "node_modules", l.Package)
		if l.Artifact || l.Sink == "" || !exists(inside) {
			continue
		}
		all++
		exploited := l.regexes(t, snag, dir)
		if len(exploited) == 0 {
			t.Logf("%s@%s: no regex is matched at %s", l.Package, l.Version, l.Sink)
			continue
		}
		matched++
		library, stalls, told := false, false, false
		for _, r := range exploited {
			if r.Reach.Level != "library" || r.Reach.Call == nil || stalls && told {
				continue
			}
			library = true
			length := 50000
			if r.Growth.Kind == "exponential" {
				length = 40 // pumps, each of which doubles the time
			}
			for _, before := range []string{"", "x"} {
				if !told && r.blocks(t, dir, length, before) {
					stalls, told = true, told || before == ""
				}
			}
		}
		if library {
			reached++
		}
		if stalls {
			blocked++
		}
		if told {
			verbatim++
		}
		if !stalls {
			t.Logf("%s@%s: matched at %s, reached: %t, no replay blocks", l.Package, l.Version, l.Sink, library)
		}
	}
	t.Logf("%d packages: %d matches found, %d reached by callers, %d replays block Node, %d of them with the attack alone", all, matched, reached, blocked, verbatim)
	if matched*100 < all*90 {
		t.Errorf("%d of %d matches were found: want 90%%", matched, all)
	}
}

// regexes returns the regexes of a package that the report says are matched where the exploit spends its time.
func (l *library) regexes(t *testing.T, snag, dir string) (all []libraryRegex) {
	t.Helper()
	find := exec.Command(snag, "regex", "--all", "--engine", "none", "--format", "json", "--include-minified", "--include-built", "node_modules/"+l.Package)
	find.Dir = dir
	out, err := find.Output()
	var status *exec.ExitError
	if err != nil && !(errors.As(err, &status) && status.ExitCode() == 1) {
		t.Fatalf("%s: %v", l.Package, err)
	}
	var report struct {
		Data struct{ Patterns []libraryRegex }
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatalf("%s: %v", l.Package, err)
	}
	where := strings.Split(l.Sink, ":")
	for _, r := range report.Data.Patterns {
		for _, m := range r.Reach.Matches {
			if path.Base(filepath.ToSlash(m.File)) == where[0] && strconv.Itoa(m.Line) == where[1] {
				all = append(all, r)
				break
			}
		}
	}
	return all
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
