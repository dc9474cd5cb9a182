package service_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"snag/probe/process"
	"snag/probe/service"
	"snag/probe/snagtest"
)

func TestAwait(t *testing.T) {
	for _, test := range []struct {
		name        string
		ended, gone bool // before it is asked
		after       int  // questions until it is ready
		want        error
	}{
		{"at once", false, false, 1, nil},
		{"in the end", false, false, 5, nil},
		{"never", false, false, 1000, service.ErrLate},
		{"ended", true, false, 1, service.ErrEnded},
		{"interrupted", false, true, 2, context.Canceled},
	} {
		synctest.Test(t, func(t *testing.T) {
			ended := make(chan struct{})
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			if test.ended {
				close(ended)
			}
			if test.gone {
				cancel()
			}
			asked := 0
			err := service.Await(ctx, ended, time.Second, time.Minute, func() bool { asked++; return asked >= test.after })
			if !errors.Is(err, test.want) {
				t.Errorf("%s: got %v after %d questions, want %v", test.name, err, asked, test.want)
			}
		})
	}
}

// TestStart quotes what a service wrote that ends instead of listening, and starts it only once.
func TestStart(t *testing.T) {
	snagtest.Needs(t, "sh")
	s := service.Service{Name: "web", Command: process.Command{Argv: []string{"sh", "-c", "echo one; echo two >&2; exit 3"}}, Timeout: time.Minute}
	defer s.Stop()
	err := s.Start(t.Context())
	known, ok := errors.AsType[*service.Error](err)
	if !ok || known.Hint() != "it wrote: two" || !strings.Contains(err.Error(), "service web ended by itself") || s.Running() {
		t.Errorf("got %v (%+v), running %t", err, known, s.Running())
	}
	if again := s.Start(t.Context()); again != err {
		t.Errorf("asked again: %v, want the same error", again)
	}
}
