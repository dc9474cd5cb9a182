package endpoint

import (
	"context"
	"errors"
	"time"

	"snag/analyze/block/growth"
	"snag/probe/wire"
)

// request measures one request of size n.
func (g *grower) request(ctx context.Context, n int) (time.Duration, error) {
	if g.Requests >= g.MaxRequests || time.Since(g.started) > g.MaxTime || ctx.Err() != nil {
		g.Cut = true
		return 0, errEnough
	}
	g.seed++
	request, err := g.Input.Request(n, g.seed)
	if errors.Is(err, errTooLarge) {
		g.Why = growth.ReachedEnd
		return 0, errTooLarge
	}
	if err != nil {
		g.Failure = &Failure{N: n, Outcome: wire.Failed, Error: err.Error()}
		return 0, err
	}
	bytes := request.Bytes(g.Target)
	clock := StartClock(g.PIDs)
	r := g.client.Do(ctx, bytes, g.Limit)
	g.Requests++
	g.Longest = max(g.Longest, r.Latency())
	if r.Cut(g.Limit) {
		g.Cut = true
		return 0, errEnough
	}
	if r.Status > 0 {
		g.Statuses[n] = r.Status
	}
	if r.Outcome != wire.Answered || growth.MeaningOf(r.Status, g.Expected).Ends() {
		g.Failure = NewFailure(n, r)
		return 0, errors.New("not answered")
	}
	g.Lengths[n] = r.Length
	if n == g.Plan.From && r.Status/100 == 3 {
		g.Redirected, g.Location = r.Status, r.Get("Location")
	}
	g.settle()
	spent := clock.Read()
	upload := g.uploadOf(ctx, request)
	wall := spent.Undelayed(r.Latency()-g.Base-upload.wall, g.baseTop+upload.top)
	spent.Total, spent.Top = spent.Total-upload.total, spent.Top-upload.top
	g.Series.Measurements = append(g.Series.Measurements, growth.Measurement{N: n, Wall: wall})
	g.total, g.top = append(g.total, spent.Total), append(g.top, spent.Top)
	g.Bytes, g.Largest = max(g.Bytes, len(bytes)), max(g.Largest, n)
	if g.Progress != nil {
		g.Progress(n)
	}
	return wall, nil
}

// settle lets the threads of the target fall asleep: the kernel adds to the time of one that runs only
// now and then, and a reading that it has not reached yet lacks all of a short request.
func (g *grower) settle() {
	if len(g.PIDs) > 0 {
		time.Sleep(500 * time.Microsecond)
	}
}

// upload is what it takes to send a body to a path that ignores it.
type upload struct {
	wall       time.Duration
	total, top time.Duration // of all threads of the target and of its busiest one, beyond what a trivial request takes
}

// mostUpload is what a target on this machine may take for each byte of a body that it ignores. What takes longer is
// work that it does for every path, such as the parser of bodies before the routes, and belongs to the request.
const mostUpload = 20 * time.Nanosecond

// within is as much of the upload as the most allows.
func (u upload) within(most time.Duration) upload {
	return upload{min(u.wall, most), min(u.total, most), min(u.top, most)}
}

// uploadOf measures what it takes to send the same body to a path that ignores it.
func (g *grower) uploadOf(ctx context.Context, r wire.Request) upload {
	if len(r.Body) < 64<<10 || g.Control == "" {
		return upload{}
	}
	if known, ok := g.upload[len(r.Body)]; ok {
		return known
	}
	r.Path = g.Control
	bytes := r.Bytes(g.Target)
	var best upload
	for i := range 2 {
		clock := StartClock(g.PIDs)
		reply := g.client.Do(ctx, bytes, g.Limit)
		g.Requests++
		if reply.Outcome != wire.Answered {
			break
		}
		g.settle()
		spent := clock.Read()
		if took := spent.Undelayed(reply.Latency()-g.Base, g.baseTop); i == 0 || took < best.wall {
			best = upload{took, max(spent.Total-g.baseTotal, 0), max(spent.Top-g.baseTop, 0)}
		}
	}
	if len(g.PIDs) > 0 {
		best = best.within(time.Duration(len(r.Body)) * mostUpload)
	}
	g.upload[len(r.Body)] = best
	return best
}

// recover waits until a cheap request is answered as fast as at first, so that what a request left
// behind (a collection of garbage, say) does not count against the next one.
func (g *grower) recover(ctx context.Context) {
	for range 20 {
		r := g.client.Do(ctx, g.Canary, g.Limit)
		if r.Outcome != wire.Answered || r.Latency() < 2*g.Base+g.Series.Noise {
			return
		}
	}
}

// least is the smallest of two or more latencies: what rises out of the noise may be noise itself,
// unless it does so again.
func (g *grower) least(ctx context.Context, n int) (time.Duration, error) {
	best, before := time.Duration(0), g.Plan.Noise
	if n := len(g.Ladder); n > 0 {
		before = max(before, g.Ladder[n-1].Cost)
	}
	least, most := 2, 4
	if g.Glance {
		least, most = 1, 2
	}
	for i := 0; i < least || i < most && best > g.Plan.Noise && best < g.Plan.Target/8; i++ {
		wall, err := g.request(ctx, n)
		if err != nil {
			return 0, err
		}
		if i == 0 || wall < best {
			best = wall
		}
		if wall > g.Plan.Target/4 && (wall < 6*before || i > 0) {
			break // an expensive one needs no second opinion, unless it comes as a surprise
		}
	}
	return best, nil
}
