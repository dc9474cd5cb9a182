package service

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"snag/probe/process"
)

// Service is a program that is started when it is first needed. The zero Service has no command.
type Service struct {
	Name    string
	Command process.Command
	// Ready is a URL that answers with a status below 400, or accepts connections when its scheme is tcp,
	// once the program is ready; "" for one that listens on any port.
	Ready string
	// Shown is Ready as messages name it, without what is secret in it.
	Shown   string
	Timeout time.Duration // to become ready

	child  *process.Child // nil while it does not run
	failed error          // why it could not be started, or ended; it is not started again
}

// Error is why a service is not ready.
type Error struct {
	Err    error
	remedy string
}

// Error returns the reason without the hint.
func (e *Error) Error() string { return e.Err.Error() }

// Hint returns what may help: the last lines that it wrote, for example.
func (e *Error) Hint() string { return e.remedy }

// Unwrap returns the reason.
func (e *Error) Unwrap() error { return e.Err }

const readyInterval = 50 * time.Millisecond

// Start starts the service unless it runs, and waits until it is ready. It returns the same error again
// when it is asked again.
func (s *Service) Start(ctx context.Context) error {
	if s.failed == nil && s.child == nil {
		if s.failed = s.launch(ctx); s.failed != nil {
			s.Stop()
		}
	}
	if s.failed == nil {
		s.failed = s.alive()
	}
	return s.failed
}

// Running reports whether the service was started and has not been stopped.
func (s *Service) Running() bool { return s.child != nil }

// Stop ends the service with everything that it started.
func (s *Service) Stop() {
	if s.child != nil {
		s.child.Close()
		s.child = nil
	}
}

func (s *Service) launch(ctx context.Context) error {
	if s.Ready != "" && s.isReady(ctx) {
		return &Error{fmt.Errorf("service %s: %s answers before the service was started", s.Name, s.Shown),
			"another process uses the port: end it, or give the service another port"}
	}
	var err error
	if s.child, err = process.Start(s.Command); err != nil {
		return fmt.Errorf("service %s: start it: %w", s.Name, err)
	}
	err = Await(ctx, s.child.Done(), readyInterval, s.Timeout, func() bool { return s.isReady(ctx) })
	switch {
	case errors.Is(err, ErrEnded):
		return s.alive()
	case errors.Is(err, ErrLate):
		what := "listens on no port"
		if s.Ready != "" {
			what = s.Shown + " does not answer with a status below 400"
		}
		return s.withOutput(fmt.Errorf("service %s: %s after %s", s.Name, what, s.Timeout))
	}
	return err
}

// isReady asks once.
func (s *Service) isReady(ctx context.Context) bool {
	if s.Ready == "" {
		return len(Listeners(s.child.Tree(), 0)) > 0
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	u, err := url.Parse(s.Ready)
	if err != nil {
		return false
	}
	if u.Scheme == "tcp" {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", u.Host)
		if err == nil {
			conn.Close()
		}
		return err == nil
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Ready, nil)
	if err != nil {
		return false
	}
	client := http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	answer, err := client.Do(request)
	if err != nil {
		return false
	}
	answer.Body.Close()
	return answer.StatusCode < 400
}

// alive returns an error when the process of the service has ended.
func (s *Service) alive() error {
	select {
	case <-s.child.Done():
		return s.withOutput(fmt.Errorf("service %s ended by itself: %s", s.Name, s.child.Ended().Exit))
	default:
		return nil
	}
}

// withOutput adds the last lines that the service wrote.
func (s *Service) withOutput(err error) error {
	if text := LastLines(s.child, 5); text != "" {
		return &Error{err, "it wrote: " + text}
	}
	return &Error{err, "it wrote nothing"}
}
