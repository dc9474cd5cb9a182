package engine

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"snag/analyze/regex/confirm"
)

// hostileEnv makes the test binary a worker that misbehaves in the way that its value names.
const hostileEnv = "SNAG_TEST_WORKER"

func TestMain(m *testing.M) {
	if way := os.Getenv(hostileEnv); way != "" {
		misbehave(way)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func misbehave(way string) {
	ready := func() { fmt.Println(`{"id":0,"version":"0"}`) }
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	id := 0
	next := func() bool { id++; return in.Scan() }
	switch way {
	case "silent":
		time.Sleep(time.Hour)
	case "exit at once":
		fmt.Fprintln(os.Stderr, "bad option: --eval\x1b[31m")
		os.Exit(9)
	case "garbage at once":
		fmt.Println("Welcome to Node.js\x1b[2J")
		time.Sleep(time.Hour)
	case "endless line":
		for {
			os.Stdout.Write(bytes.Repeat([]byte("x"), 1<<16))
		}
	case "close output":
		ready()
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "exit later":
		ready()
		next()
		fmt.Fprintln(os.Stderr, "FATAL ERROR: out of memory")
		os.Exit(134)
	case "hang in the match":
		ready()
		next()
		fmt.Println(`{"id":1}`)
		time.Sleep(time.Hour)
	case "wrong id":
		ready()
		next()
		fmt.Println(`{"id":77}`)
		time.Sleep(time.Hour)
	case "garbage later":
		ready()
		next()
		fmt.Println(`{"id":1}`)
		next()
		fmt.Println(`<html>`)
		time.Sleep(time.Hour)
	case "negative time":
		ready()
		next()
		fmt.Println(`{"id":1}`)
		next()
		fmt.Println(`{"id":2,"ms":-5}`)
		time.Sleep(time.Hour)
	case "flood":
		ready()
		for {
			fmt.Println(`{"id":1}`)
		}
	case "never read":
		ready()
		time.Sleep(time.Hour)
	case "child":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), hostileEnv+"=silent")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		fmt.Fprintf(os.Stdout, `{"id":0,"version":"%d"}`+"\n", child.Process.Pid)
		next()
		os.Exit(1)
	case "dies between patterns":
		ready()
		for next() {
			answer := fmt.Sprintf(`{"id":%d}`, id)
			if strings.Contains(in.Text(), `"n":`) {
				answer = fmt.Sprintf(`{"id":%d,"length":9,"ms":50}`, id)
			}
			fmt.Println(answer)
			if id == 2 {
				return
			}
		}
	}
}

// hostile is an engine whose worker is this test binary.
func hostile(t *testing.T, way string) *external {
	// Only who never answers waits in vain; the others have time even on a busy machine.
	startup, grace := 10*time.Second, 10*time.Second
	switch way {
	case "silent":
		startup = 200 * time.Millisecond
	case "hang in the match", "never read", "child":
		grace = 200 * time.Millisecond
	}
	h := host{name: "node", breaksOff: true, lone: true, command: func(path string) (*exec.Cmd, func(), error) {
		cmd := exec.Command(path)
		cmd.Env = []string{hostileEnv + "=" + way}
		return cmd, nil, nil
	}}
	e := newExternal(&h, os.Args[0])
	e.startup, e.loading, e.grace = startup, grace, grace
	t.Cleanup(func() { e.Close() })
	return e
}

func TestHostileWorkers(t *testing.T) {
	for _, test := range []struct {
		way     string
		end     confirm.End
		problem string
	}{
		{"silent", confirm.Failed, "cannot start: no answer in time"},
		{"exit at once", confirm.Failed, `cannot start: the engine's process ended (exit status 9): bad option: --eval\x1b[31m`},
		{"garbage at once", confirm.Failed, `cannot start: unreadable answer "Welcome to Node.js\x1b[2J"`},
		{"endless line", confirm.Failed, "cannot start: unreadable answer: bufio.Scanner: token too long"},
		{"close output", confirm.Failed, "the engine's process ended (signal: killed)"},
		{"exit later", confirm.Failed, "the engine's process ended (exit status 134): FATAL ERROR: out of memory"},
		{"hang in the match", confirm.TimedOut, ""},
		{"wrong id", confirm.Failed, `senseless answer "{\"id\":77}"`},
		{"garbage later", confirm.Failed, `unreadable answer "<html>"`},
		{"negative time", confirm.Failed, `senseless answer "{\"id\":2,\"ms\":-5}"`},
		{"flood", confirm.Failed, `senseless answer "{\"id\":1}"`},
		{"never read", confirm.Failed, "no answer in time"},
		{"child", confirm.Failed, "no answer in time"}, // the child holds the pipe open
	} {
		t.Run(test.way, func(t *testing.T) {
			t.Parallel()
			e := hostile(t, test.way)
			job := nestedPlus()
			job.Limits = Limits{Match: 50 * time.Millisecond, Total: 200 * time.Millisecond}
			if test.way == "never read" {
				job.Pattern.Text = strings.Repeat("a", 1<<20) // more than a pipe holds
			}
			series, err := e.Measure(t.Context(), job)
			if err != nil {
				t.Fatal(err)
			}
			if series.End == confirm.BudgetSpent {
				series.End = confirm.TimedOut // where a worker that waits is not told from one that works
			}
			if series.End != test.end || series.Problem != test.problem {
				t.Errorf("%s: got end %d, problem %s, want %d, %s", test.way, series.End, series.Problem, test.end, test.problem)
			}
			if test.way == "hang in the match" {
				for _, p := range series.Points {
					if !p.AtLeast {
						t.Errorf("%s: got point %+v, want one broken off", test.way, p)
					}
				}
				if len(series.Points) == 0 {
					t.Errorf("%s: got no point", test.way)
				}
			} else if e.worker != nil {
				t.Errorf("%s: the worker was kept", test.way)
			}
		})
	}
}

// TestWorkerReplaced checks that a worker that died after a pattern costs the next one nothing.
func TestWorkerReplaced(t *testing.T) {
	e := hostile(t, "dies between patterns")
	for range 3 {
		job := nestedPlus()
		job.Limits.Length = 2
		series, err := e.Measure(t.Context(), job)
		if err != nil || series.End == confirm.Failed || len(series.Points) == 0 {
			t.Fatalf("got %+v, %v", series, err)
		}
	}
}

// TestNoProcessLeft checks that workers, and what they started, are gone after their end.
func TestNoProcessLeft(t *testing.T) {
	if !groups {
		t.Skip("no process groups on this system")
	}
	e := hostile(t, "child")
	if _, err := e.Measure(t.Context(), nestedPlus()); err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(e.Version())
	if err != nil {
		t.Fatal(err)
	}
	waitGone(t, pid)

	e = hostile(t, "hang in the match")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	job := nestedPlus()
	job.Limits = Limits{Match: time.Minute, Total: time.Minute}
	done := make(chan error)
	go func() {
		_, err := e.Measure(ctx, job)
		done <- err
	}()
	if err := <-done; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the context's error", err)
	}
	if e.worker != nil {
		t.Error("the worker outlived the context")
	}
}
