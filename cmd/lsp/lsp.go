// Package lsp holds snag lsp: a language server that tells editors about regexes that can be driven into
// catastrophic backtracking, and about calls that block.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"snag/cmd/cli"
)

// New returns snag lsp.
func New(io *cli.Stdio) *cobra.Command {
	return &cobra.Command{
		Use:   "lsp",
		Short: "Show findings in an editor as one types",
		Long: `Speak the Language Server Protocol 3.17 over stdin and stdout. Editors start this command; docs/editors.md
says how, for VS Code, Neovim, Helix, Emacs, Zed and JetBrains.

Regexes that can be driven into catastrophic backtracking are marked as one types, in every language that
snag regex reads. How severe that is depends on who can send the attack, which is found out in the
background. A hover shows the attack and what it costs; the rewrites that are proved, others with what they
change, a comment that accepts the finding, and a page that explains it are offered as actions. Calls that
block for each request have a lens.

The exclude, paths, rules and reach of the snag.yaml of each folder hold. No engine and no other program is
run, nothing of the scanned code is executed, and nothing outside of the workspace is read.`,
		Example: `  snag lsp    what an editor runs`,
		Args:    cli.Args(0, 0, "no arguments"),
		RunE:    cli.Run(func(ctx context.Context, _ []string) error { return serve(ctx, io) }),
	}
}

// serve speaks with the client on the streams of io until it leaves.
func serve(ctx context.Context, io *cli.Stdio) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := newServer(ctx, io, io.Rules)
	defer s.pages.remove()
	s.rpc.Start(newFraming(io.In, writeCloser{io.Out}))
	ended := make(chan error, 1)
	go func() { ended <- s.rpc.Wait() }()
	var err error
	select {
	case orderly := <-s.left:
		if !orderly {
			err = cli.ErrFindings // the protocol wants the status 1
		}
	case err = <-ended:
		if err == nil || isGone(err) {
			err = cli.ErrFindings // the client is gone, and did not say so
		} else {
			err = fmt.Errorf("reading from the client: %w", err)
		}
	case <-ctx.Done():
		err = ctx.Err()
	}
	s.known.Save()
	return err
}

// isGone reports whether a stream ended where a message could have begun.
func isGone(err error) bool { return errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) }

// writeCloser is stdout, which stays open.
type writeCloser struct{ io.Writer }

func (writeCloser) Close() error { return nil }

// watchParent ends the server when the process of the client does, as the protocol asks.
func (s *server) watchParent(pid int) {
	client, err := os.FindProcess(pid)
	if err != nil {
		return // in another container, say: then the end of stdin tells
	}
	if waitFor(s.ctx, client) {
		s.leave(false)
	}
}
