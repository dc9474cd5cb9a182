package runtime

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	goruntime "runtime"
	"strings"
	"time"

	"snag/probe/process"
)

const (
	goV1 = "go"
	goV2 = "go-v2"
)

// inProcess is a package of Go: encoding/json, or its second version.
type inProcess string

func (g inProcess) Name() string { return string(g) }
func (inProcess) Close()         {}

func (g inProcess) Version() string {
	version := strings.TrimPrefix(goruntime.Version(), "go")
	if g == goV2 {
		return version + ", go-json-experiment/json"
	}
	return version + ", encoding/json"
}

func (g inProcess) parse(text []byte) (any, error) {
	if g == goV2 {
		return readTokens(text)
	}
	var v any
	err := json.Unmarshal(text, &v)
	return v, err
}

func (g inProcess) stringify(v any) error {
	var err error
	if g == goV2 {
		_, err = writeTokens(v)
	} else {
		_, err = json.Marshal(v)
	}
	return err
}

// timed measures by the processor time of the thread, where the system tells it: what Go's collector of garbage does
// beside counts as far as the thread has to do it itself.
func timed(ctx context.Context, e Effort, work func() error) (Spent, error) {
	goruntime.LockOSThread()
	defer goruntime.UnlockOSThread()
	var runs []run
	begun, total := time.Now(), 0.0
	for len(runs) < e.reps || time.Since(begun) < 10*time.Millisecond && len(runs) < mostRuns { // short ones more often
		start, clock := process.ThreadTime(), time.Now()
		if err := work(); err != nil {
			return Spent{}, err
		}
		took := milliseconds(process.ThreadTime() - start)
		runs = append(runs, run{took, max(milliseconds(time.Since(clock))-took, 0)})
		total += took
		if ctx.Err() != nil {
			return Spent{}, ctx.Err()
		}
		if len(runs) > 1 && (total > milliseconds(e.limit) || time.Since(begun) > e.clock()) {
			break
		}
	}
	return spentOf(runs), nil
}

func (g inProcess) Measure(ctx context.Context, file string, e Effort) (Times, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Times{}, err
	}
	if e.fresh {
		goruntime.GC() // what others left behind
	}
	t := Times{Length: len(text)}
	var value any
	parse := func() (err error) {
		value, err = g.parse(text)
		return err
	}
	if t.Parse, err = timed(ctx, e, parse); err != nil {
		if ctx.Err() == nil {
			err = &Rejected{shorten(err.Error())}
		}
		return t, err
	}
	t.Search, _ = timed(ctx, e, func() error { bytes.Contains(text, []byte("nomatch")); return nil })
	t.Stringify = cannot
	if !e.ParseOnly {
		if spent, err := timed(ctx, e, func() error { return g.stringify(value) }); err == nil {
			t.Stringify = spent
		}
	}
	value = nil
	t.Beat = -1
	if !e.fresh {
		t.Beat = heartbeat(func() { parse() })
		value = nil
	}
	var memory goruntime.MemStats
	goruntime.ReadMemStats(&memory)
	t.Memory = int64(memory.Sys)
	return t, ctx.Err()
}

func shorten(s string) string { return s[:min(len(s), 200)] }

// heartbeat is the longest gap of a goroutine that wakes up every millisecond.
func heartbeat(work func()) float64 {
	stop, gaps := make(chan struct{}), make(chan time.Duration)
	go func() {
		last, gap := time.Now(), time.Duration(0)
		for {
			select {
			case <-stop:
				gaps <- gap
				return
			default:
			}
			time.Sleep(time.Millisecond)
			now := time.Now()
			gap, last = max(gap, now.Sub(last)), now
		}
	}()
	work()
	close(stop)
	return max(float64(<-gaps)/1e6-1, 0)
}

func (g inProcess) Depth(_ context.Context, n int, objects, stringify bool) error {
	open, leaf, end := "[", "", "]"
	if objects {
		open, leaf, end = `{"a":`, "1", "}"
	}
	v, err := g.parse([]byte(strings.Repeat(open, n) + leaf + strings.Repeat(end, n)))
	if err == nil && stringify {
		err = g.stringify(v)
	}
	if err != nil {
		return &Rejected{shorten(err.Error())}
	}
	return nil
}

// Limit is the deepest nesting that a runtime takes.
type Limit struct {
	Depth int
	// Unlimited reports whether Depth is as far as was tried.
	Unlimited bool
	Message   string // what it says beyond
	Crashed   bool   // it ends beyond
}

// maxDepth is how deep documents are nested in search of a limit.
const maxDepth = 2_000_000

// depthLimit finds the deepest nesting that the runtime takes, exactly: by doubling, then bisecting.
func depthLimit(ctx context.Context, r Runtime, objects, stringify bool) (Limit, error) {
	var l Limit
	low, high := 0, 64 // low is accepted, high is not
	note := func(err error) {
		if rejected, ok := errors.AsType[*Rejected](err); ok {
			l.Message, l.Crashed = rejected.Message, false
		} else {
			l.Message, l.Crashed = err.Error(), true
		}
	}
	for {
		err := r.Depth(ctx, high, objects, stringify)
		if ctx.Err() != nil {
			return l, ctx.Err()
		}
		if err != nil {
			note(err)
			break
		}
		if low = high; high >= maxDepth {
			return Limit{Depth: high, Unlimited: true}, nil
		}
		high = min(high*2, maxDepth)
	}
	for high-low > 1 {
		middle := low + (high-low)/2
		err := r.Depth(ctx, middle, objects, stringify)
		if ctx.Err() != nil {
			return l, ctx.Err()
		}
		if err == nil {
			low = middle
		} else {
			high = middle
			note(err)
		}
	}
	l.Depth = low
	return l, nil
}
