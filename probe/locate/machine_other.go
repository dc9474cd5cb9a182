//go:build !linux

package locate

import (
	"context"

	"snag/probe/process"
)

// attach is done on Linux only.
func attach(context.Context, int, []string) (string, error) { return "", process.ErrUnsupported }
