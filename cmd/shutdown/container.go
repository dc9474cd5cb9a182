package shutdown

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"snag/analyze/shutdown"
	"snag/cmd/cli"
	"snag/cmd/manifest"
	"snag/cmd/report"
	"snag/probe/container"
	"snag/probe/drain"
)

// engines are the schemes of containers, with the variable that names the engine's socket.
var engines = map[string]string{"docker": "DOCKER_HOST", "podman": "CONTAINER_HOST"}

// boxed is a container as the target.
type boxed struct {
	// target is what was given, such as docker://web, and name the part after the scheme; empty for none.
	target, name string
	engine       *container.Engine
}

// take reads a target such as docker://web. It is false for what is none.
func (b *boxed) take(o *shutdownOptions, text string) (bool, error) {
	scheme, name, ok := strings.Cut(text, "://")
	variable := engines[scheme]
	switch {
	case scheme == "kubectl" && ok:
		return true, cli.WithHint(cli.Usagef("%s: pods are not stopped by snag", text), "docs/shutdown.md has a recipe: run snag in the pod, or check the command with --manifest")
	case !ok:
		return false, nil
	case variable == "":
		return true, cli.WithHint(cli.Usagef("%s: unknown engine %q", text, scheme), "docker://NAME and podman://NAME are known")
	case !container.Valid(name):
		return true, cli.Usagef("%s: %q is not the name of a container", text, name)
	}
	for _, f := range []struct {
		name string
		set  bool
	}{
		{"--as-pid1", o.asPID1}, {"--crash", o.crash}, {"--matrix", o.matrix}, {"--masks", o.masks}, {"--to", o.toGiven}, {"--second", o.second > 0},
		{"--probe", o.probe != ""}, {"--daemon", o.daemon || o.pidFile != ""}, {"a file of a deployment", o.read != nil},
	} {
		if f.set {
			return true, cli.Usagef("%s does not go with a container, which its engine stops", f.name)
		}
	}
	socket, err := socketOf(scheme, os.Getenv(variable))
	if err != nil {
		return true, err
	}
	b.target, b.name, b.engine = text, name, container.New(socket)
	return true, nil
}

// socketOf is where the engine listens: what its variable says, or the usual place.
func socketOf(scheme, host string) (string, error) {
	if host != "" {
		path, ok := strings.CutPrefix(host, "unix://")
		if !ok || !filepath.IsAbs(path) {
			return "", cli.WithHint(cli.Usagef("%s=%s: only unix:///PATH is supported", engines[scheme], report.RedactURL(host)), "a remote engine's containers are not reached from here; run snag on its host")
		}
		return path, nil
	}
	if scheme == "podman" {
		if own := filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "podman", "podman.sock"); filepath.IsAbs(own) {
			if _, err := os.Stat(own); err == nil {
				return own, nil
			}
		}
		return "/run/podman/podman.sock", nil
	}
	return "/var/run/docker.sock", nil
}

// checkContainer has a container stopped under load and reports it.
func (o *shutdownOptions) checkContainer(ctx context.Context, out *cli.Output, p *cli.Progress) error {
	info, err := o.engine.Inspect(ctx, o.name)
	switch {
	case errors.Is(err, container.ErrNone):
		return cli.WithHint(&drain.NotMeasured{Why: o.target + ": no such container", Err: err}, "docker ps lists those that run")
	case errors.Is(err, container.ErrUnreachable):
		return cli.WithHint(err, "start the engine, or name its socket in "+engines[strings.SplitN(o.target, ":", 2)[0]]+" (unix:///PATH)")
	case err != nil:
		return err
	}
	said, err := manifest.Inspected(info.Raw)
	if err != nil {
		return err
	}
	if !o.signalGiven {
		o.signal = cmp.Or(said.Signal, "SIGTERM")
	}
	if o.grace.given {
		said.Grace = shutdown.Of(o.grace.Duration)
	}
	o.grace.Duration = max(said.Grace.Duration(), time.Second).Round(time.Second)
	options := drain.ContainerOptions{
		Engine: o.engine, Info: info, Port: o.port, Signal: o.signal, Override: o.signalGiven, Grace: o.grace.Duration, Load: o.load, Platform: &said.Platform,
		Progress: func(what string) { p.Set(0, 0, what) },
	}
	if protocol := o.protocol.String(); protocol != "auto" {
		options.Protocol = shutdown.Protocol(protocol)
	}
	timeline, err := drain.CheckContainer(ctx, options)
	p.Stop()
	if unmeasured, ok := errors.AsType[*drain.NotMeasured](err); ok && strings.Contains(unmeasured.Why, "publishes no") {
		return cli.WithHint(err, "publish one (docker run -p 127.0.0.1:8080:8080), or give --protocol none")
	}
	if err != nil {
		return err
	}
	timeline.Target.Container = o.target
	return o.present(timeline, out)
}
