package engine

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"snag/analyze"
	"snag/analyze/confirm"
	"snag/analyze/syntax"
	"snag/analyze/wtf8"
)

//go:embed node.js
var nodeScript string

// Node measures in V8, in a worker process that is started by the first Measure and replaced when
// it dies or hangs. Patterns are measured one after the other.
type Node struct {
	command func() *exec.Cmd
	startup time.Duration // how long a worker may take to say that it is ready
	grace   time.Duration // how much longer than the limit of a match its answer may take

	mu      sync.Mutex // held while a pattern is measured
	worker  *worker    // nil when none runs
	state   sync.Mutex // guards version, which may be asked for meanwhile
	version string
}

// NewNode returns the engine that runs the executable at path. It starts nothing yet.
func NewNode(path string) *Node {
	return &Node{startup: 15 * time.Second, grace: 2 * time.Second, command: func() *exec.Cmd {
		cmd := exec.Command(path, "--max-old-space-size=512", "--input-type=commonjs", "--eval", nodeScript)
		cmd.Env = cleanEnv()
		return cmd
	}}
}

// cleanEnv is the environment without what would change how Node runs.
func cleanEnv() []string {
	var env []string
	for _, entry := range os.Environ() {
		if !strings.HasPrefix(entry, "NODE_") {
			env = append(env, entry)
		}
	}
	return env
}

// Name implements Engine.
func (e *Node) Name() string { return "node" }

// Version implements Engine.
func (e *Node) Version() string {
	e.state.Lock()
	defer e.state.Unlock()
	return e.version
}

// Close implements Engine. It waits for a Measure that runs: cancel that first.
func (e *Node) Close() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.drop()
	return nil
}

func (e *Node) drop() {
	if e.worker != nil {
		e.worker.end()
		e.worker = nil
	}
}

// Measure implements Engine.
func (e *Node) Measure(ctx context.Context, job Job) (confirm.Series, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	series := confirm.Series{Engine: e.Name()}
	unavailable := func(why string) (confirm.Series, error) {
		series.Version = e.Version()
		series.End, series.Problem = confirm.Unavailable, why
		return series, nil
	}
	if job.Pattern.Dialect != syntax.JavaScript {
		return unavailable("node runs JavaScript patterns only")
	}
	if job.Verdict.Attack == nil {
		return unavailable("there is no attack to run")
	}
	load := loadFields(job)
	used := e.worker != nil
	a, err := e.ask(ctx, load, 0)
	if err != nil && used && ctx.Err() == nil {
		// The worker died since the last pattern: that is not this pattern's doing.
		a, err = e.ask(ctx, load, 0)
	}
	series.Version = e.Version()
	switch {
	case ctx.Err() != nil:
		return series, ctx.Err()
	case err != nil:
		series.End, series.Problem = confirm.Failed, err.Error()
		return series, nil
	case a.Error != "":
		return unavailable(a.Error)
	}
	err = e.run(ctx, job, &series)
	if err == nil && series.End == confirm.LengthLimit && narrow(job) {
		series.Spared, err = e.widen(ctx, job)
	}
	return series, err
}

func (e *Node) run(ctx context.Context, job Job, series *confirm.Series) error {
	load := loadFields(job)
	return measure(ctx, job, series, func(ctx context.Context, n int, limit time.Duration) (shot, error) {
		return e.shoot(ctx, load, n, limit)
	})
}

// narrow tells that the attack is all Latin-1 and the pattern is not.
func narrow(job Job) bool {
	wide := func(s string) bool {
		return slices.ContainsFunc(wtf8.Decode(s), func(r rune) bool { return r > 0xFF })
	}
	for _, p := range job.Verdict.Attack.Pumps {
		if wide(p.Prefix) || wide(p.Pump) {
			return false
		}
	}
	return !wide(job.Verdict.Attack.Suffix) && (wide(job.Pattern.Text) || strings.Contains(job.Pattern.Text, `\u`))
}

// widen tries the attack with one more character, which is not Latin-1. V8 keeps strings of Latin-1
// characters apart and leaves out, in the code for them, what they cannot match.
func (e *Node) widen(ctx context.Context, job Job) (spared string, err error) {
	a := *job.Verdict.Attack
	a.Suffix += "\u2028"
	job.Verdict.Attack = &a
	if _, err := e.ask(ctx, loadFields(job), 0); err != nil {
		return "", ctx.Err()
	}
	var series confirm.Series
	if err := e.run(ctx, job, &series); err != nil {
		return "", err
	}
	if !confirm.Shown(series.Points, confirm.Fit(series.Points)) {
		return "", nil
	}
	return "V8 sees that no string of Latin-1 characters matches; with U+2028 after the attack the time grows", nil
}

func loadFields(job Job) string {
	var b strings.Builder
	fmt.Fprintf(&b, `"pattern":%s,"flags":%s,"mode":%q,"pumps":[`,
		wtf8.Quote(job.Pattern.Text), wtf8.Quote(job.Pattern.Flags), modeNames[job.mode()])
	for i, pump := range job.Verdict.Attack.Pumps {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `[%s,%s]`, wtf8.Quote(pump.Prefix), wtf8.Quote(pump.Pump))
	}
	fmt.Fprintf(&b, `],"suffix":%s`, wtf8.Quote(job.Verdict.Attack.Suffix))
	return b.String()
}

var modeNames = map[analyze.Mode]string{
	analyze.Search: "search",
	analyze.Prefix: "prefix",
	analyze.Full:   "full",
	analyze.All:    "all",
}

// shoot runs one input of the job that load sets. A worker that hangs although it was told to break
// off is killed: then the match took at least limit.
func (e *Node) shoot(ctx context.Context, load string, n int, limit time.Duration) (shot, error) {
	var a answer
	var err error
	if e.worker == nil {
		a, err = e.ask(ctx, load, 0)
	}
	if err == nil && a.Error == "" {
		a, err = e.ask(ctx, fmt.Sprintf(`"n":%d,"limit":%d`, n, max(limit.Milliseconds(), 1)), limit)
	}
	point := confirm.Point{Pumps: n, Length: a.Length, Millis: a.Millis, AtLeast: a.Timeout, Matched: a.Matched && !a.Timeout}
	switch {
	case ctx.Err() != nil:
		return shot{}, ctx.Err()
	case errors.Is(err, errNoAnswer):
		point.Millis, point.AtLeast = ms(limit), true
	case err != nil:
		return shot{problem: err.Error()}, nil
	case a.Error != "":
		return shot{problem: a.Error}, nil
	}
	return shot{Point: point}, nil
}

// ask starts a worker when there is none, and drops one that fails to answer.
func (e *Node) ask(ctx context.Context, fields string, limit time.Duration) (answer, error) {
	if e.worker == nil {
		w, err := startWorker(ctx, e.command(), e.startup)
		if err != nil {
			return answer{}, err
		}
		e.worker = w
		e.state.Lock()
		e.version = w.version
		e.state.Unlock()
	}
	a, err := e.worker.ask(ctx, fields, limit+e.grace)
	if err != nil {
		e.drop()
	}
	return a, err
}
