package retry

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"snag/analyze/retry/backoff"
	"snag/analyze/retry/herd"
	"snag/analyze/sorting"
)

// Live says how to play clients to a server that exists.
type Live struct {
	URL         string
	Clients     int
	Policy      backoff.Policy
	MaxAttempts int
	// MaxRequests bounds the requests in all, Rate those of a second: what exceeds it waits.
	MaxRequests int
	Rate        float64
	Timeout     time.Duration // of one request
	Seed        uint64
}

// LiveResult is what came of it. Arrivals are the requests in the order in which they were sent, Served tells those with
// an answer below 500 other than 429.
type LiveResult struct {
	Arrivals []herd.Arrival
	Statuses map[int]int // by status; 0 counts requests without an answer
	// Delayed counts the requests that waited for the rate, Unsent those that were left out since
	// MaxRequests was reached.
	Delayed, Unsent int
}

// Replay sends GET requests as so many clients with the policy would: all at once, and again after
// each failure. It stops at the end of the context.
func Replay(ctx context.Context, l Live) LiveResult {
	result := LiveResult{Statuses: map[int]int{}}
	client := &http.Client{
		Timeout:       l.Timeout,
		Transport:     &http.Transport{MaxIdleConnsPerHost: l.Clients},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	defer client.CloseIdleConnections()
	epoch := time.Now()
	var mu sync.Mutex
	sent, slot := 0, epoch
	// turn waits for the right to send a request; it is false when there is none left.
	turn := func() bool {
		mu.Lock()
		if sent == l.MaxRequests {
			result.Unsent++
			mu.Unlock()
			return false
		}
		sent++
		now := time.Now()
		if slot.Before(now) {
			slot = now
		} else {
			result.Delayed++
		}
		wait := slot.Sub(now)
		slot = slot.Add(time.Duration(float64(time.Second) / l.Rate))
		mu.Unlock()
		return sleep(ctx, wait)
	}
	var wait sync.WaitGroup
	for i := range l.Clients {
		wait.Go(func() {
			sampler := l.Policy.Sampler(rand.New(rand.NewPCG(l.Seed, uint64(i))))
			for attempt := 1; attempt <= l.MaxAttempts; attempt++ {
				if attempt > 1 && !sleep(ctx, sampler.Next()) || !turn() {
					return
				}
				at := time.Since(epoch)
				status := get(ctx, client, l.URL)
				ok := status > 0 && status < 500 && status != http.StatusTooManyRequests
				mu.Lock()
				result.Statuses[status]++
				result.Arrivals = append(result.Arrivals, herd.Arrival{At: at, Client: i, Attempt: attempt, Served: ok})
				mu.Unlock()
				if ok {
					return
				}
			}
		})
	}
	wait.Wait()
	// They were noted when they were answered.
	sorting.Stable(result.Arrivals, func(a, b herd.Arrival) int { return cmp.Compare(a.At, b.At) })
	return result
}

// get returns the status of the answer, 0 for none.
func get(ctx context.Context, client *http.Client, url string) int {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return 0
	}
	answer, err := client.Do(request)
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	read, err := io.Copy(io.Discard, io.LimitReader(answer.Body, longestAnswer))
	if err != nil && !errors.Is(err, io.EOF) || read == longestAnswer {
		return 0
	}
	return answer.StatusCode
}

// sleep returns false when the context ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
