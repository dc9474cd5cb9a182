package cmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"snag/cmd/report"
	"snag/probe/handler"
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
	client := handler.NewClient(o.target)
	defer client.Close()
	found, err := handler.Locate(ctx, o.pids, o.target, func() {
		// A few calls, when one is over before the profiler has seen much.
		for spent := 0; spent < 4; spent++ {
			reply := client.Do(ctx, shot, o.limit)
			if reply.Outcome != handler.Answered || reply.Latency() > r.collateral.Own/2 && spent >= 1 {
				return
			}
		}
	})
	if err != nil {
		r.notes = append(r.notes, "where it blocks is not known: "+err.Error())
		return
	}
	r.where = &place{relativePath(found.File), found.Line, found.Function, found.Share, found.Callers, found.Method}
}

// relativePath returns a path relative to the working directory when it lies below it.
func relativePath(path string) string {
	dir, err := os.Getwd()
	if err != nil || !filepath.IsAbs(path) {
		return filepath.ToSlash(path)
	}
	if rel, err := filepath.Rel(dir, path); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return filepath.ToSlash(path)
}

// location is where a finding about the endpoint belongs.
func (r *handlerRun) location() report.Location {
	if r.where != nil && r.where.File != "" && !strings.Contains(r.where.File, "://") {
		return report.Location{File: r.where.File, Start: report.Position{Line: r.where.Line}}
	}
	return report.Location{URL: r.shownURL()}
}

// shownURL is the URL without credentials, with its templates as they were given.
func (r *handlerRun) shownURL() string { return report.RedactURLs(r.options.url) }

// words describe the place in a line.
func (p place) words() string {
	text := fmt.Sprintf("%s:%d  %s  (%s, %.0f %% of the busy time)", p.File, p.Line, cmp.Or(p.Function, "?"), p.Method, 100*p.Share)
	return text
}
