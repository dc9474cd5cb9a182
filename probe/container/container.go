// Package container asks a container engine about one container and has it stopped, over the engine's
// socket: the API of Docker, which Podman speaks too.
package container

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"snag/analyze/lazyregexp"
	"snag/analyze/sorting"
)

// ErrNone is returned for a container that the engine does not have.
var ErrNone = errors.New("no such container")

// ErrUnreachable is returned when the engine does not answer on its socket.
var ErrUnreachable = errors.New("the container engine cannot be reached")

// Engine is the API of a container engine on a Unix socket.
type Engine struct {
	socket string
	client http.Client
}

// The bounds of an answer.
const (
	longestAnswer = 4 << 20
	patience      = 10 * time.Second
)

// New returns the engine that listens on the socket.
func New(socket string) *Engine {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", socket)
	}
	return &Engine{socket: socket, client: http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}}}
}

// Container is what the engine tells of one container.
type Container struct {
	ID string `json:"Id"`
	// Name begins with a slash.
	Name  string
	Path  string
	Args  []string
	State struct {
		Running, Paused, OOMKilled bool
		Pid, ExitCode              int
	}
	Config struct {
		StopSignal   string
		StopTimeout  *int
		ExposedPorts map[string]struct{}
	}
	HostConfig struct {
		NetworkMode string
		Init        *bool
	}
	NetworkSettings struct {
		Ports map[string][]struct{ HostIp, HostPort string }
	}
	// Raw is the whole answer.
	Raw []byte `json:"-"`
}

// Published is a port of a container that can be reached from the host.
type Published struct {
	Inside  int
	Address string // host:port to connect to
	// Proxied reports whether something of the engine may stand between.
	Proxied bool
}

var nameOf = lazyregexp.New(`^[A-Za-z0-9][A-Za-z0-9_.-]{0,254}$`)

// Valid reports whether the text can be the name or the ID of a container.
func Valid(name string) bool { return nameOf.MatchString(name) }

// Inspect returns what the engine knows of a container.
func (e *Engine) Inspect(ctx context.Context, name string) (Container, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var c Container
	text, err := e.call(ctx, "GET", "/containers/"+url.PathEscape(name)+"/json", nil)
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, fmt.Errorf("the engine's answer about %s is not understood: %w", name, err)
	}
	if !Valid(c.ID) {
		return c, fmt.Errorf("the engine's answer about %s holds no ID", name)
	}
	c.Raw = text
	return c, nil
}

// Stop has the container stopped: the engine sends its stop signal, or the one named, waits as long as limit
// says in whole seconds, and kills it. It returns when the container has stopped.
func (e *Engine) Stop(ctx context.Context, name, signal string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit+patience)
	defer cancel()
	query := url.Values{"t": {strconv.Itoa(int((limit + time.Second - 1) / time.Second))}}
	if signal != "" {
		query.Set("signal", signal)
	}
	_, err := e.call(ctx, "POST", "/containers/"+url.PathEscape(name)+"/stop", query)
	return err
}

// Wait returns the exit status of a container once it has stopped.
func (e *Engine) Wait(ctx context.Context, name string) (int, error) {
	text, err := e.call(ctx, "POST", "/containers/"+url.PathEscape(name)+"/wait", nil)
	if err != nil {
		return 0, err
	}
	var answer struct {
		StatusCode int
		Error      *struct{ Message string }
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return 0, fmt.Errorf("the engine's answer about the end of %s is not understood: %w", name, err)
	}
	if answer.Error != nil && answer.Error.Message != "" {
		return 0, errors.New(answer.Error.Message)
	}
	return answer.StatusCode, nil
}

// call makes a request and returns the answer of one that succeeded.
func (e *Engine) call(ctx context.Context, method, path string, query url.Values) ([]byte, error) {
	target := url.URL{Scheme: "http", Host: "engine", Path: path, RawQuery: query.Encode()}
	request, err := http.NewRequestWithContext(ctx, method, target.String(), http.NoBody)
	if err != nil {
		return nil, err
	}
	answer, err := e.client.Do(request)
	switch {
	case err == nil:
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, fmt.Errorf("the container engine does not answer on %s: %w", e.socket, ctx.Err())
	case ctx.Err() != nil:
		return nil, err
	default:
		return nil, fmt.Errorf("%w on %s: %w", ErrUnreachable, e.socket, errors.Unwrap(err))
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, longestAnswer+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the engine's answer broke off: %w", err)
	case len(text) > longestAnswer:
		return nil, fmt.Errorf("the engine's answer is larger than %d MB", longestAnswer>>20)
	case answer.StatusCode == http.StatusNotFound:
		return nil, ErrNone
	case answer.StatusCode >= 300 && answer.StatusCode != http.StatusNotModified:
		var failure struct{ Message string }
		json.Unmarshal(text, &failure)
		return nil, fmt.Errorf("the engine answered %s with %d: %s", path, answer.StatusCode, cmp.Or(failure.Message, "it says no more"))
	}
	return text, nil
}

// Ports are the TCP ports of the container that can be reached from the host, lowest first.
func (c Container) Ports() []Published {
	var all []Published
	for name, bindings := range c.NetworkSettings.Ports {
		inside, protocol, _ := strings.Cut(name, "/")
		port, err := strconv.Atoi(inside)
		if err != nil || protocol != "tcp" {
			continue
		}
		for _, b := range bindings {
			outside, err := strconv.Atoi(b.HostPort)
			if err != nil || outside < 1 || outside > 65535 {
				continue
			}
			host := b.HostIp
			switch ip := net.ParseIP(host); {
			case host == "", ip != nil && ip.IsUnspecified() && ip.To4() != nil:
				host = "127.0.0.1"
			case ip == nil:
				continue
			case ip.IsUnspecified():
				host = "::1"
			}
			all = append(all, Published{port, net.JoinHostPort(host, b.HostPort), true})
		}
	}
	if c.HostConfig.NetworkMode == "host" {
		for name := range c.Config.ExposedPorts {
			inside, protocol, _ := strings.Cut(name, "/")
			if port, err := strconv.Atoi(inside); err == nil && protocol == "tcp" {
				all = append(all, Published{port, net.JoinHostPort("127.0.0.1", inside), false})
			}
		}
	}
	sorting.Stable(all, func(a, b Published) int {
		if a.Inside != b.Inside {
			return a.Inside - b.Inside
		}
		return strings.Compare(a.Address, b.Address)
	})
	return all
}
