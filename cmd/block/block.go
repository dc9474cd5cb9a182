// Package block holds snag block and those of its commands that measure handlers, routes and calls.
package block

import (
	"github.com/spf13/cobra"

	"snag/cmd/block/memory"
	"snag/cmd/block/migration"
	"snag/cmd/block/payload"
	"snag/cmd/block/pool"
	"snag/cmd/block/watch"
	"snag/cmd/cli"
)

// New returns snag block.
func New(io *cli.Stdio) *cobra.Command {
	c := &cobra.Command{
		Use:   "block",
		Short: "Measure how long a handler or a payload blocks, and whom",
		Long: `Measure how the cost of a request grows with its input, at which size it exceeds a budget, and how
long everybody else waits meanwhile.`,
	}
	c.AddCommand(newBlockRoutes(io), newBlockHandler(io), payload.New(io), pool.New(io), watch.New(io), memory.New(io), migration.New(io), newBlockCalls(io))
	return c
}
