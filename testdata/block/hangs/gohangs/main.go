// Handlers that hang, each by a defect of its own, and sound ones that are slow.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

func main() {
	var a, b, one sync.Mutex
	var settings sync.RWMutex
	var turns atomic.Int64
	pool, four, many := make(chan struct{}, 3), make(chan struct{}, 4), make(chan struct{}, 25)
	jobs := make(chan func())
	go func() {
		for job := range jobs {
			job()
		}
	}()
	both := func(first, second *sync.Mutex) {
		first.Lock()
		defer first.Unlock()
		time.Sleep(20 * time.Millisecond)
		second.Lock()
		defer second.Unlock()
	}
	handle := func(name string, f func(r *http.Request)) {
		http.HandleFunc("/"+name, func(w http.ResponseWriter, r *http.Request) {
			f(r)
			fmt.Fprintln(w, "ok")
		})
	}
	handle("health", func(*http.Request) {})
	// two locks, every second request in the other order
	handle("alternating", func(*http.Request) {
		if turns.Add(1)%2 == 0 {
			both(&a, &b)
		} else {
			both(&b, &a)
		}
	})
	// a place for the request, and another one for its transaction
	handle("twice", func(*http.Request) {
		pool <- struct{}{}
		time.Sleep(20 * time.Millisecond)
		pool <- struct{}{}
		<-pool
		<-pool
	})
	// the same of 25 connections, for queries that are quick
	handle("many", func(*http.Request) {
		many <- struct{}{}
		time.Sleep(3 * time.Millisecond)
		many <- struct{}{}
		<-many
		<-many
	})
	// a lock for reading that is taken again while somebody waits to write
	handle("starving", func(*http.Request) {
		settings.RLock()
		time.Sleep(20 * time.Millisecond)
		go func() { settings.Lock(); time.Sleep(time.Millisecond); settings.Unlock() }()
		time.Sleep(time.Duration(turns.Add(1)%3) * 5 * time.Millisecond)
		if turns.Load() > 5 {
			settings.RLock()
			settings.RUnlock()
		}
		settings.RUnlock()
	})
	// a worker that waits for its own queue, when there is more than one job
	handle("ownqueue", func(*http.Request) {
		done := make(chan struct{})
		jobs <- func() {
			time.Sleep(20 * time.Millisecond)
			if turns.Add(1) > 6 {
				again := make(chan struct{})
				jobs <- func() { close(again) }
				<-again
			}
			close(done)
		}
		<-done
	})
	handle("slow", func(*http.Request) { time.Sleep(500 * time.Millisecond) })
	handle("onelock", func(*http.Request) { one.Lock(); time.Sleep(150 * time.Millisecond); one.Unlock() })
	handle("four", func(*http.Request) { four <- struct{}{}; time.Sleep(120 * time.Millisecond); <-four })
	// a wait for a lock that ends after three seconds
	handle("timeout", func(*http.Request) {
		select {
		case four <- struct{}{}:
			time.Sleep(60 * time.Millisecond)
			<-four
		case <-time.After(3 * time.Second):
		}
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	http.Serve(l, nil)
}
