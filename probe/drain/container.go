package drain

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/container"
	"snag/probe/process"
)

// ContainerOptions says which container to stop and how.
type ContainerOptions struct {
	Engine *container.Engine
	// Info is what the engine told of the container, which must run.
	Info container.Container
	// Port picks one of several published ports, by its number on the host or in the container; 0 takes the
	// first that speaks HTTP, else the first.
	Port int
	// Protocol is what the port speaks; empty finds out. NoListener expects no port.
	Protocol shutdown.Protocol
	// Signal is the full name of the signal that the engine sends, SIGTERM by default. Override has it send
	// that whatever the container says.
	Signal   string
	Override bool
	// Grace is how long the engine waits before it kills, in whole seconds.
	Grace time.Duration
	Load  Config
	// Platform is what the engine says, for the judge.
	Platform *shutdown.Platform
	// Progress is told what happens, in short sentences.
	Progress func(string)
}

// stopMargin is how much later than the grace period a container is gone that the engine had to kill.
const stopMargin = 50 * time.Millisecond

// CheckContainer puts a published port of a container under load, has the engine stop the container, and
// records what becomes of the load. The container is stopped when it returns.
func CheckContainer(ctx context.Context, o ContainerOptions) (shutdown.Timeline, error) {
	switch state := o.Info.State; {
	case !state.Running:
		return shutdown.Timeline{}, &NotMeasured{Why: "the container does not run"}
	case state.Paused:
		return shutdown.Timeline{}, &NotMeasured{Why: "the container is paused"}
	}
	signal := o.Signal
	if signal == "" {
		signal = "SIGTERM"
	}
	argv := append([]string{o.Info.Path}, o.Info.Args...)
	t := shutdown.Timeline{
		Target: shutdown.Target{
			Process: shutdown.Process{
				PID: max(1, o.Info.State.Pid), Argv: argv, Inner: 1,
				Runtime: shutdown.RuntimeOf(shutdown.Facts{Exe: o.Info.Path, Argv: argv}),
			},
			Protocol: o.Protocol,
		},
		Delivery: shutdown.Delivery{Name: signal, Number: process.SignalNumber(signal), To: "container", PIDs: []int{max(1, o.Info.State.Pid)}},
		Grace:    shutdown.Of(o.Grace),
		Events:   []shutdown.Event{},
		InFlight: shutdown.InFlight{Requests: []shutdown.Request{}},
		Children: shutdown.Children{Before: []shutdown.Process{}, Orphans: []shutdown.Process{}, Zombies: []shutdown.Process{}},
		Platform: o.Platform,
	}
	// The PID is of the engine's machine, which may be another one than this.
	if info, err := process.Read(o.Info.State.Pid); err == nil && info.Inner == 1 && slices.Equal(info.Argv, argv) {
		t.Target.Process = info.Describe()
		if masks, err := process.Masks(info); err == nil {
			t.Target.AtRest = masks.Of(signal)
		}
	}
	var load *Load
	if o.Protocol != NoListener {
		var err error
		if load, err = o.open(ctx, &t); err != nil {
			return shutdown.Timeline{}, err
		}
		defer load.Stop()
	}
	o.Progress("having the engine stop the container")
	if load != nil {
		load.renew()
	}
	c := &check{t: t, load: load, origin: time.Now()}
	if load != nil {
		load.Signalled(c.origin)
	}
	c.event(c.origin, "the engine was asked to stop the container with %s", signal)
	if err := o.stop(ctx, c); err != nil {
		return shutdown.Timeline{}, err
	}
	if load != nil {
		load.Stop()
		load.Fill(&c.t)
		c.t.Listener = shutdown.Listener{Method: "connect", Resolution: shutdown.Of(newEvery), Closed: c.t.New.FirstRefused}
	} else {
		c.t.InFlight.Reason = "nothing is expected to listen"
		c.t.Connections, c.t.Endpoints = []shutdown.Connection{}, []shutdown.Endpoint{}
	}
	c.narrate()
	return c.t, nil
}

// open puts a published port under load.
func (o ContainerOptions) open(ctx context.Context, t *shutdown.Timeline) (*Load, error) {
	const patience = 2 * time.Second
	var chosen *container.Published
	var first error
	ports := o.Info.Ports()
	for _, p := range ports {
		_, outside, _ := net.SplitHostPort(p.Address)
		if o.Port != 0 && o.Port != p.Inside && strconv.Itoa(o.Port) != outside {
			continue
		}
		protocol, err := o.Protocol, error(nil)
		if protocol == "" {
			protocol, err = identify(ctx, p.Address, o.Load.TLS, patience)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			first = errors.Join(first, err)
			continue
		}
		if chosen == nil || protocol == shutdown.HTTP {
			chosen, t.Target.Protocol, t.Target.Address = &p, protocol, p.Address
		}
		if protocol == shutdown.HTTP {
			break
		}
	}
	switch {
	case chosen != nil:
	case first != nil:
		return nil, &NotMeasured{Why: first.Error(), Err: first}
	case o.Port != 0:
		return nil, &NotMeasured{Why: fmt.Sprintf("the container publishes no port %d", o.Port)}
	default:
		return nil, &NotMeasured{Why: "the container publishes no TCP port"}
	}
	o.Progress("putting " + t.Target.Address + " under load")
	config := o.Load
	config.Address, config.Protocol, config.proxied = t.Target.Address, t.Target.Protocol, chosen.Proxied
	return Open(ctx, config)
}

// stop has the container stopped and notes its end.
func (o ContainerOptions) stop(ctx context.Context, c *check) error {
	type end struct {
		status int
		err    error
		at     time.Time
	}
	ends := make(chan end, 1)
	waiting, cancel := context.WithTimeout(ctx, o.Grace+30*time.Second)
	defer cancel()
	go func() {
		status, err := o.Engine.Wait(waiting, o.Info.ID)
		ends <- end{status, err, time.Now()}
	}()
	signal := ""
	if o.Override {
		signal = o.Signal
	}
	err := o.Engine.Stop(ctx, o.Info.ID, signal, o.Grace)
	if ctx.Err() != nil {
		c.t.Partial, c.t.Exit = true, shutdown.Exit{Kind: shutdown.Running}
		return nil
	}
	if err != nil {
		return &NotMeasured{Why: "the container could not be stopped: " + err.Error(), Err: err}
	}
	e := <-ends
	if e.err != nil {
		// One that is removed when it stops may be gone before its status is told.
		at := shutdown.At(c.origin, time.Now())
		c.t.Exit = shutdown.Exit{Kind: shutdown.UnknownExit, At: &at, Source: "engine", Reason: "the engine did not tell it: " + e.err.Error()}
		return nil
	}
	at := shutdown.At(c.origin, e.at)
	c.t.Exit = shutdown.Exit{Kind: shutdown.Exited, Code: e.status, At: &at, Source: "engine"}
	late := e.at.Sub(c.origin) >= o.Grace-stopMargin
	info, err := o.Engine.Inspect(ctx, o.Info.ID)
	killed := shutdown.Exit{Kind: shutdown.Signaled, Signal: "SIGKILL", At: &at, Source: "engine"}
	switch {
	case e.status == 137 && err == nil && info.State.OOMKilled:
		c.t.Exit = killed
		c.t.Exit.Reason = "the kernel killed it for want of memory"
	case e.status == 137 && late:
		c.t.Exit = killed
		c.t.Exit.KilledByUs = true
		if c.load != nil {
			c.load.Killed(c.origin.Add(o.Grace - stopMargin))
		}
	}
	c.event(e.at, "the container stopped: %s", c.t.Exit)
	return nil
}
