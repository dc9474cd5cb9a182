// Package block holds snag block: handlers, pools, payloads, calls, and what stalls a running service.
package block

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"snag/cmd/block/migration"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/endpoint"
	"snag/probe/locate"
	"snag/probe/process"
	"snag/probe/service"
	"snag/probe/wire"
)

// New returns snag block.
func New(io *cli.Stdio) *cobra.Command {
	c := &cobra.Command{
		Use:   "block",
		Short: "Measure how long a handler or a payload blocks, and whom",
		Long: `Measure how the cost of a request grows with its input, at which size it exceeds a budget, and how
long everybody else waits meanwhile.`,
	}
	c.AddCommand(newBlockRoutes(io), newBlockHandler(io), newBlockJSON(io), newBlockPool(io), newBlockWatch(io), newBlockMemory(io), migration.New(io), newBlockCalls(io))
	return c
}

// blockTarget are the flags that say which server to use and how.
type blockTarget struct {
	mayReach    func(host string) bool // beside what --allow-remote allows
	command     []string               // after --
	url         string
	implied     bool // the command line names no path
	port        int
	startup     time.Duration
	pid         int
	socket      string
	insecure    bool
	allowRemote bool
	canary      string
	headers     []string
	limit       time.Duration

	base   *url.URL // of the server
	target wire.Target
	child  *process.Child
	pids   []int // of the server, when it runs on this machine
	mayAsk bool  // snag may open the inspector of the processes
	spare  bool  // the processes are still needed: asking must not end them
}

func (t *blockTarget) flags(io *cli.Stdio, c *cobra.Command) {
	t.commonFlags(io, c)
	c.Flags().DurationVar(&t.limit, "limit", 10*time.Second, "give a request up after this `time`, and end the probe")
}

// commonFlags are those flags that every command has by the same name.
func (t *blockTarget) commonFlags(io *cli.Stdio, c *cobra.Command) {
	t.mayReach = io.MayReach
	f := c.Flags()
	f.StringArrayVarP(&t.headers, "header", "H", nil, "send this `header` (Name: value); may be repeated")
	f.StringVar(&t.canary, "canary", "", "the `path` of the cheap request that others send (default the first of /health, /healthz, /ping that works)")
	f.IntVar(&t.port, "port", 0, "the listening `port` of the started command, when it has several")
	f.DurationVar(&t.startup, "startup", 15*time.Second, "wait this `time` for a started command to listen")
	f.IntVar(&t.pid, "attach-pid", 0, "the `process` behind the URL: read its processor time, and ask it where it blocks")
	f.StringVar(&t.socket, "unix-socket", "", "connect to this `socket` instead of the URL's host")
	f.BoolVar(&t.insecure, "insecure", false, "do not verify the certificate")
	f.BoolVar(&t.allowRemote, "allow-remote", false, "allow a target that is not this machine: you must be entitled to stall it")
}

// parseTarget splits the arguments into the URL and the command to start.
func (t *blockTarget) parseTarget(c *cobra.Command, args []string) error {
	dash := c.ArgsLenAtDash()
	if dash >= 0 {
		args, t.command = args[:dash], args[dash:]
		if len(t.command) == 0 {
			return cli.Usagef("nothing follows --")
		}
	}
	switch {
	case len(args) == 1:
		t.url = args[0]
	case len(args) == 0 && len(t.command) > 0:
		t.url, t.implied = "/", true
	default:
		return cli.Usagef("give one URL, or a path and -- with the command that serves it")
	}
	if t.limit < 10*time.Millisecond {
		return cli.Usagef("the limit of a request, %s, must be at least 10ms", t.limit)
	}
	return nil
}

// open finds or starts the server. The caller calls close also after an error. It completes url.
func (t *blockTarget) open(ctx context.Context) error {
	if len(t.command) > 0 {
		if err := t.start(ctx); err != nil {
			return err
		}
	}
	if strings.HasPrefix(t.url, "/") {
		return cli.Usagef("%q has no host; give a URL, or the command that serves it after --", report.RedactURL(t.url))
	}
	head := t.url
	if i := strings.Index(head, "://"); i >= 0 {
		if j := strings.IndexAny(head[i+3:], "/?#"); j >= 0 {
			head = head[:i+3+j]
		}
	}
	var err error
	if t.base, err = url.Parse(head); err != nil || t.base.Host == "" {
		return cli.Usagef("%q is not a URL", report.RedactURL(t.url))
	}
	if t.target, err = wire.NewTarget(t.base, t.socket, t.insecure); err != nil {
		return cli.Usage(err)
	}
	if t.socket == "" && !t.allowRemote && !t.mayReach(t.base.Hostname()) {
		return cli.WithHint(cli.Usagef("%s is not this machine", t.base.Hostname()), "--allow-remote allows it, if you are entitled to stall it")
	}
	return nil
}

// start starts the command and waits for its port.
func (t *blockTarget) start(ctx context.Context) error {
	var err error
	if t.child, err = process.Start(process.Command{Argv: t.command, Env: locate.Revealing()}); err != nil {
		return fmt.Errorf("start the command: %w", err)
	}
	base := t.url
	if i := strings.Index(t.url, "://"); i >= 0 {
		u, err := url.Parse(t.url[:i+3+strings.IndexAny(t.url[i+3:]+"/", "/?#")])
		if err != nil {
			return cli.Usagef("%q is not a URL", report.RedactURL(t.url))
		}
		if t.port, err = strconv.Atoi(cmp.Or(u.Port(), "80")); err != nil {
			return cli.Usagef("%q is not a URL", report.RedactURL(t.url))
		}
		base = ""
	}
	var listeners []process.Listener
	err = service.Await(ctx, t.child.Done(), 20*time.Millisecond, t.startup, func() bool {
		listeners = service.Listeners(t.child.Tree(), t.port)
		return len(listeners) > 0
	})
	switch {
	case errors.Is(err, service.ErrEnded):
		return t.withOutput(errors.New("the command ended before it listened"))
	case errors.Is(err, service.ErrLate):
		return t.withOutput(fmt.Errorf("the command listens on no port after %s", t.startup))
	case err != nil:
		return fmt.Errorf("interrupted while the command started: nothing is known")
	}
	if base != "" {
		l, host := listeners[0], "127.0.0.1"
		if ip := net.ParseIP(l.IP); ip != nil && ip.IsLoopback() {
			host = l.IP
		}
		t.url = "http://" + net.JoinHostPort(host, strconv.Itoa(l.Port)) + base
	}
	return nil
}

func (t *blockTarget) withOutput(err error) error {
	if text := service.LastLines(t.child, 3); text != "" {
		return cli.WithHint(err, "it wrote: "+text)
	}
	return err
}

// findProcesses finds out which processes serve, if they are the child's or the user said so. A server
// may start more of them after it listens.
func (t *blockTarget) findProcesses() {
	t.pids = nil
	root := process.ID{PID: t.pid}
	if t.child != nil {
		root = t.child.Root.ID
	}
	if root.PID == 0 {
		// To look at a process that serves on this machine needs no leave, to signal it does.
		if port, err := strconv.Atoi(portOf(t.target.Address)); err == nil && t.socket == "" && cli.IsLoopback(t.base.Hostname()) {
			t.pids = process.Serving(port)
		}
		return
	}
	t.mayAsk = true
	tree, err := process.Tree(root)
	if err != nil {
		return
	}
	for _, info := range tree {
		t.pids = append(t.pids, info.PID)
	}
}

// serving is how many processes of the command listen on the port of the target, 0 when that is not known.
func (t *blockTarget) serving() int {
	port, err := strconv.Atoi(portOf(t.target.Address))
	if err != nil || t.child == nil {
		return 0
	}
	return len(process.Holders(t.child.Tree(), port))
}

func portOf(address string) string {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return ""
	}
	return port
}

// close ends a command that was started.
func (t *blockTarget) close() {
	if t.child != nil {
		t.child.Close()
	}
}

// suspect is the target as somebody to ask where it stands.
func (t *blockTarget) suspect() locate.Suspect {
	if t.spare {
		return locate.Suspect{Target: t.target, PIDs: t.pids}
	}
	return locate.Suspect{Target: t.target, PIDs: t.pids, Child: t.child}
}

// fields returns the headers that every request carries.
func (t *blockTarget) fields() ([]wire.Field, error) {
	var fields []wire.Field
	for _, line := range t.headers {
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.ContainsAny(line, "\r\n") || strings.TrimSpace(name) == "" {
			return nil, cli.Usagef("header %q is not of the form 'Name: value'", report.RedactHeaderLine(line))
		}
		if !strings.Contains(value, "{{") { // what grows belongs to the suspect
			fields = append(fields, wire.Field{Name: strings.TrimSpace(name), Value: strings.TrimSpace(value)})
		}
	}
	return fields, nil
}

// findCanary chooses the cheap request, and finds the processes that answer it. A target that refuses
// HTTP/1.1 and answers HTTP/2 is spoken to over HTTP/2 from then on.
func (t *blockTarget) findCanary(ctx context.Context) (endpoint.Canary, error) {
	defer t.findProcesses()
	fields, err := t.fields()
	if err != nil {
		return endpoint.Canary{}, err
	}
	if t.canary != "" && (!strings.HasPrefix(t.canary, "/") || strings.ContainsAny(t.canary, " \r\n\t")) {
		return endpoint.Canary{}, cli.Usagef("--canary %q: must be a path without white space", report.RedactURL(t.canary))
	}
	found, target, err := endpoint.FindCanary(ctx, endpoint.CanaryConfig{Target: t.target, Path: t.canary, Header: fields, Limit: t.limit})
	if err != nil {
		return found, cli.WithHint(errors.New(report.RedactURLs(err.Error())), cli.HintOf(err))
	}
	t.target = target
	if why := unmeasured("GET", found.Answer); t.canary != "" && why != "" {
		return found, cli.WithHint(fmt.Errorf("the canary %s: %s", t.canary, why), "--canary names a cheap path that is answered")
	}
	return found, nil
}

// protocol is what is spoken to the target, as its registered name.
func (t *blockTarget) protocol() string {
	if t.target.HTTP2 {
		return "h2"
	}
	return "http/1.1"
}

// http2Note says how a target was reached that refuses HTTP/1.1.
func (t *blockTarget) http2Note() []string {
	switch {
	case !t.target.HTTP2:
		return nil
	case t.target.TLS != nil:
		return []string{"the target refuses HTTP/1.1: it was measured over HTTP/2"}
	}
	return []string{"the target refuses HTTP/1.1: it was measured over HTTP/2 without TLS, with prior knowledge"}
}

// curlVersion are the words that make curl speak the protocol of the target.
func (t *blockTarget) curlVersion() []string {
	switch {
	case !t.target.HTTP2:
		return nil
	case t.target.TLS != nil:
		return []string{"--http2"}
	}
	return []string{"--http2-prior-knowledge"}
}
