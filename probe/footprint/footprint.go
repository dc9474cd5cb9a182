// Package footprint observes what a service holds while it gets requests with one key, then with ever new ones.
package footprint

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"snag/analyze/block/growth"
	"snag/analyze/block/memory"
	"snag/analyze/shutdown"
	"snag/probe/process"
	"snag/probe/wire"
)

// Config says what to send, and whom to look at.
type Config struct {
	Target wire.Target
	// Request makes the request with a key: the same number makes the same request.
	Request   func(key uint64) []byte
	PIDs      func() []int // of the target, which may start more
	Collector *Collector   // nil reads what the kernel tells
	Plan      memory.Plan
	Clients   int           // at once; 4 when 0
	Limit     time.Duration // of a request
	MaxTime   time.Duration // of everything; rounds that tell enough end after half of it
	Wait      time.Duration // for memory that comes back
	Where     bool          // ask what holds the memory
	Expected  []int         // statuses that are as good an answer as 200
	Progress  func(doing string)
}

// Observation is what was seen.
type Observation struct {
	Series memory.Series
	// Held is what the kernel says that the processes hold at the end.
	Held     process.Memory
	Requests int
	// Statuses are how many answers had each status, and Failed how many requests had none.
	Statuses map[int]int
	Failed   int
	// Sites are what held more after the new keys than before them, the most first, and SitesUnknown why that
	// is not known.
	Sites        []Site
	SitesUnknown error
	// Cut reports whether time ended before the plan did, and Ended why the measurement could not go on.
	Cut   bool
	Ended error
}

type observer struct {
	Config
	Observation
	started time.Time
	keys    uint64
	mu      sync.Mutex
	before  []Site // what held memory before the new keys
}

// Observe sends rounds of requests and reads what the target holds after each, as the plan says, and then
// watches whether it comes back.
func Observe(ctx context.Context, c Config) Observation {
	if c.Clients == 0 {
		c.Clients = 4
	}
	o := &observer{Config: c, started: time.Now(), keys: 1, Observation: Observation{Statuses: map[int]int{}}}
	ctx, cancel := context.WithDeadline(ctx, o.started.Add(c.MaxTime))
	defer cancel()
	o.Series.Measure = memory.Private
	if c.Collector != nil {
		o.Series.Measure = memory.Heap
	}
	o.Series.Lazy = c.Collector == nil && lazy(c.PIDs())
	if o.rounds(ctx) && ctx.Err() == nil {
		if after := o.sites(ctx); o.SitesUnknown == nil {
			o.Sites = grown(o.before, after)
		}
		o.rest(ctx)
	}
	o.Held = process.ReadMemory(c.PIDs())
	return o.Observation
}

// rounds sends what the plan asks for. It is false when the measurement could not go on.
func (o *observer) rounds(ctx context.Context) bool {
	for warm := 0; ; {
		phase, count, more := o.Plan.Next(warm, o.Series)
		if phase == memory.NewKeys && len(o.Series.Keys) > 3 && time.Since(o.started) > o.allowed()/5*4 {
			o.Plan.Late = true
			phase, count, more = o.Plan.Next(warm, o.Series)
			o.Cut = phase != memory.NewKeys
		}
		if !more {
			return true
		}
		if ctx.Err() != nil || time.Since(o.started) > o.allowed() {
			o.Cut = true
			return true
		}
		if phase == memory.NewKeys && len(o.Series.Keys) == 0 {
			o.before = o.sites(ctx)
		}
		o.Progress(fmt.Sprintf("%s, %d requests", [...]string{"warming up", "requests with one key", "requests with new keys", "requests with one key"}[phase], o.Requests))
		began := time.Now()
		o.send(ctx, count, phase == memory.NewKeys)
		if over(ctx) {
			o.Cut = true
			return true // what a part of a round leaves behind tells nothing
		}
		if answered := o.Requests - o.Failed; o.Failed > answered/10+8 {
			o.Ended = fmt.Errorf("%d of %d requests were not answered", o.Failed, o.Requests)
			return false
		}
		reading, err := o.read(ctx)
		switch {
		case err != nil && over(ctx):
			o.Cut = true
			return true
		case err != nil:
			o.Ended = err
			return false
		}
		switch phase {
		case memory.Warm:
			warm++
			// A service that is slow gets smaller rounds, so that there is time for all of them.
			if most, took := o.usual()/usualRounds, time.Since(began); took > most {
				o.Plan.Round = max(int(float64(count)*float64(most)/float64(took)), min(count, leastRound))
			}
		case memory.Control:
			o.Series.Control = append(o.Series.Control, reading)
		case memory.After:
			o.Series.After = append(o.Series.After, reading)
		default:
			o.Series.Keys = append(o.Series.Keys, reading)
		}
	}
}

// usual is the time for all rounds where they tell enough.
func (o *observer) usual() time.Duration { return o.MaxTime / 2 }

// allowed is the time for all rounds. A busy machine gets more where nothing is clear yet, or where so few keys were sent
// that what ends would not be told from what does not: all but what is needed to watch whether memory comes back.
func (o *observer) allowed() time.Duration {
	if n := len(o.Series.Keys); n > 0 && (4*o.Series.Keys[n-1].Keys < o.Plan.Distinct() || open(memory.Guess(o.Series).Kind)) {
		return o.MaxTime - min(o.Wait, o.MaxTime/4)
	}
	return o.usual()
}

// open reports whether more requests may tell more of a kind.
func open(kind memory.Kind) bool { return kind == memory.Undetermined || kind == memory.ByEither }

// usualRounds is how many rounds of the first size take as long as a measurement, and leastRound what is still a round.
const (
	usualRounds = 25
	leastRound  = 50
)

// sites asks what holds the memory, where that is wanted and anything tells.
func (o *observer) sites(ctx context.Context) []Site {
	if !o.Where || o.SitesUnknown != nil {
		return nil
	}
	if o.Collector == nil || o.Collector.sites == nil {
		o.SitesUnknown = errors.New("nothing tells for this runtime")
		return nil
	}
	sites, err := o.Collector.sites(ctx)
	if err != nil {
		o.SitesUnknown = err
	}
	return sites
}

// rest watches whether what was kept comes back, while a single request now and then wakes up what only
// requests do.
func (o *observer) rest(ctx context.Context) {
	switch memory.Guess(o.Series).Kind {
	case memory.Flat, memory.ByRequest, memory.Undetermined, memory.Returns:
		return
	}
	end := time.Now().Add(o.Wait)
	if last, ok := ctx.Deadline(); ok && last.Before(end) {
		end, o.Cut = last, true
	}
	for pause := time.Second; time.Now().Before(end) && ctx.Err() == nil; pause = min(pause*3/2, 5*time.Second) {
		o.Progress("waiting whether it comes back")
		select {
		case <-ctx.Done():
			return
		case <-time.After(min(pause, time.Until(end))):
		}
		o.send(ctx, 1, false)
		reading, err := o.read(ctx)
		if err != nil || over(ctx) {
			return
		}
		o.Series.Rest = append(o.Series.Rest, reading)
		if memory.Guess(o.Series).Kind == memory.Returns {
			return
		}
	}
	o.again(ctx)
}

// again sends new keys once more, where the kernel, which gets little back, cannot show whether what was kept was let go of.
func (o *observer) again(ctx context.Context) {
	v, n := memory.Guess(o.Series), len(o.Series.Rest)
	if o.Series.Measure != memory.Private || v.Kind != memory.ByKey && v.Kind != memory.ByEither || n == 0 || ctx.Err() != nil {
		return
	}
	o.Progress("new keys once more")
	o.Series.Again = []memory.Reading{o.Series.Rest[n-1]}
	round := min(o.Series.MoreKeys(v)/againRounds+1, mostAgain)
	for o.Series.MoreKeys(v) > 0 {
		if o.Plan.Most > 0 {
			round = min(round, o.Plan.Most-o.Requests)
		}
		if round <= 0 {
			return
		}
		o.send(ctx, round, true)
		reading, err := o.read(ctx)
		if err != nil || over(ctx) {
			return
		}
		if o.Series.Again = append(o.Series.Again, reading); memory.Guess(o.Series).Kind == memory.Returns {
			return
		}
	}
}

// againRounds is in how many rounds new keys are sent at the end, and mostAgain bounds one of them.
const (
	againRounds = 4
	mostAgain   = 10000
)

// lazy reports whether garbage of the processes may lie until they collect it by themselves. Python frees what nobody
// refers to any more at once.
func lazy(pids []int) bool {
	for _, pid := range pids {
		info, err := process.Read(pid)
		if err != nil {
			continue
		}
		switch info.Describe().Runtime {
		case shutdown.Python, shutdown.Gunicorn, shutdown.Uvicorn, shutdown.UWSGI:
			return false
		}
	}
	return true
}

// send sends a round of requests over a few connections, and closes them.
func (o *observer) send(ctx context.Context, count int, fresh bool) {
	var wait sync.WaitGroup
	var next atomic.Int64
	base := o.keys
	for range min(o.Clients, count) {
		wait.Go(func() {
			client := wire.NewClient(o.Target)
			defer client.Close()
			for {
				i := next.Add(1)
				if i > int64(count) || ctx.Err() != nil {
					return
				}
				key := uint64(1)
				if fresh {
					key = base + uint64(i)
				}
				reply := client.Do(ctx, o.Request(key), o.Limit)
				if over(ctx) {
					return // nobody waits for the answer any more
				}
				o.count(reply)
			}
		})
	}
	wait.Wait()
	if fresh {
		o.keys += uint64(count)
	}
}

// over reports whether the time of a context is over, which a connection may know before the context does.
func over(ctx context.Context) bool {
	last, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && !time.Now().Before(last)
}

func (o *observer) count(r wire.Reply) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.Requests++
	if r.Status > 0 {
		o.Statuses[r.Status]++
	}
	if r.Outcome != wire.Answered || growth.MeaningOf(r.Status, o.Expected).Ends() {
		o.Failed++
	}
}

// errGone means that no process of the target is left.
var errGone = errors.New("the processes of the target are gone")

// read lets connections end and garbage be collected, and reads.
func (o *observer) read(ctx context.Context) (memory.Reading, error) {
	time.Sleep(150 * time.Millisecond)
	pids := o.PIDs()
	r := memory.Reading{Requests: o.Requests, Keys: int(o.keys)}
	if o.Collector != nil {
		var err error
		if r.Bytes, err = o.Collector.Collect(ctx); err != nil {
			return r, fmt.Errorf("the heap of %s: %w", o.Collector.Name, err)
		}
	}
	held := process.ReadMemory(pids)
	if held.PSS == 0 && o.Collector == nil {
		return r, errGone
	}
	if o.Collector == nil {
		r.Bytes = held.Private
	}
	r.Private, r.PSS, r.Descriptors, r.Sockets, r.Threads = held.Private, held.PSS, held.Descriptors, held.Sockets, held.Threads
	r.At = time.Since(o.started)
	return r, nil
}
