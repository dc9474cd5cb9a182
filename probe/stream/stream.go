// Package stream sends an open-loop stream of cheap requests, with the times at which they were meant, sent
// and answered, and requests of a suspect beside it.
package stream

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"snag/analyze/block/stall"
	"snag/probe/wire"
)

// Plan says what to send while the stream runs.
type Plan struct {
	Target   wire.Target
	Canary   []byte        // the cheap request of the stream; it must have no body that is large
	Interval time.Duration // between two of them
	// Pipelined sends the stream over one connection without waiting for answers, in HTTP/2 as
	// requests at the same time. Else as many connections as needed carry one request each, at most
	// 256.
	Pipelined bool
	// Lanes is the number of connections of a pipelined stream, which take turns; 0 means 1. With
	// as many as there are processes each is watched.
	Lanes int
	// Shots are requests of the suspect. They are fired one after the other, each over the same
	// kept-alive connection, with Rest and up to one more interval of chance between them.
	Shots [][]byte
	Rest  time.Duration
	// Lead is how long the stream runs before the first shot.
	Lead time.Duration
	// Duration ends the stream when there are no shots; 0 means until ctx ends.
	Duration time.Duration
	// Limit is the longest wait for any answer.
	Limit time.Duration
	Seed  uint64
	// Seen is called for each answered sample when it is known, if it is not nil.
	Seen func(stall.Sample)
	// Part is given the samples that have ended whenever there are many of them, if it is not nil; they
	// are no longer in the Observation then. So a stream may go on for ever.
	Part func([]stall.Sample)
	// PartSize is how many samples are many; 0 means 20,000.
	PartSize int
	// Fired is called right before and right after each shot, if it is not nil.
	Fired func(after bool)
	// Stop ends the stream early when it returns true, if it is not nil. It is asked now and then.
	Stop func() bool
}

// Shot is what became of a request of the suspect. Times count from the start of the stream.
type Shot struct {
	Sent, Done time.Duration
	Status     int
	Outcome    wire.Outcome
	Header     []wire.Field // of the answer
}

// Own is the shot's latency.
func (s Shot) Own() time.Duration { return s.Done - s.Sent }

// Observation is what a stream saw.
type Observation struct {
	Start   time.Time
	Samples []stall.Sample
	Shots   []Shot
	// Clock says whose times of arrival these are: "kernel" or "process".
	Clock string
	// Failures counts the requests of the stream that met an error, by outcome.
	Failures map[wire.Outcome]int
	// Overdue reports whether the run ended because an answer took longer than the limit.
	Overdue bool
	// Statuses counts the answers of the stream by status.
	Statuses map[int]int
}

// ErrNoStream is returned when not one request of the stream was answered.
var ErrNoStream = errors.New("no request of the stream was answered")

// Run runs the plan: with one thread that does everything and the kernel's times of arrival
// where that is possible, else with what every system offers. It returns what was seen until ctx
// ended, without an error.
func Run(ctx context.Context, p Plan) (Observation, error) {
	if p.PartSize <= 0 {
		p.PartSize = partSize
	}
	if p.Limit <= 0 {
		p.Limit = 10 * time.Second
	}
	o, err := observe(ctx, p)
	if err == nil && len(o.Statuses) == 0 && ctx.Err() == nil {
		err = ErrNoStream
	}
	return o, err
}

// partSize is the number of samples that a stream holds before it gives a part of them away, unless told otherwise.
const partSize = 20_000

// giveAway gives the samples to Part that come before all that are awaited, and returns the others.
// Awaited are indexes of samples, which it lowers; those below 0 do not count.
func (p Plan) giveAway(samples []stall.Sample, awaited ...[]int) []stall.Sample {
	first := len(samples)
	for _, list := range awaited {
		for _, i := range list {
			if i >= 0 {
				first = min(first, i)
			}
		}
	}
	p.Part(samples[:first])
	for _, list := range awaited {
		for i := range list {
			if list[i] >= 0 {
				list[i] -= first
			}
		}
	}
	return append(make([]stall.Sample, 0, p.PartSize+p.PartSize/8), samples[first:]...)
}

// schedule decides what is due next. Both engines follow it.
type schedule struct {
	plan   Plan
	random *rand.Rand
	next   time.Duration // when the next canary is intended
	shotAt time.Duration // when the next shot is due; negative while one is in flight
	fired  int
	ended  time.Duration // when nothing more is to be sent
}

const never = time.Duration(1<<63 - 1)

func newSchedule(p Plan) *schedule {
	s := &schedule{plan: p, random: rand.New(rand.NewPCG(p.Seed, 1)), shotAt: never, ended: never}
	if len(p.Shots) > 0 {
		s.shotAt = p.Lead + s.phase()
	} else if p.Duration > 0 {
		s.ended = p.Duration
	}
	return s
}

// phase is a piece of an interval, so that shots do not keep step with the stream.
func (s *schedule) phase() time.Duration {
	return time.Duration(s.random.Int64N(int64(max(s.plan.Interval, 1))))
}

// shot returns the next shot when it is due.
func (s *schedule) shot(now time.Duration) ([]byte, bool) {
	if now < s.shotAt || s.fired >= len(s.plan.Shots) {
		return nil, false
	}
	s.shotAt = never
	s.fired++
	return s.plan.Shots[s.fired-1], true
}

// done notes that the shot in flight has ended.
func (s *schedule) done(now time.Duration, ok bool) {
	if !ok || s.fired == len(s.plan.Shots) {
		// The stream goes on a little, to see that the target has recovered.
		s.ended = now + max(20*s.plan.Interval, 50*time.Millisecond)
		return
	}
	s.shotAt = now + s.plan.Rest + s.phase()
}
