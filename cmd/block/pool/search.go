package pool

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"time"

	"snag/analyze/block/pool"
	"snag/cmd/block/target"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/endpoint"
	"snag/probe/process"
	"snag/probe/wire"
)

// run is what was observed and judged.
type run struct {
	options     *options
	input       *endpoint.Input
	canary      endpoint.Canary
	size        *pool.Size
	limit       pool.Limit
	busy        float64 // processors that the target used while it was occupied; negative when unknown
	full        pool.WhenFull
	overlapping *endpoint.Overlapping
	givenUp     int           // requests that were given up in the middle
	hang        *pool.Hang    // what hung, whichever part met it; nil for nothing
	evidence    report.Text   // gathered while requests hung
	where       *target.Place // where they hang, nil when not known
	why         string        // it is not known
	starved     bool          // the target had too little of a processor to tell slow from hanging
	standing    int           // the process in which they hang, 0 when not known
	process     *target.Process
	context     *pool.Context
	own         time.Duration   // the longest of a few requests alone
	fastest     time.Duration   // the shortest
	usual       time.Duration   // the median
	alone       []float64       // all of them, in nanoseconds
	idle        map[int]float64 // how often a second each thread wakes while nothing is asked
	timed       int             // how many threads wait for a time then, negative when not known
	locks       map[string]bool // what locks on files it holds then
	requests    int
	notes       []string
	partial     bool
}

// next makes requests that differ.
func (r *run) next() func() []byte {
	seed := r.options.seed
	return func() []byte {
		seed++
		request, err := r.input.Request(1, seed)
		if err != nil {
			return nil
		}
		return request.Bytes(r.options.Wire)
	}
}

// findSize finds the number of requests at once: with a light request on the same resource, which is named or
// found, or else by how long those take that are sent at once.
func (r *run) findSize(ctx context.Context, p *cli.Progress) error {
	o := r.options
	if r.own < 10*time.Millisecond {
		r.size = &pool.Size{Unknown: fmt.Sprintf("the request takes only %s, too little to occupy anything", cli.ShortMillis(r.own))}
		return nil
	}
	fields, err := o.Fields()
	if err != nil {
		return err
	}
	light := o.light
	if light == "" {
		if request, err := r.input.Request(1, o.seed); err == nil && request.Method == "GET" {
			light = endpoint.FindLight(ctx, o.Wire, request.Path, fields, r.usual)
		}
	}
	if light != "" {
		r.occupy(ctx, p, wire.Request{Method: "GET", Path: light, Header: fields}.Bytes(o.Wire))
		if o.light != "" || r.hang != nil || ctx.Err() != nil {
			return nil
		}
		if r.size.K > 0 { // it had to wait, so it needs the same resource
			r.notes = append(r.notes, fmt.Sprintf("the light request is %s, which snag found", report.RedactURL(light)))
			return nil
		}
	}
	r.waves(ctx, p)
	return nil
}

// sizeTime is how long the search for a size may take: all that is left when nothing else is asked for.
func (o *options) sizeTime(ctx context.Context) time.Duration {
	if o.light != "" && o.skips("overlap") && o.skips("context") && o.skips("give-up") {
		return target.TimeLeft(ctx)
	}
	return o.MaxTime / 2
}

// occupy occupies what the requests need, and sends a light one.
func (r *run) occupy(ctx context.Context, p *cli.Progress, light []byte) {
	o := r.options
	seen := endpoint.Occupy(ctx, endpoint.CapacityConfig{
		Watch: r.hangWatch(ctx), Target: o.Wire, Canary: r.canary.Bytes, Hold: r.next(), Light: light, PIDs: o.PIDs, Most: o.most,
		First: max(r.fastest, 10*time.Millisecond), MaxTime: o.sizeTime(ctx), Limit: o.Target.Limit,
		Progress: func(holds int) { p.Set(0, 0, fmt.Sprintf("occupying with %d requests", holds)) },
	})
	r.requests += seen.Requests
	if r.hangs(seen.Hang) {
		r.size = &pool.Size{Unknown: r.unanswered()}
		return
	}
	r.judgeSize(ctx, seen)
}

// waves sends more and more requests at once.
func (r *run) waves(ctx context.Context, p *cli.Progress) {
	o := r.options
	seen := r.hangWatch(ctx).Waves(ctx, pool.NewWaves(o.most, r.fastest, r.usual), o.Target.Limit, o.MaxTime/3, func(n int) { p.Set(0, 0, fmt.Sprintf("%d requests at once", n)) })
	r.requests += seen.Requests
	if r.hangs(seen.Hang) {
		r.size = &pool.Size{Unknown: r.unanswered()}
		return
	}
	r.judgeSize(ctx, seen)
}

// judgeSize notes the size and what limits it.
func (r *run) judgeSize(ctx context.Context, seen endpoint.Capacity) {
	size, load := seen.Size, seen.Load
	switch {
	case !seen.Unfinished || size.Unknown == "":
	case ctx.Err() == context.Canceled:
		size.Unknown = "the run was interrupted"
	default:
		size.Unknown += "; --max-time allows more"
	}
	r.options.FindProcesses()
	load.Processes, load.Own = len(r.options.PIDs), max(load.Own, r.own)
	load.Varies = len(r.alone) > 0 && slices.Max(r.alone) > 1.5*slices.Min(r.alone)
	size = size.Doubt(load)
	r.size = &size
	r.limit, r.busy = pool.JudgeLimit(size, load), load.Busy
}

// overfill sends more than the pool holds.
func (r *run) overfill(ctx context.Context, p *cli.Progress) {
	o := r.options
	count := min(2*r.size.K+4, 80)
	p.Set(0, 0, fmt.Sprintf("sending %d requests to a pool of %d", count, r.size.K))
	burst := endpoint.NewBurst(o.Wire, r.canary.Bytes, o.Target.Limit)
	defer burst.Close()
	hold := r.next()
	requests := make([][]byte, count)
	for i := range requests {
		requests[i] = hold()
	}
	replies, hang := r.hangWatch(ctx).Send(ctx, burst, requests)
	r.requests += count
	if r.hangs(hang); ctx.Err() != nil {
		return // what was not answered was cut off
	}
	r.full = pool.JudgeFull(r.size.K, endpoint.Answers(replies))
}

// mix looks for requests that get each other's context.
func (r *run) mix(ctx context.Context, p *cli.Progress, request wire.Request) {
	o := r.options
	p.Set(0, 0, "sending requests with ids of their own")
	bursts := 12
	if r.own > 500*time.Millisecond {
		bursts = 3
	}
	sent, echoes, hang := endpoint.Contexts(ctx, endpoint.ContextConfig{
		Target: o.Wire, Request: request, Canary: r.canary.Bytes, Field: o.idHeader, Log: o.logFile,
		Bursts: bursts, Across: 8, Seed: o.seed, Watch: r.hangWatch(ctx),
	})
	r.requests += sent
	if r.hangs(hang) {
		return
	}
	if c := pool.JudgeContext(sent, echoes); c.Known() || ctx.Err() == nil {
		r.context = &c
	}
}

// overlap looks for requests that hang when they overlap.
func (r *run) overlap(ctx context.Context, p *cli.Progress) {
	o := r.options
	seen := r.hangWatch(ctx).Overlap(ctx, o.overlap, target.TimeLeft(ctx), func(n int) { p.Set(0, 0, fmt.Sprintf("%d requests at once", n)) })
	r.requests += seen.Requests
	if r.overlapping = &seen; r.hangs(seen.Hang) && r.starved {
		seen.Hang = nil
	}
	if seen.Hang == nil && seen.Most < min(o.overlap, 6) && ctx.Err() == nil {
		r.notes = append(r.notes, fmt.Sprintf("only %s at once %s tried: to wait for more, allow more with --max-time", cli.Plural(max(seen.Most, 1), "request"), map[bool]string{true: "was", false: "were"}[seen.Most <= 1]))
	}
}

// many is how many requests are given up so that each place of a pool may be lost.
func (r *run) many() int {
	const usual, most = 24, 80
	if r.fastest < 100*time.Millisecond || r.size != nil && 2*r.size.K+8 > usual {
		return most
	}
	return usual
}

// giveUp looks for requests that hang after up to so many clients have gone away in the middle.
func (r *run) giveUp(ctx context.Context, p *cli.Progress, count int) {
	if r.own > 0 {
		count = min(count, int(target.TimeLeft(ctx)/3/r.own))
	}
	p.Set(0, 0, "giving up requests in the middle")
	given, hang := r.hangWatch(ctx).GiveUp(ctx, count, r.fastest/3)
	r.requests += given
	r.givenUp += given
	r.hangs(hang)
}

// rest looks at the target while nothing is asked, and returns how often a second each of its threads wakes, and how many
// wait for a time; nil when its processes are not known.
func (r *run) rest(ctx context.Context) (rates map[int]float64, timed int) {
	const long = 1100 * time.Millisecond // many programs look around once a second
	pids := r.options.PIDs
	if len(pids) == 0 {
		return nil, -1
	}
	before := process.ReadPulse(pids)
	select {
	case <-ctx.Done():
		return nil, -1
	case <-time.After(long):
		now := process.ReadPulse(pids)
		if timed = max(before.Timed, now.Timed); r.options.Suspect().IsJava() {
			timed = -1 // who waits for a monitor there looks for it now and then
		}
		return now.Rates(before), timed
	}
}

// hangWatch looks for requests that hang, and asks the target where they stand.
func (r *run) hangWatch(ctx context.Context) endpoint.HangWatch {
	return endpoint.HangWatch{Target: r.options.Wire, Canary: r.canary.Bytes, Request: r.next(), PIDs: r.options.PIDs, Own: r.own, Idle: r.idle, Timed: r.timed, Locks: r.locks,
		OnStall: func(unanswered int) pool.Outlook {
			r.evidence = report.Text(r.gather(ctx))
			return r.stuck(ctx, unanswered)
		}}
}

// hangs notes a hang, if it is one. The target is of no more use then, so it may be ended to learn where they
// stand.
func (r *run) hangs(hang *pool.Hang) bool {
	if hang == nil || hang.Starved { // what was gathered when they were late tells nothing
		r.where, r.evidence, r.standing = nil, "", 0
		r.starved = r.starved || hang != nil
		return hang != nil
	}
	r.hang = hang
	if hang.PID != 0 {
		r.standing = hang.PID
	}
	if r.standing != 0 && len(r.options.PIDs) > 1 {
		r.process = &target.Processes([]int{r.standing})[0]
	}
	if r.where == nil && r.options.MayAsk {
		if found, err := r.options.Suspect().LastWords(); err == nil {
			r.where = target.NewPlace(found)
		} else {
			r.notes = append(r.notes, "where it hangs is not known: "+cmp.Or(r.why, err.Error()))
		}
	}
	return true
}

// unanswered says why the search for a size ended at requests that were not answered.
func (r *run) unanswered() string {
	if r.starved {
		return "the target gets too little of a processor to tell slow requests from hanging ones: run it again on an idle machine"
	}
	return "requests hang"
}

// stuck asks the target where it stands at the moment of a hang, and what it waits for while so many requests are late.
func (r *run) stuck(ctx context.Context, unanswered int) pool.Outlook {
	if !r.options.MayAsk {
		return pool.Unclear
	}
	if found, err := r.options.Suspect().Stuck(ctx); err == nil {
		r.where, r.standing = target.NewPlace(found), found.PID
	} else {
		r.why = err.Error()
	}
	return r.options.Suspect().Outlook(ctx, unanswered)
}

// gather fetches what the user named, at the moment of a hang.
func (r *run) gather(ctx context.Context) string {
	const limit = 16 << 10
	on := r.options.onStall
	ctx, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
	defer cancel()
	switch {
	case on == "":
		return ""
	case strings.HasPrefix(on, "http://") || strings.HasPrefix(on, "https://"):
		request, err := http.NewRequestWithContext(ctx, "GET", on, nil)
		if err != nil {
			return err.Error()
		}
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		if r.options.Wire.HTTP2 {
			var protocols http.Protocols
			protocols.SetHTTP2(true)
			protocols.SetUnencryptedHTTP2(true)
			client.Transport = &http.Transport{Protocols: &protocols, DisableKeepAlives: true}
		}
		response, err := client.Do(request)
		if err != nil {
			return report.RedactURLs(err.Error())
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(io.LimitReader(response.Body, limit))
		return fmt.Sprintf("%s\n%s", response.Status, body)
	}
	name, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		name, flag = "cmd", "/c"
	}
	command := exec.CommandContext(ctx, name, flag, on)
	command.WaitDelay = 100 * time.Millisecond
	output, err := command.CombinedOutput()
	text := string(output[:min(len(output), limit)])
	if err != nil {
		text += "\n" + err.Error()
	}
	return text
}
