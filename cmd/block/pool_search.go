package block

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"snag/analyze/block/pool"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/endpoint"
	"snag/probe/wire"
)

// poolRun is what was observed and judged.
type poolRun struct {
	options     *poolOptions
	input       *endpoint.Input
	canary      endpoint.Canary
	size        *pool.Size
	limit       pool.Limit
	busy        float64 // processors that the target used while it was occupied; negative when unknown
	full        pool.WhenFull
	overlapping *endpoint.Overlapping
	evidence    report.Text // gathered while requests hung
	where       *place      // where they hang, nil when not known
	why         string      // it is not known
	context     *pool.Context
	own         time.Duration // the longest of a few requests alone
	fastest     time.Duration // the shortest
	requests    int
	notes       []string
	partial     bool
}

// next makes requests that differ.
func (r *poolRun) next() func() []byte {
	seed := r.options.seed
	return func() []byte {
		seed++
		request, err := r.input.Request(1, seed)
		if err != nil {
			return nil
		}
		return request.Bytes(r.options.target)
	}
}

// occupy finds the number of requests at once.
func (r *poolRun) occupy(ctx context.Context, p *cli.Progress) error {
	o := r.options
	hold := r.next()
	light := hold()
	if o.light != "" {
		fields, err := o.fields()
		if err != nil {
			return err
		}
		light = wire.Request{Method: "GET", Path: o.light, Header: fields}.Bytes(o.target)
	}
	if r.own < 10*time.Millisecond {
		r.size = &pool.Size{Unknown: fmt.Sprintf("the request takes only %s, too little to occupy anything", cli.ShortMillis(r.own))}
		return nil
	}
	seen := endpoint.Occupy(ctx, endpoint.CapacityConfig{
		Target: o.target, Canary: r.canary.Bytes, Hold: hold, Light: light, PIDs: o.pids, Most: o.most,
		First: max(r.fastest, 10*time.Millisecond), MaxTime: o.maxTime / 2, Limit: o.blockTarget.limit,
		Progress: func(holds int) { p.Set(0, 0, fmt.Sprintf("occupying with %d requests", holds)) },
	})
	r.requests += seen.Requests
	size, load := seen.Size, seen.Load
	if seen.Unfinished && size.Unknown != "" {
		size.Unknown += "; --max-time allows more"
	}
	size.AtLeast = size.AtLeast || o.light == "" && size.K > 0
	o.findProcesses()
	load.Processes, load.Own = len(o.pids), max(load.Own, r.own)
	size = size.Doubt(load)
	r.size = &size
	r.limit, r.busy = pool.JudgeLimit(size, load), load.Busy
	return nil
}

// overfill sends more than the pool holds.
func (r *poolRun) overfill(ctx context.Context, p *cli.Progress) {
	o := r.options
	count := min(2*r.size.K+4, 80)
	p.Set(0, 0, fmt.Sprintf("sending %d requests to a pool of %d", count, r.size.K))
	burst := endpoint.NewBurst(o.target, r.canary.Bytes, o.blockTarget.limit)
	defer burst.Close()
	hold := r.next()
	requests := make([][]byte, count)
	for i := range requests {
		requests[i] = hold()
	}
	replies := burst.Send(ctx, requests, pool.Deadline(r.own, count))
	r.requests += count
	r.full = pool.JudgeFull(r.size.K, endpoint.Answers(replies))
}

// mix looks for requests that get each other's context.
func (r *poolRun) mix(ctx context.Context, p *cli.Progress, request wire.Request) {
	o := r.options
	p.Set(0, 0, "sending requests with ids of their own")
	bursts := 12
	if r.own > 500*time.Millisecond {
		bursts = 3
	}
	sent, echoes := endpoint.Contexts(ctx, endpoint.ContextConfig{
		Target: o.target, Request: request, Canary: r.canary.Bytes, Field: o.idHeader, Log: o.logFile,
		Bursts: bursts, Across: 8, Limit: pool.Deadline(r.own, 8), Seed: o.seed,
	})
	r.requests += sent
	c := pool.JudgeContext(sent, echoes)
	r.context = &c
}

// hang looks for requests that hang when they overlap.
func (r *poolRun) hang(ctx context.Context, p *cli.Progress) {
	o := r.options
	seen := endpoint.Overlap(ctx, endpoint.OverlapConfig{
		Target: o.target, Request: r.next(), Canary: r.canary.Bytes, PIDs: o.pids, Most: o.overlap,
		Limit: time.Until(deadline(ctx)), OnStall: func() { r.evidence = report.Text(r.gather(ctx)); r.stuck(ctx) },
		Progress: func(n int) { p.Set(0, 0, fmt.Sprintf("%d requests at once", n)) },
	})
	r.requests += seen.Requests
	r.overlapping = &seen
	if seen.Hang != nil && r.where == nil && o.mayAsk && ctx.Err() == nil {
		// It is of no more use, so it may be ended.
		if found, err := o.suspect().LastWords(); err == nil {
			r.where = newPlace(found)
		} else {
			r.notes = append(r.notes, "where it hangs is not known: "+cmp.Or(r.why, err.Error()))
		}
	}
	if seen.Hang == nil && seen.Most < o.overlap && ctx.Err() == nil {
		r.notes = append(r.notes, fmt.Sprintf("only %d requests at once were tried: to wait for more, allow more with --max-time", max(seen.Most, 1)))
	}
}

// stuck asks the target where it stands at the moment of a hang.
func (r *poolRun) stuck(ctx context.Context) {
	if !r.options.mayAsk {
		return
	}
	if found, err := r.options.suspect().Stuck(ctx); err == nil {
		r.where = newPlace(found)
	} else {
		r.why = err.Error()
	}
}

// gather fetches what the user named, at the moment of a hang.
func (r *poolRun) gather(ctx context.Context) string {
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
		if r.options.target.HTTP2 {
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
