package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"snag/probe/process"
)

// answer is one line that a worker writes.
type answer struct {
	ID      int     `json:"id"`
	Version string  `json:"version"` // in the first line only, which has the id 0
	Length  int     `json:"length"`
	Millis  float64 `json:"ms"`
	Matched bool    `json:"matched"`
	Timeout bool    `json:"timeout"`
	Error   string  `json:"error"`
	Stage   string  `json:"stage"`
	Limit   string  `json:"limit"`
}

const (
	// maxLine and maxStderr bound what is kept of a worker's output, in bytes.
	maxLine   = 16 << 10
	maxStderr = 4 << 10
)

// silence reports whether a worker did not answer in time.
type silence struct {
	used time.Duration // of the processor's time, where that can be told, else of the wall's
}

func (*silence) Error() string { return "no answer in time" }

// worker is a process that answers one JSON line with one JSON line. Whatever it does instead makes
// ask fail; it is of no use then and must be ended.
type worker struct {
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	lines   chan []byte // closed when the output ends or a line is too long
	readErr error       // why lines was closed; read it after that
	stop    chan struct{}
	stderr  tail
	cleanup func()
	last    int // the id of the latest question
	version string
}

// startWorker starts the command in a process group of its own, with a limit of its address space in
// bytes unless that is 0, and waits until it is ready, at most for limit. cleanup, if it is not nil,
// is called when the worker has ended.
func startWorker(ctx context.Context, cmd *exec.Cmd, limit time.Duration, memory uint64, cleanup func()) (*worker, error) {
	w := &worker{cmd: cmd, lines: make(chan []byte), stop: make(chan struct{}), cleanup: cleanup}
	started := false
	defer func() {
		if !started && cleanup != nil {
			cleanup()
		}
	}()
	group(cmd)
	cmd.Stderr = &w.stderr
	// A process that the worker left behind may hold its stderr open.
	cmd.WaitDelay = time.Second
	var err error
	if w.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	started = true
	if memory > 0 {
		limitMemory(cmd.Process.Pid, memory)
	}
	go w.read(stdout)
	ready, err := w.receive(ctx, 0, limit)
	if err != nil {
		w.end()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, fmt.Errorf("cannot start: %w", err)
	}
	w.version = ready.Version
	return w, nil
}

func (w *worker) read(stdout io.Reader) {
	defer close(w.lines)
	scanner := bufio.NewScanner(stdout)
	scanner.Buffer(nil, maxLine)
	for scanner.Scan() {
		select {
		case w.lines <- append([]byte(nil), scanner.Bytes()...):
		case <-w.stop:
			return
		}
	}
	w.readErr = scanner.Err()
}

// ask writes a question, to which the worker's answer must carry the same id, and waits for the
// answer until the worker has used limit. fields is a JSON object without its braces and its id.
func (w *worker) ask(ctx context.Context, fields string, limit time.Duration) (answer, error) {
	w.last++
	line := `{"id":` + strconv.Itoa(w.last) + `,` + fields + "}\n"
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(w.stdin, line)
		written <- err
	}()
	a, err := w.receive(ctx, w.last, limit)
	if err != nil {
		select {
		case failed := <-written:
			if failed != nil && errors.Is(err, io.EOF) {
				return a, w.death()
			}
		default: // still writing: end closes the pipe under it
		}
	}
	return a, err
}

// patience is how many times its limit a worker may take on a machine that has too much to do.
const patience = 8

// receive waits until the worker has used limit of the processor's time, where that can be told, and
// in any case no longer than patience times limit.
func (w *worker) receive(ctx context.Context, id int, limit time.Duration) (answer, error) {
	pid := w.cmd.Process.Pid
	began, last := process.Time(pid), time.Now().Add(patience*limit)
	timer := time.NewTimer(limit)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return answer{}, ctx.Err()
		case line, ok := <-w.lines:
			return w.parse(id, line, ok)
		case now := <-timer.C:
			used := limit
			if began > 0 {
				used = process.Time(pid) - began
			}
			left := limit - used
			if left <= 0 || !now.Before(last) {
				return answer{}, &silence{max(used, 0)}
			}
			timer.Reset(max(min(left, last.Sub(now)), time.Millisecond))
		}
	}
}

// parse reads the answer to the question id from a line; ok is false when the output has ended.
func (w *worker) parse(id int, line []byte, ok bool) (answer, error) {
	switch {
	case !ok && w.readErr != nil:
		return answer{}, fmt.Errorf("unreadable answer: %w", w.readErr)
	case !ok:
		return answer{}, w.death()
	}
	var a answer
	if err := json.Unmarshal(line, &a); err != nil {
		return answer{}, fmt.Errorf("unreadable answer %.60q", line)
	}
	if a.ID != id || a.Millis < 0 || a.Length < 0 {
		return answer{}, fmt.Errorf("senseless answer %.60q", line)
	}
	return a, nil
}

// death describes a worker whose output ended.
func (w *worker) death() error {
	w.end()
	text := "the engine's process ended"
	if state := w.cmd.ProcessState; state != nil {
		text += " (" + state.String() + ")"
	}
	if said := w.stderr.lastLine(); said != "" {
		text += ": " + said
	}
	return errors.New(text)
}

// end kills the worker and all that it started in its group, and waits for it. It may be called
// more than once.
func (w *worker) end() {
	select {
	case <-w.stop:
		return
	default:
	}
	close(w.stop)
	w.stdin.Close()
	// Until Wait the process keeps its group's number from being given to others.
	killGroup(w.cmd)
	w.cmd.Wait() //nolint:errcheck // it was killed
	if w.cleanup != nil {
		w.cleanup()
	}
}

// tail keeps the last maxStderr bytes written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if drop := len(t.text) - maxStderr; drop > 0 {
		t.text = append(t.text[:0], t.text[drop:]...)
	}
	return len(b), nil
}

// lastLine returns the last line that is not blank, at most 200 bytes of it, with what a
// terminal would obey escaped.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	last := strings.TrimSpace(lines[len(lines)-1])
	quoted := strconv.QuoteToGraphic(last[:min(len(last), 200)])
	return quoted[1 : len(quoted)-1]
}
