package block

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"snag/cmd/report"
	"snag/cmd/worktree"
	"snag/probe/locate"
	"snag/probe/wire"
)

// place is where the target blocks, for JSON.
type place struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Function string   `json:"function"`
	Share    float64  `json:"share"`
	Callers  []string `json:"callers,omitempty"`
	Method   string   `json:"method"`
}

// locate asks the target where it blocks, when snag started it or was told its process.
func (r *handlerRun) locate(ctx context.Context) {
	o := r.options
	if !o.mayAsk {
		return
	}
	request, err := r.input.Request(r.size, o.seed+2000)
	if err != nil {
		return
	}
	shot := request.Bytes(o.target)
	client := wire.NewClient(o.target)
	defer client.Close()
	found, err := o.suspect().Locate(ctx, func() {
		// A few calls, when one is over before the profiler has seen much.
		for spent := 0; spent < 4; spent++ {
			reply := client.Do(ctx, shot, o.limit)
			if reply.Outcome != wire.Answered || reply.Latency() > r.collateral.Own/2 && spent >= 1 {
				return
			}
		}
	})
	if err != nil {
		r.notes = append(r.notes, "where it blocks is not known: "+err.Error())
		return
	}
	r.where = newPlace(found)
}

// stuck asks the target where it stands while a request is not answered.
func (r *handlerRun) stuck(ctx context.Context) {
	if f := r.failure; f == nil || f.Outcome != wire.TimedOut || !r.options.mayAsk || r.where != nil || ctx.Err() != nil {
		return
	}
	suspect := r.options.suspect()
	found, err := suspect.Stuck(ctx)
	if err != nil {
		r.notes = append(r.notes, "where it hangs is not known: "+err.Error())
		return
	}
	r.where = newPlace(found)
}

func newPlace(p locate.Place) *place {
	return &place{sourcePath(p.File), p.Line, p.Function, p.Share, p.Callers, p.Method}
}

// sourcePath returns where a source lies below the working directory, when all that is known is its
// path from the root of the sources, as a JVM tells it.
func sourcePath(path string) string {
	if filepath.IsAbs(path) {
		return worktree.DisplayPath(path)
	}
	for _, root := range []string{".", "src/main/java", "src/main/kotlin", "src/main/scala", "src", "app"} {
		if _, err := os.Stat(filepath.Join(root, path)); err == nil {
			return filepath.ToSlash(filepath.Join(root, path))
		}
	}
	return path
}

// location is where a finding about the endpoint belongs.
func (r *handlerRun) location() report.Location {
	if r.where != nil && r.where.File != "" && !strings.Contains(r.where.File, "://") {
		return r.where.location()
	}
	return report.Location{URL: r.shownURL()}
}

func (p place) location() report.Location {
	return report.Location{File: p.File, Start: report.Position{Line: p.Line}}
}

// shownURL is the URL without credentials, with its templates as they were given.
func (r *handlerRun) shownURL() string { return report.RedactURLs(r.options.url) }

// words describe the place in a line.
func (p place) words() string {
	return fmt.Sprintf("%s:%d  %s  (%s, %.0f%% of what was seen)", p.File, p.Line, cmp.Or(p.Function, "?"), p.Method, 100*p.Share)
}
