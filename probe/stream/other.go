//go:build !linux

package stream

import "context"

func observe(ctx context.Context, p Plan) (Observation, error) { return observePortably(ctx, p) }
