package endpoint

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"snag/analyze/block/pool"
	"snag/analyze/lazyregexp"
	"snag/analyze/stats"
	"snag/probe/wire"
)

var numberOfQuery = lazyregexp.New(`=[0-9]+(\.[0-9]+)?(&|$)`)

// lighter returns requests that may need the same resource as one with this path and query, for a shorter
// time: its numbers as 1 and as 0, then without the query.
func lighter(path string) (paths []string) {
	route, query, _ := strings.Cut(path, "?")
	for _, number := range []string{"1", "0"} {
		less := query
		for again := ""; again != less; { // two that stand side by side share the character between them
			again, less = less, numberOfQuery.ReplaceAllString(less, "="+number+"$2")
		}
		if less != query {
			paths = append(paths, route+"?"+less)
		}
	}
	if query != "" {
		paths = append(paths, route)
	}
	return paths
}

// FindLight looks for a cheap request of the same route as a slow one that takes own in the median: by GET, with numbers of
// the query made small. It returns the path, "" when there is none.
func FindLight(ctx context.Context, t wire.Target, path string, header []wire.Field, own time.Duration) string {
	client := wire.NewClient(t)
	defer client.Close()
	for _, light := range lighter(path) {
		request := wire.Request{Method: "GET", Path: light, Header: header}.Bytes(t)
		var took []float64
		for range 3 {
			reply := client.Do(ctx, request, own)
			if reply.Outcome != wire.Answered || reply.Status >= 300 {
				break
			}
			took = append(took, float64(reply.Latency()))
		}
		if len(took) == 3 && stats.Median(took) < float64(own)/4 {
			return light
		}
	}
	return ""
}

// wave sends a number of requests at once. It returns how long each took, shortest first, or what failed where not all
// were answered well; and how long an unrelated request took meanwhile.
func (w HangWatch) wave(ctx context.Context, burst *Burst, count int) (took []time.Duration, failed string, other time.Duration, hang *pool.Hang) {
	requests := make([][]byte, count)
	for i := range requests {
		requests[i] = w.Request()
	}
	beside := make(chan time.Duration, 1)
	if !burst.warm(ctx, count) {
		return nil, fmt.Sprintf("of %d connections at once some are not served", count), 0, nil
	}
	go func() {
		time.Sleep(w.Own / 3)
		client := wire.NewClient(w.Target)
		defer client.Close()
		beside <- client.Do(ctx, w.Canary, w.Own).Latency()
	}()
	replies, hang := w.Send(ctx, burst, requests)
	other = <-beside
	for _, r := range replies {
		switch {
		case r.Outcome != wire.Answered:
			return nil, fmt.Sprintf("of %d requests at once some are not answered", count), other, hang
		case r.Status >= 400:
			return nil, fmt.Sprintf("of %d requests at once some are answered with errors", count), other, hang
		}
		took = append(took, r.Latency())
	}
	slices.Sort(took)
	return took, "", other, nil
}
