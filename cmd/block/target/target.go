// Package target finds or starts the server that the commands of snag block measure, and words what they all report:
// where it stands, its stalls, and replies that tell nothing.
package target

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

	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/endpoint"
	"snag/probe/locate"
	"snag/probe/process"
	"snag/probe/service"
	"snag/probe/sockets"
	"snag/probe/wire"
)

// Target holds the flags that say which server to use and how, and the server once Open found it.
type Target struct {
	mayReach    func(host string) bool // beside what --allow-remote allows
	Command     []string               // after --
	URL         string                 // as it was given until Open completes it
	Implied     bool                   // the command line names no path
	Port        int
	path        string // of the URL, where the port was chosen among those on which the command listens
	startup     time.Duration
	PID         int // of the server, as the user said it; 0 for unknown
	socket      string
	insecure    bool
	AllowRemote bool
	Canary      string        // the path of the cheap request, "" to find one
	Headers     []string      // lines of the form "Name: value"
	Limit       time.Duration // of a request
	limitFlag   string        // names the flag that sets Limit
	timeFlag    string        // names the flag that sets MaxTime
	MaxTime     time.Duration // of everything that the server is asked; 0 for as long as it takes
	LeastTime   time.Duration // that the context of Open lasts, however short MaxTime is

	Base   *url.URL    // of the server
	Wire   wire.Target // what requests are sent to
	Child  *process.Child
	PIDs   []int // of the server, when it runs on this machine
	MayAsk bool  // snag may open the inspector of the processes
	Spare  bool  // the processes are still needed: asking must not end them
}

// Flags adds the flags to a command, with --limit.
func (t *Target) Flags(io *cli.Stdio, c *cobra.Command) {
	t.CommonFlags(io, c)
	t.LimitFlag(c, "limit", 10*time.Second, "give a request up after this `time`, and end the probe")
}

// LimitFlag adds the flag for the limit of a request, by a name.
func (t *Target) LimitFlag(c *cobra.Command, name string, usual time.Duration, usage string) {
	t.limitFlag = name
	c.Flags().DurationVar(&t.Limit, name, usual, usage)
}

// TimeFlag adds the flag that sets MaxTime, by a name.
func (t *Target) TimeFlag(c *cobra.Command, name string, usual time.Duration, usage string) {
	t.timeFlag = name
	c.Flags().DurationVar(&t.MaxTime, name, usual, usage)
}

// Mute adds to an error about a request that was not answered in time which flag waits longer.
func (t *Target) Mute(err error, reply wire.Reply) error {
	switch {
	case reply.Outcome != wire.TimedOut:
		return err
	case reply.Cut(t.Limit):
		return cli.WithHint(err, fmt.Sprintf("--%s allows more than %s for the whole run", t.timeFlag, max(t.MaxTime, t.LeastTime)))
	}
	return cli.WithHint(err, fmt.Sprintf("--%s waits longer than %s", t.limitFlag, t.Limit))
}

// CommonFlags are those flags that every command has by the same name.
func (t *Target) CommonFlags(io *cli.Stdio, c *cobra.Command) {
	t.mayReach = io.MayReach
	f := c.Flags()
	f.StringArrayVarP(&t.Headers, "header", "H", nil, "send this `header` (Name: value); may be repeated")
	f.StringVar(&t.Canary, "canary", "", "the `path` of the cheap request that others send (default the first of /health, /healthz, /ping that works)")
	f.IntVar(&t.Port, "port", 0, "the listening `port` of the started command, when it has several")
	f.DurationVar(&t.startup, "startup", 15*time.Second, "wait this `time` for a started command to listen")
	f.IntVar(&t.PID, "attach-pid", 0, "the `process` behind the URL: read its processor time, and ask it where it blocks")
	f.StringVar(&t.socket, "unix-socket", "", "connect to this `socket` instead of the URL's host")
	f.BoolVar(&t.insecure, "insecure", false, "do not verify the certificate")
	f.BoolVar(&t.AllowRemote, "allow-remote", false, "allow a target that is not this machine: you must be entitled to stall it")
}

// Parse splits the arguments into the URL and the command to start.
func (t *Target) Parse(c *cobra.Command, args []string) error {
	dash := c.ArgsLenAtDash()
	if dash >= 0 {
		args, t.Command = args[:dash], args[dash:]
		if len(t.Command) == 0 {
			return cli.Usagef("nothing follows --")
		}
	}
	switch {
	case len(args) == 1:
		t.URL = args[0]
	case len(args) == 0 && len(t.Command) > 0:
		t.URL, t.Implied = "/", true
	default:
		return cli.Usagef("give one URL, or a path and -- with the command that serves it")
	}
	if t.PID < 0 {
		return cli.Usagef("--attach-pid %d: must be positive", t.PID)
	}
	if t.Limit < 10*time.Millisecond {
		return cli.Usagef("the limit of a request, %s, must be at least 10ms", t.Limit)
	}
	return nil
}

// Open finds or starts the server, and completes URL. The caller calls Close also after an error. Whatever the server is
// asked from then on belongs into the context that Open returns, which ends after MaxTime, but not before LeastTime, and
// which the caller cancels: the server may be one that answers nothing. An interrupt cancels it, so that its error is
// context.Canceled then.
func (t *Target) Open(ctx context.Context) (bounded context.Context, cancel context.CancelFunc, err error) {
	if len(t.Command) > 0 {
		err = t.start(ctx)
	}
	if err == nil {
		err = t.address()
	}
	if err == nil && t.PID != 0 {
		err = attachable(t.PID)
	}
	if t.MaxTime > 0 {
		bounded, cancel = context.WithTimeout(ctx, max(t.MaxTime, t.LeastTime))
	} else {
		bounded, cancel = context.WithCancel(ctx)
	}
	return bounded, cancel, err
}

// attachable returns why a process that the user named is none that serves.
func attachable(pid int) error {
	switch info, err := process.Read(pid); {
	case errors.Is(err, process.ErrGone):
		return fmt.Errorf("--attach-pid %d: there is no such process", pid)
	case err == nil && info.Zombie():
		return fmt.Errorf("--attach-pid %d: the process has ended", pid)
	case err == nil && info.Kernel:
		return fmt.Errorf("--attach-pid %d: it is a thread of the kernel", pid)
	}
	return nil
}

// address reads the URL.
func (t *Target) address() error {
	if strings.HasPrefix(t.URL, "/") {
		return cli.Usagef("%q has no host; give a URL, or the command that serves it after --", report.RedactURL(t.URL))
	}
	head := t.URL
	if i := strings.Index(head, "://"); i >= 0 {
		if j := strings.IndexAny(head[i+3:], "/?#"); j >= 0 {
			head = head[:i+3+j]
		}
	}
	var err error
	if t.Base, err = url.Parse(head); err != nil || t.Base.Host == "" {
		return cli.Usagef("%q is not a URL", report.RedactURL(t.URL))
	}
	if t.Wire, err = wire.NewTarget(t.Base, t.socket, t.insecure); err != nil {
		return cli.Usage(err)
	}
	if t.socket == "" && !t.AllowRemote && !t.mayReach(t.Base.Hostname()) {
		return cli.WithHint(cli.Usagef("%s is not this machine", t.Base.Hostname()), "--allow-remote allows it, if you are entitled to stall it")
	}
	return nil
}

// start starts the command and waits for its port.
func (t *Target) start(ctx context.Context) error {
	var err error
	if t.Child, err = process.Start(process.Command{Argv: t.Command, Env: locate.Revealing()}); err != nil {
		return fmt.Errorf("start the command: %w", err)
	}
	base := t.URL
	if i := strings.Index(t.URL, "://"); i >= 0 {
		u, err := url.Parse(t.URL[:i+3+strings.IndexAny(t.URL[i+3:]+"/", "/?#")])
		if err != nil {
			return cli.Usagef("%q is not a URL", report.RedactURL(t.URL))
		}
		if t.Port, err = strconv.Atoi(cmp.Or(u.Port(), "80")); err != nil {
			return cli.Usagef("%q is not a URL", report.RedactURL(t.URL))
		}
		base = ""
	}
	var listeners []sockets.Listener
	err = service.Await(ctx, t.Child.Done(), 20*time.Millisecond, t.startup, func() bool {
		listeners = service.Listeners(t.Child.Tree(), t.Port)
		return len(listeners) > 0
	})
	switch {
	case errors.Is(err, service.ErrEnded):
		return t.withOutput(errors.New("the command ended before it listened"))
	case errors.Is(err, service.ErrLate):
		return t.withOutput(fmt.Errorf("the command listens on no port after %s", t.startup))
	case err != nil:
		return ErrInterrupted
	}
	if base != "" {
		if t.URL = at(listeners[0]) + base; t.Port == 0 {
			t.path = base
		}
	}
	return nil
}

// ErrInterrupted means that a run was interrupted before the target had answered: nothing is held against it.
var ErrInterrupted = errors.New("interrupted before the target had answered: nothing is known")

func (t *Target) withOutput(err error) error {
	if text := service.LastLines(t.Child, 3); text != "" {
		return cli.WithHint(err, "it wrote: "+text)
	}
	return err
}

// FindProcesses finds out which processes serve, if they are the child's or the user said so. A server
// may start more of them after it listens.
func (t *Target) FindProcesses() {
	t.PIDs = nil
	root := process.ID{PID: t.PID}
	if t.Child != nil {
		root = t.Child.Root.ID
	}
	if root.PID == 0 {
		// To look at a process that serves on this machine needs no leave, to signal it does.
		if port, err := strconv.Atoi(portOf(t.Wire.Address)); err == nil && t.socket == "" && cli.IsLoopback(t.Base.Hostname()) {
			t.PIDs = sockets.Serving(port)
		}
		return
	}
	t.MayAsk = true
	tree, err := process.Tree(root)
	if err != nil {
		return
	}
	for _, info := range tree {
		t.PIDs = append(t.PIDs, info.PID)
	}
}

// Servers returns the processes that listen on the port of the target now: of the command that was started, of the process
// that was named, or of this machine. There are none where that is not known.
func (t *Target) Servers() []int {
	port, err := strconv.Atoi(portOf(t.Wire.Address))
	switch {
	case err != nil || t.socket != "":
		return nil
	case t.Child != nil:
		return sockets.Holders(t.Child.Tree(), port)
	case t.PID != 0:
		if tree, err := process.Tree(process.ID{PID: t.PID}); err == nil {
			if holders := sockets.Holders(tree, port); len(holders) > 0 {
				return holders
			}
		}
	}
	if cli.IsLoopback(t.Base.Hostname()) {
		return sockets.Serving(port)
	}
	return nil
}

// Serving is how many processes of the command listen on the port of the target, 0 when that is not known.
func (t *Target) Serving() int {
	port, err := strconv.Atoi(portOf(t.Wire.Address))
	if err != nil || t.Child == nil {
		return 0
	}
	return len(sockets.Holders(t.Child.Tree(), port))
}

func portOf(address string) string {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return ""
	}
	return port
}

// Close ends a command that was started.
func (t *Target) Close() {
	if t.Child != nil {
		t.Child.Close()
	}
}

// Suspect is the target as somebody to ask where it stands.
func (t *Target) Suspect() locate.Suspect {
	if t.Spare {
		return locate.Suspect{Target: t.Wire, PIDs: t.PIDs}
	}
	return locate.Suspect{Target: t.Wire, PIDs: t.PIDs, Child: t.Child}
}

// Fields returns the headers that every request carries.
func (t *Target) Fields() ([]wire.Field, error) {
	var fields []wire.Field
	for _, line := range t.Headers {
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

// FindCanary chooses the cheap request, and finds the processes that answer it. A target that refuses
// HTTP/1.1 and answers HTTP/2 is spoken to over HTTP/2 from then on.
func (t *Target) FindCanary(ctx context.Context) (endpoint.Canary, error) {
	defer t.FindProcesses()
	fields, err := t.Fields()
	if err != nil {
		return endpoint.Canary{}, err
	}
	if t.Canary != "" && (!strings.HasPrefix(t.Canary, "/") || strings.ContainsAny(t.Canary, " \r\n\t")) {
		return endpoint.Canary{}, cli.Usagef("--canary %q: must be a path without white space", report.RedactURL(t.Canary))
	}
	ask := func() (endpoint.Canary, wire.Target, error) {
		return endpoint.FindCanary(ctx, endpoint.CanaryConfig{Target: t.Wire, Path: t.Canary, Header: fields, Limit: t.Limit})
	}
	found, target, err := ask()
	if err != nil && t.moved(ctx) {
		found, target, err = ask()
	}
	switch {
	case err != nil && ctx.Err() == context.Canceled:
		return found, ErrInterrupted
	case err != nil:
		return found, t.Mute(cli.WithHint(errors.New(report.RedactURLs(err.Error())), cli.HintOf(err)), found.Answer)
	}
	t.Wire = target
	if why := Unmeasured("GET", found.Answer); t.Canary != "" && why != "" {
		return found, cli.WithHint(fmt.Errorf("the canary %s: %s", t.Canary, why), "--canary names a cheap path that is answered")
	}
	return found, nil
}

// Protocol is what is spoken to the target, as its registered name.
func (t *Target) Protocol() string {
	if t.Wire.HTTP2 {
		return "h2"
	}
	return "http/1.1"
}

// HTTP2Note says how a target was reached that refuses HTTP/1.1.
func (t *Target) HTTP2Note() []string {
	switch {
	case !t.Wire.HTTP2:
		return nil
	case t.Wire.TLS != nil:
		return []string{"the target refuses HTTP/1.1: it was measured over HTTP/2"}
	}
	return []string{"the target refuses HTTP/1.1: it was measured over HTTP/2 without TLS, with prior knowledge"}
}

// CurlVersion are the words that make curl speak the protocol of the target.
func (t *Target) CurlVersion() []string {
	switch {
	case !t.Wire.HTTP2:
		return nil
	case t.Wire.TLS != nil:
		return []string{"--http2"}
	}
	return []string{"--http2-prior-knowledge"}
}
