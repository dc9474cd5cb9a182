package runtime

import (
	"bufio"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"snag/probe/scratch"
)

var (
	//go:embed worker.js
	javascript string
	//go:embed worker.py
	python string
	//go:embed worker.rb
	ruby string
	//go:embed worker.php
	php string
	//go:embed worker.java
	java string
)

// Request is what a runtime is asked.
type request struct {
	Do        string `json:"do"` // "version", "depth" or "measure"
	File      string `json:"file,omitempty"`
	Reps      int    `json:"reps,omitempty"`
	Most      int    `json:"most,omitempty"`  // of short runs
	Limit     int    `json:"limit,omitempty"` // milliseconds for each kind of work
	Clock     int    `json:"clock,omitempty"` // the same with the waits for a processor
	Stringify bool   `json:"stringify,omitempty"`
	Beat      bool   `json:"beat,omitempty"`
	N         int    `json:"n,omitempty"`
	Open      string `json:"open,omitempty"`
	Leaf      string `json:"leaf,omitempty"`
	Close     string `json:"close,omitempty"`
}

// Spent is what several runs of one kind of work took, in milliseconds: what it cannot do without, and
// the median of the runs after the first third, with the collections of garbage that it brings about.
// Both are negative for what the runtime cannot do.
type Spent struct {
	Least   float64
	Typical float64
	First   float64 // what the first of the runs took
}

var cannot = Spent{Least: -1, Typical: -1}

// Effort is how thoroughly to measure.
type Effort struct {
	reps  int
	limit time.Duration // for each kind of work, without the waits for a processor
	fresh bool          // in a process that has done nothing else
	cold  bool          // also where that is a JVM, whose compiler has done nothing then
	// ParseOnly leaves writing out.
	ParseOnly bool
}

// clock is the limit with the waits for a processor. It leaves room for calm runs where a figure rests on them.
func (e Effort) clock() time.Duration {
	if e.fresh {
		return 3 * e.limit
	}
	return e.limit
}

// Brief and Longer compare documents. Thorough is for a figure that others rely on: a process that has
// seen other documents has a larger heap, and in V8 classes that make the next document slower. Only a
// JVM is never started anew, since its compiler is what makes it typical.
var (
	Brief    = Effort{reps: 3, limit: 400 * time.Millisecond}
	Longer   = Effort{reps: 5, limit: 400 * time.Millisecond}
	Thorough = Effort{reps: 12, limit: 700 * time.Millisecond, fresh: true}
	cold     = Effort{reps: 1, limit: time.Millisecond, fresh: true, cold: true}
)

// Times are what one document took.
type Times struct {
	Length    int   `json:"length"` // in the units of the runtime's strings
	Parse     Spent `json:"parse"`
	Search    Spent `json:"search"`
	Stringify Spent `json:"stringify"`
	// Beat is the longest gap of a heartbeat beside one more parse: what others in the process
	// wait. It is negative where the runtime has no such thing, and of an effort in a fresh process, whose time alone counts.
	Beat float64 `json:"beat"`
	// Memory is the largest resident size of the runtime so far in bytes, 0 when not known.
	Memory int64 `json:"rss"`
}

// Runtime is something that parses JSON.
type Runtime interface {
	Name() string
	Version() string
	// Measure measures the document in the file.
	Measure(ctx context.Context, file string, e Effort) (Times, error)
	// Depth reports whether a document nested n deep is accepted, and with stringify also written
	// again. A *Rejected says what the runtime said.
	Depth(ctx context.Context, n int, objects, stringify bool) error
	Close()
}

// Rejected is the answer of a runtime that does not take a document.
type Rejected struct{ Message string }

func (r *Rejected) Error() string { return r.Message }

// ErrCrashed means that a runtime ended instead of answering.
var ErrCrashed = errors.New("the runtime crashed")

// jvm is the runtime whose first documents take much longer than later ones.
const jvm = "java"

// program is a runtime that runs as a process of its own.
type program struct {
	name   string
	argv   []string
	script string
	suffix string // of the script's file name
}

var programs = []program{
	{"node", []string{"node"}, javascript, ".cjs"},
	{"bun", []string{"bun"}, javascript, ".cjs"},
	{"deno", []string{"deno", "run", "-A", "--quiet"}, javascript, ".cjs"},
	{"python3", []string{"python3"}, python, ".py"},
	{"ruby", []string{"ruby"}, ruby, ".rb"},
	{"php", []string{"php"}, php, ".php"},
	{jvm, []string{"java"}, java, ".java"},
}

// jackson returns the class path with Jackson, the library that servers on a JVM use: the one in the
// environment, or where Debian installs it. It is "" when there is none.
func jackson() string {
	if path := os.Getenv("CLASSPATH"); strings.Contains(path, "jackson") {
		return path
	}
	var jars []string
	for _, part := range []string{"core", "annotations", "databind"} {
		jar := "/usr/share/java/jackson-" + part + ".jar"
		if _, err := os.Stat(jar); err != nil {
			return ""
		}
		jars = append(jars, jar)
	}
	return strings.Join(jars, string(os.PathListSeparator))
}

// Names returns the names of the runtimes that are known, whether or not they are installed.
func Names() []string {
	names := []string{goV1, goV2}
	for _, p := range programs {
		names = append(names, p.name)
	}
	return names
}

// Find returns the runtimes of the given names, all that are installed when there are none. Those
// that were named and are not installed are an error.
func Find(ctx context.Context, names ...string) ([]Runtime, error) {
	wanted := func(name string) bool {
		for _, n := range names {
			if n == name {
				return true
			}
		}
		return len(names) == 0
	}
	var found []Runtime
	fail := func(err error) ([]Runtime, error) {
		for _, r := range found {
			r.Close()
		}
		return nil, err
	}
	for _, name := range []string{goV1, goV2} {
		if wanted(name) {
			found = append(found, inProcess(name))
		}
	}
	for _, p := range programs {
		if ctx.Err() != nil {
			break // interrupted: what was found is all there is
		}
		if !wanted(p.name) {
			continue
		}
		path, err := exec.LookPath(p.argv[0])
		if err != nil {
			if len(names) > 0 {
				return fail(fmt.Errorf("%s is not installed", p.name))
			}
			continue
		}
		if p.name == "java" {
			classes := jackson()
			if classes == "" {
				if len(names) > 0 {
					return fail(errors.New("java: Jackson is neither on CLASSPATH nor installed (Debian: libjackson2-databind-java)"))
				}
				continue
			}
			p.argv = []string{"java", "-cp", classes}
		}
		r, err := start(ctx, p, path)
		if err != nil {
			if len(names) > 0 {
				return fail(fmt.Errorf("%s: %w", p.name, err))
			}
			continue // an installed runtime that does not run, such as a shim without a version
		}
		found = append(found, r)
	}
	if len(found) == 0 {
		return nil, errors.New("no runtime is installed")
	}
	return found, nil
}

// worker is a running program.
type worker struct {
	program
	path    string
	dir     string
	remove  func() // removes dir
	version string
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	stdout  io.Closer
	out     chan []byte
}

// patience is how long an answer may take.
const patience = 5 * time.Minute

func start(ctx context.Context, p program, path string) (*worker, error) {
	dir, remove, err := scratch.Dir("json")
	if err != nil {
		return nil, err
	}
	w := &worker{program: p, path: path, dir: dir, remove: remove}
	if err := os.WriteFile(filepath.Join(dir, "worker"+p.suffix), []byte(p.script), 0o600); err != nil {
		w.Close()
		return nil, err
	}
	var version struct {
		Version string `json:"version"`
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	if err := w.ask(ctx, request{Do: "version"}, &version); err != nil {
		w.Close()
		return nil, err
	}
	w.version = version.Version
	return w, nil
}

// run starts the process, unless it runs.
func (w *worker) run() error {
	if w.cmd != nil {
		return nil
	}
	cmd := exec.Command(w.path, append(append([]string{}, w.argv[1:]...), filepath.Join(w.dir, "worker"+w.suffix))...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	w.cmd, w.stdin, w.stdout, w.out = cmd, stdin, stdout, make(chan []byte)
	go func(out chan<- []byte) {
		lines := bufio.NewScanner(stdout)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			out <- append([]byte(nil), lines.Bytes()...)
		}
		cmd.Wait()
		close(out)
	}(w.out)
	return nil
}

// ask sends a request and decodes the answer.
func (w *worker) ask(ctx context.Context, q request, answer any) error {
	if err := w.run(); err != nil {
		return err
	}
	line, err := json.Marshal(q)
	if err != nil {
		return err
	}
	if _, err := w.stdin.Write(append(line, '\n')); err != nil {
		w.stop()
		return ErrCrashed
	}
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case line, ok := <-w.out:
		if !ok {
			w.cmd = nil
			return ErrCrashed
		}
		var failed struct {
			Error string `json:"error"`
		}
		if err := json.Unmarshal(line, &failed); err == nil && failed.Error != "" {
			return &Rejected{failed.Error}
		}
		return json.Unmarshal(line, answer)
	case <-ctx.Done():
		w.stop()
		return ctx.Err()
	case <-timer.C:
		w.stop()
		return fmt.Errorf("no answer after %s", patience)
	}
}

// stop ends the process.
func (w *worker) stop() {
	if w.cmd == nil {
		return
	}
	w.stdin.Close()
	w.cmd.Process.Kill()
	w.stdout.Close() // what the process started itself, a version manager's shim for one, may hold the other end
	for range w.out {
	}
	w.cmd = nil
}

func (w *worker) Name() string    { return w.name }
func (w *worker) Version() string { return w.version }

func (w *worker) Close() {
	w.stop()
	w.remove()
}

func (w *worker) Measure(ctx context.Context, file string, e Effort) (Times, error) {
	if e.fresh && (w.name != jvm || e.cold) {
		w.stop()
	}
	t := Times{Stringify: cannot, Beat: -1}
	q := request{Do: "measure", File: file, Reps: e.reps, Most: mostRuns, Limit: int(e.limit.Milliseconds()), Clock: int(e.clock().Milliseconds()), Stringify: !e.ParseOnly, Beat: !e.fresh}
	err := w.ask(ctx, q, &t)
	if rejected := (*Rejected)(nil); errors.As(err, &rejected) {
		// What it cannot write it may still read.
		q.Stringify = false
		if again := w.ask(ctx, q, &t); again == nil {
			t.Stringify = cannot
			return t, nil
		}
	}
	return t, err
}

func (w *worker) Depth(ctx context.Context, n int, objects, stringify bool) error {
	q := request{Do: "depth", N: n, Open: "[", Close: "]", Stringify: stringify}
	if objects {
		q.Open, q.Leaf, q.Close = `{"a":`, "1", "}"
	}
	return w.ask(ctx, q, &struct{}{})
}
