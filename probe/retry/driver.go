// Package retry drives a client's command against servers that fail, and observes its attempts.
package retry

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"snag/analyze/retry/experiment"
	"snag/analyze/shutdown"
	"snag/probe/faults"
	"snag/probe/process"
	"snag/probe/scratch"
)

// The limits on what a Driver lets its client do in all.
const (
	MaxAttempts  = 200
	MaxProcesses = 64
)

// ErrStart marks a client that could not be started.
var ErrStart = errors.New("start the client")

// Client is the command to drive. {url}, {host} and {port} in its arguments, and SNAG_URL, SNAG_HOST
// and SNAG_PORT in its environment, name the server of the run.
type Client struct {
	Argv []string
	Dir  string   // "" for snag's own
	Env  []string // assignments added to snag's environment
	// Path is appended to the URL of the server, without a leading slash.
	Path string
	// TLS makes the server speak HTTPS with this certificate; the usual environment variables tell
	// the client to trust it. TCP makes it a server of plain connections.
	TLS *faults.Certificate
	TCP bool
	// Handshake is the protocol whose beginning a plain connection speaks, as in faults.Config.
	Handshake string
	// Speed makes the client's clock run so many times as fast, by way of the library Faketime. 0
	// means 1.
	Speed    float64
	Faketime string
	// Namespace starts the watcher of a closed port: the program and its arguments, which must call
	// WatchClosedPort. Without it attempts on a closed port are not observable.
	Namespace []string
}

// meeting holds the first attempts of several runs until all have come. Their times count from epoch.
type meeting struct {
	barrier *faults.Barrier
	epoch   time.Time
}

// Driver runs a client, several runs at a time, within the limits of the package.
type Driver struct {
	client Client
	dir    string // of the certificate, "" for none
	remove func() // removes it

	mu        sync.Mutex
	attempts  int // made or reserved
	processes int
}

// NewDriver prepares to run the client. Close the driver when done.
func NewDriver(c Client) (*Driver, error) {
	d := &Driver{client: c, remove: func() {}}
	if c.TLS == nil {
		return d, nil
	}
	var err error
	if d.dir, d.remove, err = scratch.Dir("certificate"); err != nil {
		return nil, err
	}
	if err := os.WriteFile(d.certificate(), c.TLS.PEM, 0o600); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Close removes what the driver keeps on disk.
func (d *Driver) Close() { d.remove() }

func (d *Driver) certificate() string { return d.dir + "/certificate.pem" }

// left is what is left of the budget.
func (d *Driver) left() experiment.Budget {
	d.mu.Lock()
	defer d.mu.Unlock()
	return experiment.Budget{Attempts: MaxAttempts - d.attempts, Processes: MaxProcesses - d.processes}
}

// reserve takes a process and up to want attempts from the budget.
func (d *Driver) reserve(want int) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	left := MaxAttempts - d.attempts
	if left < 2 || d.processes == MaxProcesses {
		return 0, experiment.ErrBudget
	}
	if want <= 0 || want > left {
		want = left
	}
	d.attempts += want
	d.processes++
	return want, nil
}

func (d *Driver) giveBack(attempts int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.attempts -= attempts
}

// settling is how long a client may go on after its operation succeeded.
const settling = 3 * time.Second

// Run runs the client once. The trace is valid also when err is the end of the context: it holds what
// was seen until then.
func (d *Driver) Run(ctx context.Context, s experiment.Scenario) (experiment.Trace, error) {
	return d.run(ctx, s, meeting{})
}

func (d *Driver) run(ctx context.Context, s experiment.Scenario, m meeting) (experiment.Trace, error) {
	trace := experiment.Trace{Scenario: s.Name, Script: s.Script, ExitCode: -1}
	if err := ctx.Err(); err != nil {
		return trace, err
	}
	limit, err := d.reserve(s.MaxAttempts)
	if err != nil {
		return trace, err
	}
	defer func() { d.giveBack(limit - min(len(trace.Attempts), limit)) }()
	if len(s.Script) > 0 && s.Script[0].Kind == experiment.Refuse {
		err = d.refused(ctx, s, limit, &trace)
	} else {
		err = d.served(ctx, s, m, limit, &trace)
	}
	speed := max(d.client.Speed, 1)
	for i := range trace.Attempts {
		a := &trace.Attempts[i]
		for _, at := range []*time.Duration{&a.Start, &a.End, &a.Read} {
			*at = time.Duration(float64(*at) * speed)
		}
	}
	trace.Duration = time.Duration(float64(trace.Duration) * speed)
	return trace, err
}

func (d *Driver) served(ctx context.Context, s experiment.Scenario, m meeting, limit int, trace *experiment.Trace) error {
	succeeded := make(chan struct{}, 1)
	server, err := faults.Listen(faults.Config{
		Script: s.Script, TLS: d.client.TLS, TCP: d.client.TCP, Handshake: d.client.Handshake, MaxAttempts: limit, Barrier: m.barrier, Epoch: m.epoch,
		Record: func(a experiment.Attempt) {
			if !a.Fault.Fails() && a.N > 1 && s.Operations == 0 {
				select {
				case succeeded <- struct{}{}:
				default:
				}
			}
		},
	})
	if err != nil {
		return err
	}
	defer server.Close()
	command := d.command(server.URL(), server.Port(), max(s.Operations, 1))
	if s.Other {
		other, err := faults.Listen(faults.Config{TLS: d.client.TLS, MaxAttempts: MaxAttempts})
		if err != nil {
			return err
		}
		defer func() {
			other.Close()
			trace.Other = append([]experiment.Attempt{}, other.Attempts()...)
		}()
		for _, list := range [][]string{command.Argv, command.Env} {
			for i := range list {
				list[i] = strings.ReplaceAll(list[i], otherServer, other.URL()+strings.TrimPrefix(d.client.Path, "/"))
			}
		}
	}
	child, err := process.Start(command)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrStart, err)
	}
	began := time.Now()
	defer child.Close()
	timeout := time.NewTimer(s.Timeout)
	defer timeout.Stop()
	begun := server.Begun()
	if len(s.Script) == 0 || !s.Script[0].Silent() {
		begun = nil
	}
	for waiting := true; waiting; {
		waiting = false
		select {
		case <-child.Done():
			trace.ExitCode = exitCode(child.Ended())
		case <-server.Full():
			trace.CutOff = fmt.Sprintf("stopped after %d attempts", limit)
		case <-begun: // a silence lasts from the request, not from the start of the process
			timeout.Reset(s.Timeout)
			begun, waiting = nil, true
		case <-succeeded:
			timeout.Reset(min(settling, s.Timeout))
			succeeded, waiting = nil, true
		case <-timeout.C:
			trace.CutOff = fmt.Sprintf("still running after %s", time.Since(began).Round(100*time.Millisecond))
			if succeeded == nil {
				trace.CutOff = "still running although its request had succeeded"
			}
		case <-ctx.Done():
			trace.CutOff, err = "interrupted", ctx.Err()
		}
	}
	trace.Duration = time.Since(began)
	child.Close()
	server.Close()
	trace.Attempts = server.Attempts()
	return err
}

func exitCode(end process.Ended) int {
	if end.Exit.Kind == shutdown.Exited {
		return end.Exit.Code
	}
	return -1
}

// otherServer stands for the second server in the command.
const otherServer = "{other}"

// command is the client's command for a server and so many operations.
func (d *Driver) command(url string, port, operations int) process.Command {
	url += strings.TrimPrefix(d.client.Path, "/")
	fill := strings.NewReplacer("{url}", url, "{host}", "127.0.0.1", "{port}", strconv.Itoa(port), "{operations}", strconv.Itoa(operations)).Replace
	c := process.Command{Dir: d.client.Dir}
	for _, arg := range d.client.Argv {
		c.Argv = append(c.Argv, fill(arg))
	}
	c.Env = []string{
		"SNAG_URL=" + url, "SNAG_HOST=127.0.0.1", "SNAG_PORT=" + strconv.Itoa(port), "SNAG_OPERATIONS=" + strconv.Itoa(operations),
		"NO_PROXY=*", "no_proxy=*", "HTTP_PROXY=", "http_proxy=", "ALL_PROXY=", "all_proxy=",
	}
	if d.client.TLS != nil {
		for _, name := range []string{"SSL_CERT_FILE", "CURL_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"} {
			c.Env = append(c.Env, name+"="+d.certificate())
		}
	}
	if d.client.Speed > 1 {
		c.Env = append(c.Env, "LD_PRELOAD="+d.client.Faketime, "FAKETIME=+0 x"+strconv.FormatFloat(d.client.Speed, 'g', -1, 64))
	}
	for _, assignment := range d.client.Env {
		c.Env = append(c.Env, fill(assignment))
	}
	return c
}

// closedPort is a port of the loopback on which nobody listens.
func closedPort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
