package drain

import (
	"context"
	"net"
	"os/exec"
	"time"

	"snag/analyze/shutdown"
	"snag/probe/process"
)

const probeLimit = 30 * time.Second

// runProbe runs the caller's command. It learns from its environment whether it comes before or
// after, and where the target listens.
func runProbe(ctx context.Context, argv []string, phase, address string) shutdown.WorkRun {
	ctx, cancel := context.WithTimeout(ctx, probeLimit)
	defer cancel()
	host, port, _ := net.SplitHostPort(address)
	command := process.Command{
		Argv: argv,
		Env:  []string{"SNAG_PHASE=" + phase, "SNAG_HOST=" + host, "SNAG_PORT=" + port},
	}
	if _, err := exec.LookPath(argv[0]); err != nil {
		return shutdown.WorkRun{Error: err.Error()}
	}
	child, err := process.Start(command)
	if err != nil {
		return shutdown.WorkRun{Error: err.Error()}
	}
	defer child.Close()
	run := shutdown.WorkRun{}
	select {
	case <-child.Done():
		run.Exit = child.Ended().Exit
	case <-ctx.Done():
		run.Exit, run.Error = shutdown.Exit{Kind: shutdown.Running}, "the probe command took too long"
	}
	run.Stdout, run.Stderr = child.Output()
	return run
}

// afterwards starts the target again, when snag had started it, and runs the probe command.
func (c *check) afterwards(ctx context.Context, t *shutdown.Timeline) {
	if t.Work == nil {
		return
	}
	if len(c.Command.Argv) == 0 {
		t.Work.After = runProbe(ctx, c.Probe, "after", c.address)
		return
	}
	c.Progress("starting the process again for the probe command")
	s, err := take(c.Options)
	if err != nil {
		t.Work.After.Error = "the process cannot be started again: " + err.Error()
		return
	}
	defer s.close()
	again := &check{Options: c.Options, subject: s, number: c.number}
	if err := again.find(ctx); err != nil {
		t.Work.After.Error = "the process did not come up again: " + err.Error()
		return
	}
	t.Work.Restarted = true
	t.Work.After = runProbe(ctx, c.Probe, "after", again.address)
}
