package block

import (
	"context"
	"strings"

	"snag/cmd/block/target"
	"snag/cmd/report"
	"snag/probe/wire"
)

// locate asks the target where it blocks, when snag started it or was told its process.
func (r *handlerRun) locate(ctx context.Context) {
	o := r.options
	if !o.MayAsk {
		return
	}
	request, err := r.input.Request(r.size, o.seed+2000)
	if err != nil {
		return
	}
	shot := request.Bytes(o.Wire)
	client := wire.NewClient(o.Wire)
	defer client.Close()
	found, err := o.Suspect().Locate(ctx, func() {
		// A few calls, when one is over before the profiler has seen much.
		for spent := 0; spent < 4; spent++ {
			reply := client.Do(ctx, shot, o.Limit)
			if reply.Outcome != wire.Answered || reply.Latency() > r.collateral.Own/2 && spent >= 1 {
				return
			}
		}
	})
	if err != nil {
		r.notes = append(r.notes, "where it blocks is not known: "+err.Error())
		return
	}
	r.where = target.NewPlace(found)
}

// stuck asks the target where it stands while a request is not answered.
func (r *handlerRun) stuck(ctx context.Context) {
	if f := r.failure; f == nil || f.Outcome != wire.TimedOut || !r.options.MayAsk || r.where != nil || ctx.Err() != nil {
		return
	}
	suspect := r.options.Suspect()
	found, err := suspect.Stuck(ctx)
	if err != nil {
		r.notes = append(r.notes, "where it hangs is not known: "+err.Error())
		return
	}
	r.where = target.NewPlace(found)
}

// location is where a finding about the endpoint belongs.
func (r *handlerRun) location() report.Location {
	if r.where != nil && r.where.File != "" && !strings.Contains(r.where.File, "://") {
		return r.where.Location()
	}
	return report.Location{URL: r.shownURL()}
}

// shownURL is the URL without credentials, with its templates as they were given.
func (r *handlerRun) shownURL() string { return report.RedactURLs(r.options.URL) }
