package target

import (
	"context"
	"time"
)

const (
	// AnswerNoise is the difference in milliseconds up to which answers take the same.
	AnswerNoise = 2
	// PaceNoise is the share by which the speed of a machine moves that is idle.
	PaceNoise = 0.1
)

// TimeLeft returns the time until the deadline of ctx, which has one.
func TimeLeft(ctx context.Context) time.Duration {
	at, _ := ctx.Deadline()
	return time.Until(at)
}
