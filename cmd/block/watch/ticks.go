package watch

import (
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"snag/analyze/block/stall"
	"snag/probe/awake"
	"snag/probe/process"
)

// tickEvery is how often the target and snag itself are looked at while a stream runs.
const tickEvery = 10 * time.Millisecond

// ticker looks at the processor time of the target beside a stream.
type ticker struct {
	mu      sync.Mutex
	started time.Time
	ticks   []stall.Tick // by the ticker's own clock
	offset  time.Duration
	seen    bool
	ended   bool
	lives   *lives
	stop    chan struct{}
	done    sync.WaitGroup
}

// lookEvery is after how many ticks it is looked whether the processes still are the same.
const lookEvery = 10

// newTicker starts to look at the processes, and at others where these take their place. The caller ends it.
func newTicker(pids []int, l *lives) *ticker {
	t := &ticker{started: time.Now(), stop: make(chan struct{}), lives: l}
	t.done.Go(func() {
		clock := time.NewTicker(tickEvery)
		defer clock.Stop()
		before, last := process.ReadUsage(pids), time.Duration(0)
		trace := awake.Start(t.started)
		defer trace.Close()
		stop, over := t.stop, (<-chan time.Time)(nil)
		for n := 1; ; n++ {
			select {
			case <-stop:
				stop, over = nil, time.After(settling) // what ends with the stream is still to show
				continue
			case <-over:
				return
			case <-clock.C:
			}
			now, at := process.ReadUsage(pids), time.Since(t.started)
			cpu, _ := now.Since(before)
			var spells []stall.Spell
			for _, s := range now.SpellsSince(before) {
				spells = append(spells, stall.Spell(s))
			}
			stretches := trace.Read(maps.Keys(now.Threads))
			t.mu.Lock()
			t.ticks = append(t.ticks, stall.Tick{Stretches: stretches, At: at, Late: max(at-last-tickEvery, 0), CPU: cpu, Waited: now.WaitedSince(before), Held: now.HeldSince(before), Spells: spells})
			if n%lookEvery == 0 && t.lives.look(at) {
				pids = numbers(t.lives.serving)
				now = process.ReadUsage(pids)
			}
			t.mu.Unlock()
			before, last = now, at
		}
	})
	return t
}

// end stops the ticker. It may be called again.
func (t *ticker) end() {
	select {
	case <-t.stop:
	default:
		close(t.stop)
	}
	t.done.Wait()
	t.ended = true
}

// answered notes an answer that just came, at a time of the stream: the earliest tells how the clocks differ.
func (t *ticker) answered(at time.Duration) {
	if offset := time.Since(t.started) - at; !t.seen || offset < t.offset {
		t.offset, t.seen = offset, true
	}
}

// turnovers returns when the processes of the target ended, by the time of the stream.
func (t *ticker) turnovers() stall.Turnovers {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := t.lives.turned
	all.List = slices.Clone(all.List)
	for i := range all.List {
		one := &all.List[i]
		one.At -= t.offset
		if len(one.Serving) > 0 {
			one.Back -= t.offset
		}
	}
	return all
}

// settling is how long after its end a stall may take to show in the ticks.
const settling = 3 * tickEvery

// mark marks the stalls that the ticks tell of, returns those that are new, and forgets what is long over.
func (t *ticker) mark(log *stall.Log) []stall.Stall {
	t.mu.Lock()
	defer t.mu.Unlock()
	ticks := make([]stall.Tick, len(t.ticks))
	for i, one := range t.ticks {
		one.At -= t.offset
		one.Stretches = slices.Clone(one.Stretches)
		for j := range one.Stretches {
			one.Stretches[j].From -= t.offset
			one.Stretches[j].Until -= t.offset
		}
		ticks[i] = one
	}
	until := time.Duration(math.MaxInt64)
	if !t.ended {
		until = 0
		if n := len(ticks); n > 0 {
			until = ticks[n-1].At - settling
		}
	}
	marked := log.Mark(ticks, until)
	keep := 0
	for keep < len(t.ticks) && t.ticks[keep].At < time.Since(t.started)-time.Minute {
		keep++
	}
	t.ticks = append([]stall.Tick(nil), t.ticks[keep:]...)
	return marked
}
