package main

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// What follows hangs when requests overlap, each in a way of its own. A request alone is answered.

var (
	lockA, lockB sync.Mutex
	turn         atomic.Int64
)

// abba takes two locks, every other request in the opposite order.
func abba(w http.ResponseWriter, _ *http.Request) {
	first, second := &lockA, &lockB
	if turn.Add(1)%2 == 0 {
		first, second = second, first
	}
	first.Lock()
	time.Sleep(20 * time.Millisecond)
	second.Lock()
	second.Unlock()
	first.Unlock()
	fmt.Fprint(w, "ok")
}

// connection takes one of three connections to a database, and another one for a query inside a
// transaction.
func connection(w http.ResponseWriter, _ *http.Request) {
	connections := slots("connection", 3)
	connections <- struct{}{}
	time.Sleep(20 * time.Millisecond)
	connections <- struct{}{}
	<-connections
	<-connections
	fmt.Fprint(w, "ok")
}

var (
	full    = sync.NewCond(&sync.Mutex{})
	arrived int
)

// barrier lets those that arrive while another works wait until a hundred have come.
func barrier(w http.ResponseWriter, _ *http.Request) {
	full.L.Lock()
	arrived++
	for alone := arrived == 1; !alone && arrived < 100; {
		full.Wait()
	}
	full.L.Unlock()
	time.Sleep(20 * time.Millisecond)
	full.L.Lock()
	arrived--
	full.L.Unlock()
	fmt.Fprint(w, "ok")
}

var (
	inUse   atomic.Bool
	signals = make(chan struct{})
)

// wakeup tells the next one that it may go on, unless that one has looked but does not wait yet.
func wakeup(w http.ResponseWriter, _ *http.Request) {
	if !inUse.CompareAndSwap(false, true) {
		time.Sleep(60 * time.Millisecond)
		<-signals
		inUse.Store(true)
	}
	time.Sleep(20 * time.Millisecond)
	inUse.Store(false)
	select {
	case signals <- struct{}{}:
	default:
	}
	fmt.Fprint(w, "ok")
}

var spinLock atomic.Int64

// spinning waits for a lock by asking for it again and again, and the holder by mistake waits until
// nobody asks.
func spinning(w http.ResponseWriter, _ *http.Request) {
	spinLock.Add(1)
	time.Sleep(20 * time.Millisecond)
	for spinLock.Load() > 1 {
	}
	spinLock.Add(-1)
	fmt.Fprint(w, "ok")
}

var shared sync.RWMutex

// reader takes a lock for reading twice. A writer that asks between the two waits for the first, and
// the second waits for the writer.
func reader(w http.ResponseWriter, _ *http.Request) {
	if turn.Add(1)%2 == 0 {
		time.Sleep(10 * time.Millisecond)
		shared.Lock()
		shared.Unlock()
		fmt.Fprint(w, "ok")
		return
	}
	shared.RLock()
	time.Sleep(30 * time.Millisecond)
	shared.RLock()
	shared.RUnlock()
	shared.RUnlock()
	fmt.Fprint(w, "ok")
}
