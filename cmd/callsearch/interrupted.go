package callsearch

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"snag/analyze/judge"
	"snag/analyze/reach/calling"
	"snag/cmd/cli"
	"snag/cmd/report"
	"snag/probe/source"
)

// lastWord is how long an interrupted search still looks at what was read: it has to end within a second.
const lastWord = 600 * time.Millisecond

// alone searches the files that were read each by itself, as there is no time to follow what leads from one to
// another, and only while ctx lasts. What it returns are notes: other files may say that the code runs for no request.
// Searched is how many of the files were come to.
func (p *project) alone(ctx context.Context, o *options) (r Result, searched int) {
	results := make([]Result, len(p.names))
	var mu sync.Mutex // over results and searched: what still runs when ctx ends goes on to write
	var next atomic.Int64
	var wait sync.WaitGroup
	for range o.jobs {
		wait.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(p.names) {
					return
				}
				one := p.texts[p.names[i]]
				var found Result
				if o.May(one.Language, one.text) {
					found = o.Find(calling.Input{Paths: []string{p.paths[i]}, Files: p, Below: p.below(o), Jobs: 1})
				}
				mu.Lock()
				results[i] = found
				searched++
				mu.Unlock()
			}
		})
	}
	cli.ValueUnlessDone(ctx, func() struct{} { wait.Wait(); return struct{}{} })
	mu.Lock()
	defer mu.Unlock()
	for _, one := range results {
		r.Left = append(r.Left, one.Left...)
		for _, f := range one.Found {
			f.Level = judge.Note
			f.Details = append(f.Details[:len(f.Details):len(f.Details)], report.Detail{Label: "unsure", Text: "not followed to the end: the search was interrupted", Short: true})
			r.Found = append(r.Found, f)
		}
	}
	return r, searched
}

// interrupted reports what the files that were read say by themselves, in the time that is left.
func (p *project) interrupted(ctx context.Context, o *options, rep *report.Report, d *data, changes *source.Changes) {
	if o.May == nil || len(p.names) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), o.grace)
	defer cancel()
	r, searched := p.alone(ctx, o)
	r.Limited = fmt.Sprintf("what leads from one file to another, as the search was interrupted: %d of %s that were read were searched, each by itself", searched, cli.Plural(len(p.names), "file"))
	p.report(rep, d, r, changes)
}
