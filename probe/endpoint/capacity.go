package endpoint

import (
	"context"
	"runtime"
	"time"

	"snag/analyze/block/pool"
	"snag/probe/process"
	"snag/probe/wire"
)

// CapacityConfig says how to look for the number of requests that run at once.
type CapacityConfig struct {
	Target  wire.Target
	Canary  []byte        // an unrelated request
	Hold    func() []byte // the slow request, another one at each call
	Light   []byte        // a cheap request that needs the same resource
	PIDs    []int         // of the target, none when not known
	Most    int           // requests at once
	First   time.Duration // about how long one slow request alone takes
	MaxTime time.Duration
	Limit   time.Duration // of one request
	// Watch looks for requests that hang while the resource is occupied.
	Watch HangWatch
	// Progress is told with how many slow requests the resource is occupied next.
	Progress func(holds int)
}

// Capacity is what was seen while a resource was occupied.
type Capacity struct {
	Size pool.Size
	// Load is the load at that size, its Own what the first of the slow requests took. Processes is 0.
	Load     pool.Load
	Requests int
	// Hang is what ended the search, nil when nothing hung.
	Hang *pool.Hang
	// Unfinished reports whether time ended before the search did.
	Unfinished bool
}

// Occupy occupies a resource with as many slow requests as a pool.Search asks for, until it knows the size
// or time is over.
func Occupy(ctx context.Context, c CapacityConfig) Capacity {
	burst := NewBurst(c.Target, c.Canary, noLimit)
	defer burst.Close()
	burst.PIDs = c.PIDs
	pressure := process.StartPressure()
	search := pool.NewSearch(c.Most)
	ended := time.Now().Add(c.MaxTime)
	waited, tested := map[int]int{}, map[int]int{} // by the number of slow requests
	load := pool.Load{Busy: -1, Cores: runtime.NumCPU()}
	firsts := expectation{1: c.First}
	var hang *pool.Hang
	var counted *pool.Size
	for ctx.Err() == nil && time.Now().Before(ended) {
		holds, more := search.Next()
		if !more {
			break
		}
		c.Progress(holds)
		var seen Occupation
		hang = c.Watch.Try(ctx, holds+1, 0, nil, func(ctx context.Context) int {
			seen = burst.Occupy(ctx, c.Hold, c.Light, holds, firsts.of(holds))
			return seen.Stuck
		})
		if hang != nil || ctx.Err() != nil {
			break
		}
		search.Add(seen.Trial)
		load.Busy = max(load.Busy, seen.Busy)
		if seen.First > 0 {
			firsts[holds] = seen.First
		}
		if seen.Tested {
			tested[holds]++
		}
		if seen.Waited {
			waited[holds]++
		}
		if about := search.Doubtful(); about > 0 {
			counted, hang = c.count(ctx, burst, about, ended)
			break
		}
	}
	size := search.Size()
	if counted != nil {
		size = *counted
	}
	if n := tested[size.K]; n > 0 {
		load.Waited = float64(waited[size.K]) / float64(n)
	}
	load.Pressure, load.Own = pressure.Share(), firsts[size.K]
	_, more := search.Next()
	return Capacity{size, load, burst.Requests, hang, more && counted == nil}
}

// count counts how many of some slow requests are answered before light ones, with as many as a pool.Counting asks
// for, until it knows the size or the time has come.
func (c CapacityConfig) count(ctx context.Context, burst *Burst, about int, ended time.Time) (*pool.Size, *pool.Hang) {
	counting := pool.NewCounting(about, c.Most)
	for ctx.Err() == nil && time.Now().Before(ended) {
		behind, more := counting.Next()
		if !more {
			break
		}
		holds := behind[len(behind)-1]
		c.Progress(holds)
		var counts []pool.Count
		var ends []time.Duration
		hang := c.Watch.Try(ctx, holds, 0, nil, func(ctx context.Context) (stuck int) {
			counts, ends, stuck = burst.Count(ctx, c.Hold, c.Light, behind)
			return stuck
		})
		if hang != nil {
			return nil, hang
		}
		if ctx.Err() == nil { // else they were cut off
			counting.Add(counts, ends)
		}
	}
	size := counting.Size()
	return &size, nil
}

// Waves sends as many requests at once as waves asks for, until it knows how many run at once or time is over.
func (w HangWatch) Waves(ctx context.Context, waves *pool.Waves, limit, maxTime time.Duration, progress func(requests int)) Capacity {
	burst := NewBurst(w.Target, w.Canary, limit)
	defer burst.Close()
	pressure, ended := process.StartPressure(), time.Now().Add(maxTime)
	load := pool.Load{Busy: -1, Cores: runtime.NumCPU(), Own: w.Own}
	waited, tested := map[int]int{}, map[int]int{} // by the number of requests
	last := 0
	for ctx.Err() == nil && time.Now().Before(ended) {
		n, more := waves.Next()
		if !more {
			break
		}
		progress(n)
		before, started := process.ReadUsage(w.PIDs), time.Now()
		took, failed, other, hang := w.wave(ctx, burst, n)
		if hang != nil {
			return Capacity{Hang: hang, Requests: burst.Requests}
		}
		if ctx.Err() != nil {
			break // what was not answered then was cut off
		}
		if failed != "" {
			return Capacity{Size: pool.Size{Unknown: failed}, Load: load, Requests: burst.Requests}
		}
		if total, _ := process.ReadUsage(w.PIDs).Since(before); len(w.PIDs) > 0 {
			load.Busy = max(load.Busy, float64(total)/float64(max(time.Since(started), 1)))
		}
		last = n
		if tested[n]++; other > w.Own/4 {
			waited[n]++
		}
		waves.Add(took)
	}
	if n := tested[last]; n > 0 {
		load.Waited = float64(waited[last]) / float64(n)
	}
	load.Pressure = pressure.Share()
	_, more := waves.Next()
	return Capacity{waves.Size(load.Busy > 0.5), load, burst.Requests, nil, more}
}

// expectation is how long it took until the first of so many requests at once was answered.
type expectation map[int]time.Duration

// of is about how long it takes with n of them: what computes takes longer in company.
func (e expectation) of(n int) time.Duration {
	near := 1
	for m := range e {
		if m <= n && m > near {
			near = m
		}
	}
	if e[near] > e[1]*3/2 {
		return e[near] * time.Duration(n) / time.Duration(near)
	}
	return e[near]
}
