package drain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/sockets"
)

// Recipient says who gets the signal.
type Recipient string

// The recipients.
const (
	ToTarget   Recipient = "target"   // the process that was started or named
	ToListener Recipient = "listener" // the process that owns the listener
	ToGroup    Recipient = "group"    // every process of the tree in the target's process group
	ToTree     Recipient = "tree"     // every process of the tree
)

// Options says what to check and how.
type Options struct {
	// Command is what to start; when its Argv is empty PID names a running process.
	Command process.Command
	PID     int
	// Port picks one of several listeners; 0 takes the first that speaks HTTP, else the first.
	Port int
	// Startup is how long a started process may take until it listens, 10 s by default. One that
	// listens on nothing is signalled without load, and Protocol "none" says so beforehand.
	Startup time.Duration
	// Protocol is what the listener speaks; empty finds out. "none" expects no listener.
	Protocol shutdown.Protocol
	// Signal is the name of the signal, SIGTERM by default.
	Signal string
	To     Recipient
	// Second is how long after the first signal it is sent again; 0 sends it once.
	Second time.Duration
	// Grace is how long the process may take before it is killed, 30 s by default.
	Grace time.Duration
	// Load is the traffic; its Address and Protocol are filled in.
	Load Config
	// Probe is a command that is run before the signal and after a restart, nil for none.
	Probe []string
	// Continue sends SIGCONT after the signal, as systemd does, for processes that are stopped, and Hangup
	// SIGHUP.
	Continue, Hangup bool
	// Final is the name of the signal that ends what is left after Grace, SIGKILL by default. What survives
	// it is killed. Alone has only the target ended so, and not what descends from it.
	Final string
	Alone bool
	// Daemon expects the command to exit with 0 and to leave a process in the background, which becomes the
	// target: the one whose PID the command writes into PIDFile, or without one the first that it leaves.
	Daemon  bool
	PIDFile string
	// Follow takes what a command has left in the background for the target as well, when it ends with 0
	// although no Daemon was expected.
	Follow bool
	// Notify gives the command a NOTIFY_SOCKET as systemd does, and waits for READY=1 or Startup.
	Notify bool
	// Platform is what the deployment says, for the judge.
	Platform *shutdown.Platform
	// Force sends signals that do harm to the runtime at hand, such as SIGUSR1 to Node.
	Force bool
	// Progress is told what happens, in short sentences. It may be nil.
	Progress func(string)
}

// NoListener is the Protocol of Options for a target that is not expected to listen.
const NoListener shutdown.Protocol = "none"

// NotMeasured is the error of a check that could not be made.
type NotMeasured struct {
	Why string
	// Output is the end of what the process wrote, when there was one.
	Output string
	// Err is the error behind it, nil when there is none.
	Err error
	// Daemons is how many processes the command left in the background, and Daemon what the first of them is.
	Daemons int
	Daemon  shutdown.Runtime
}

func (e *NotMeasured) Error() string { return e.Why }

func (e *NotMeasured) Unwrap() error { return e.Err }

// ErrHarmful is returned for a signal that is not sent without Force.
var ErrHarmful = errors.New("not sent without being forced")

func (o *Options) defaults() {
	if o.Startup == 0 {
		o.Startup = 10 * time.Second
	}
	if o.Signal == "" {
		o.Signal = "SIGTERM"
	}
	if o.To == "" {
		o.To = ToTarget
	}
	if o.Grace == 0 {
		o.Grace = 30 * time.Second
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
}

// Check puts the target under load, sends it the signal and records what happens until it has
// ended and everything is accounted for, or the grace period has run out. A process that was
// started, and all that descends from it, is gone when Check returns; of one that was attached to,
// only what the signal and the end of the grace period ended. When the context is cancelled the
// timeline so far is returned and marked partial.
func Check(ctx context.Context, o Options) (shutdown.Timeline, error) {
	o.defaults()
	number := process.SignalNumber(o.Signal)
	if number == 0 {
		return shutdown.Timeline{}, &NotMeasured{Why: o.Signal + " does not exist on this platform"}
	}
	s, err := take(o)
	if err != nil {
		return shutdown.Timeline{}, err
	}
	c := &check{Options: o, subject: s, number: number}
	defer s.close()
	timeline, err := c.run(ctx)
	if err == nil && o.Probe != nil && !timeline.Partial {
		s.close()
		c.afterwards(ctx, &timeline)
	}
	return timeline, err
}

// check is one run.
type check struct {
	Options
	subject *subject
	number  int

	listener  sockets.Listener
	listening bool
	protocol  shutdown.Protocol
	address   string

	load    *Load
	origin  time.Time
	starved starvation // since the origin
	drained time.Time  // when nothing was open any more, zero while something is
	t       shutdown.Timeline

	watcher  sync.WaitGroup
	mu       sync.Mutex // guards the two below
	closed   time.Time
	reopened time.Time
}

func (c *check) run(ctx context.Context) (shutdown.Timeline, error) {
	if err := c.find(ctx); err != nil {
		return shutdown.Timeline{}, err
	}
	if err := c.ended("before the signal was sent"); err != nil {
		return shutdown.Timeline{}, err
	}
	c.subject.refresh() // it may have executed another program since it was looked at
	recipients, err := c.recipients()
	if err != nil {
		return shutdown.Timeline{}, err
	}
	// A wrapper may pass the signal on, so everything in the tree counts.
	for _, m := range c.subject.living() {
		if harm := shutdown.Harm(c.Signal, m.info.Describe().Runtime); harm != "" && !c.Force {
			return shutdown.Timeline{}, fmt.Errorf("%s to %d: %s: %w", c.Signal, m.info.PID, harm, ErrHarmful)
		}
	}
	c.describe(recipients)
	if c.Probe != nil {
		c.Progress("running the probe command before the signal")
		c.t.Work = &shutdown.Work{Argv: c.Probe, Before: runProbe(ctx, c.Probe, "before", c.address)}
	}
	if c.protocol != shutdown.NoListener {
		c.Progress("putting " + c.address + " under load")
		config := c.Load
		config.Address, config.Protocol = c.address, c.protocol
		if c.load, err = Open(ctx, config); err != nil {
			return shutdown.Timeline{}, err
		}
		defer c.load.Stop()
	}
	stop := c.watchListener()
	defer stop()
	c.subject.refresh()
	if !c.subject.handle.Alive() {
		return shutdown.Timeline{}, c.subject.died("before the signal was sent")
	}
	c.t.Children.Before = c.subject.describe(func(m *member) bool { return m.info.ID != c.subject.root.ID })
	if c.load != nil {
		c.load.renew()
		if err := ctx.Err(); err != nil {
			return shutdown.Timeline{}, err
		}
	}
	c.Progress("sending " + c.Signal)
	c.starved = starve(c.subject.tree())
	c.origin = time.Now()
	if c.load != nil {
		c.load.Signalled(c.origin) // before it is sent, or its first effects would be taken for earlier ones
	}
	sent := 0
	for _, r := range recipients {
		if err = r.handle.Signal(c.number); err == nil {
			sent++
			for _, more := range []struct {
				wanted bool
				name   string
			}{{c.Hangup, "SIGHUP"}, {c.Continue, "SIGCONT"}} {
				if more.wanted {
					r.handle.Signal(process.SignalNumber(more.name))
				}
			}
			c.t.Delivery.PIDs = append(c.t.Delivery.PIDs, r.info.PID)
		}
	}
	if sent == 0 {
		return shutdown.Timeline{}, &NotMeasured{Why: fmt.Sprintf("the signal could not be sent: %v", err)}
	}
	c.event(c.origin, "%s sent to %s", c.Signal, joinPIDs(c.t.Delivery.PIDs))
	partial := c.observe(ctx, recipients)
	stop()
	c.conclude(partial)
	return c.t, nil
}

// describe fills in what is known before the signal.
func (c *check) describe(recipients []*member) {
	root := c.subject.root.Describe()
	c.t = shutdown.Timeline{
		Target: shutdown.Target{
			Process: root, Protocol: c.protocol, Address: c.address, Launched: c.subject.child != nil, Daemon: c.subject.daemon,
		},
		Platform: c.Platform,
		Delivery: shutdown.Delivery{Name: c.Signal, Number: c.number, To: string(c.To), PIDs: []int{}},
		Grace:    shutdown.Of(c.Grace),
		Events:   []shutdown.Event{},
		InFlight: shutdown.InFlight{Requests: []shutdown.Request{}},
		Children: shutdown.Children{Before: []shutdown.Process{}, Orphans: []shutdown.Process{}, Zombies: []shutdown.Process{}},
	}
	if c.listening && c.listener.PID != root.PID {
		for _, m := range c.subject.members {
			if m.info.PID == c.listener.PID {
				server := m.info.Describe()
				server.Listening = true
				c.t.Target.Server = &server
			}
		}
	}
	if masks, err := process.Masks(recipients[0].info); err == nil {
		c.t.Target.AtRest = masks.Of(c.Signal)
	}
}

func (c *check) event(at time.Time, format string, args ...any) {
	c.t.Events = append(c.t.Events, shutdown.Event{At: shutdown.At(c.origin, at), What: fmt.Sprintf(format, args...)})
}

// recipients returns who gets the signal, the target first.
func (c *check) recipients() ([]*member, error) {
	var chosen []*member
	for _, m := range c.subject.members {
		root := m.info.ID == c.subject.root.ID
		switch c.To {
		case ToListener:
			if c.listening && m.info.PID == c.listener.PID {
				chosen = append(chosen, m)
			}
		case ToGroup:
			if m.info.Group == c.subject.root.Group {
				chosen = append(chosen, m)
			}
		case ToTree:
			chosen = append(chosen, m)
		default:
			if root {
				chosen = append(chosen, m)
			}
		}
	}
	chosen = slices.DeleteFunc(chosen, func(m *member) bool { return !m.handle.Alive() })
	if len(chosen) == 0 && !c.subject.handle.Alive() && c.subject.child != nil {
		return nil, c.subject.died("before the signal was sent")
	}
	if len(chosen) == 0 {
		return nil, &NotMeasured{Why: "nobody to send the signal to: the tree has no process that is the " + string(c.To)}
	}
	return chosen, nil
}

// watchListener looks every millisecond whether anything listens on the port. The function that it
// returns ends the watch.
func (c *check) watchListener() (stop func()) {
	if !c.listening {
		return func() {}
	}
	watch, err := sockets.WatchPort(c.listener.Port)
	if err != nil {
		return func() {}
	}
	c.t.Listener.Method, c.t.Listener.Resolution = watch.Method(), 1
	end := make(chan struct{})
	c.watcher.Go(func() {
		defer watch.Close()
		pace := time.NewTicker(time.Millisecond)
		defer pace.Stop()
		for {
			select {
			case <-end:
				return
			case <-pace.C:
			}
			listening, err := watch.Listening()
			if err != nil {
				return
			}
			c.mu.Lock()
			switch {
			case !listening && c.closed.IsZero():
				c.closed = time.Now()
				pace.Reset(5 * time.Millisecond)
			case listening && !c.closed.IsZero() && c.reopened.IsZero():
				c.reopened = time.Now()
			}
			c.mu.Unlock()
		}
	})
	return sync.OnceFunc(func() {
		close(end)
		c.watcher.Wait()
	})
}

func (c *check) listenerClosed() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return !c.closed.IsZero() && c.reopened.IsZero()
}

func joinPIDs(pids []int) string {
	var parts []string
	for _, pid := range pids {
		parts = append(parts, strconv.Itoa(pid))
	}
	return strings.Join(parts, ", ")
}
