package check

import (
	"context"
	"errors"

	"snag/cmd/cli"
)

// startAll starts the services of these names.
func (c *config) startAll(ctx context.Context, names []string, p *cli.Progress) error {
	for _, name := range names {
		s := c.service(name)
		if !s.Running() {
			p.Set(0, 0, "starting service "+name)
		}
		if err := s.Start(ctx); err != nil {
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
		if !needed[s.Name] {
			s.Stop()
		}
	}
}

// errNotRun marks a check that was not begun.
var errNotRun = errors.New("not begun: the run was interrupted")
