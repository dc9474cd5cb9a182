package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// handlers are what needs more than a number.
var handlers = map[string]http.HandlerFunc{
	"pool": pooled, "context": echo, "leak": leak,
	"abba": abba, "connection": connection, "barrier": barrier, "wakeup": wakeup, "spin": spinning, "reader": reader,
}

var (
	mu    sync.Mutex
	pools = map[string]chan struct{}{}
)

// slots returns the semaphore of a name, of k places.
func slots(name string, k int) chan struct{} {
	mu.Lock()
	defer mu.Unlock()
	key := fmt.Sprint(name, " ", k)
	if pools[key] == nil {
		pools[key] = make(chan struct{}, k)
	}
	return pools[key]
}

var perMs = sync.OnceValue(func() int {
	const n = 4_000_000
	best := time.Hour
	for range 25 { // one of them is not disturbed
		start := time.Now()
		loop(n)
		best = min(best, time.Since(start))
	}
	return int(n / (float64(best) / 1e6))
})

// pooled does work in one of k places: /pool?k=4&ms=50, that sleeps, computes (cpu=1), or takes a
// random time (random=1).
func pooled(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	k, _ := strconv.Atoi(q.Get("k"))
	ms, _ := strconv.ParseFloat(q.Get("ms"), 64)
	if k > 0 {
		places := slots("pool", k)
		places <- struct{}{}
		defer func() { <-places }()
	}
	if q.Get("random") != "" {
		ms *= rand.ExpFloat64()
	}
	if q.Get("cpu") != "" {
		x := 0
		for i := range int(ms * float64(perMs())) {
			x ^= i
		}
		mu.Lock()
		sink = x
		mu.Unlock()
	} else {
		time.Sleep(time.Duration(ms * 1e6))
	}
	fmt.Fprint(w, "ok")
}

// echo gives the id of a request back, leak that of whichever came last.
func echo(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get("X-Request-Id")
	time.Sleep(3 * time.Millisecond)
	w.Header().Set("X-Request-Id", id)
}

var current string

func leak(w http.ResponseWriter, r *http.Request) {
	mu.Lock()
	current = r.Header.Get("X-Request-Id")
	mu.Unlock()
	time.Sleep(3 * time.Millisecond)
	mu.Lock()
	defer mu.Unlock()
	w.Header().Set("X-Request-Id", current)
}
