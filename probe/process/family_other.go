//go:build !linux

package process

import "os/exec"

// family is empty here: what has left the tree is known by its group alone.
type family struct{}

func (c *Child) start(command func() (*exec.Cmd, error)) (*exec.Cmd, error) {
	cmd, err := command()
	if err != nil {
		return nil, err
	}
	if err := startClean(cmd, c.ended); err != nil {
		return nil, err
	}
	return cmd, c.look(cmd)
}

func (c *Child) claim()          {}
func (c *Child) remember([]Info) {}
func (c *Child) forget()         {}
func (c *Child) killGroup()      {}
