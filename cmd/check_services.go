package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"snag/cmd/report"
	"snag/probe/process"
)

// service is a process that checks need.
type service struct {
	name        string
	command     []string
	ready       string // a URL, "" for any listening port
	timeout     time.Duration
	directory   string
	environment []string

	child  *process.Child // nil while it does not run
	failed error          // why it could not be started, or ended; it is not started again
}

const readyInterval = 50 * time.Millisecond

// start starts the service and waits until it is ready. It returns the same error again when it is
// asked again.
func (s *service) start(ctx context.Context) error {
	if s.failed == nil && s.child == nil {
		if s.failed = s.launch(ctx); s.failed != nil {
			s.stop()
		}
	}
	if s.failed == nil {
		s.failed = s.alive()
	}
	return s.failed
}

func (s *service) launch(ctx context.Context) error {
	if s.ready != "" && s.isReady(ctx) {
		return withHint(fmt.Errorf("service %s: %s answers before the service was started", s.name, report.RedactURL(s.ready)),
			"another process uses the port: end it, or give the service another port")
	}
	var err error
	if s.child, err = process.Start(process.Command{Argv: s.command, Dir: s.directory, Env: s.environment}); err != nil {
		return fmt.Errorf("service %s: start it: %w", s.name, err)
	}
	deadline := time.Now().Add(s.timeout)
	for {
		if err := s.alive(); err != nil {
			return err
		}
		if s.isReady(ctx) {
			return nil
		}
		if time.Now().After(deadline) {
			what := "listens on no port"
			if s.ready != "" {
				what = report.RedactURL(s.ready) + " does not answer with a status below 400"
			}
			return s.withOutput(fmt.Errorf("service %s: %s after %s", s.name, what, s.timeout))
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.child.Done():
		case <-time.After(readyInterval):
		}
	}
}

// isReady asks once.
func (s *service) isReady(ctx context.Context) bool {
	if s.ready == "" {
		listeners, err := process.Listeners(s.child.Tree())
		return err == nil && len(listeners) > 0
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	u, err := url.Parse(s.ready)
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
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.ready, nil)
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
func (s *service) alive() error {
	select {
	case <-s.child.Done():
		return s.withOutput(fmt.Errorf("service %s ended by itself: %s", s.name, s.child.Ended().Exit))
	default:
		return nil
	}
}

// withOutput adds the last lines that the service wrote.
func (s *service) withOutput(err error) error {
	stdout, stderr := s.child.Output()
	text := strings.TrimSpace(cmp.Or(strings.TrimSpace(stderr), stdout))
	if text == "" {
		return withHint(err, "it wrote nothing")
	}
	lines := strings.Split(text, "\n")
	return withHint(err, "it wrote: "+strings.Join(lines[max(0, len(lines)-5):], " / "))
}

// stop ends the service with everything that it started.
func (s *service) stop() {
	if s.child != nil {
		s.child.Close()
		s.child = nil
	}
}

// startAll starts the services of these names.
func (c *config) startAll(ctx context.Context, names []string, p *progress) error {
	for _, name := range names {
		s := c.service(name)
		if s.child == nil {
			p.set(0, 0, "starting service "+name)
		}
		if err := s.start(ctx); err != nil {
			return err
		}
	}
	return nil
}

// stopUnneeded stops the services that none of the checks needs.
func (c *config) stopUnneeded(rest []*check) {
	needed := map[string]bool{}
	for _, one := range rest {
		for _, name := range one.needs {
			needed[name] = true
		}
	}
	for _, s := range c.services {
		if !needed[s.name] {
			s.stop()
		}
	}
}

// errNotRun marks a check that was not begun.
var errNotRun = errors.New("not begun: the run was interrupted")
