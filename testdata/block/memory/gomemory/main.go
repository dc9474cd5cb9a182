// Handlers that keep a known number of bytes for each key or request.
package main

import (
	"fmt"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"sync"
	"time"
)

func main() {
	var mu sync.Mutex
	everything, recent, timed := map[string][]byte{}, map[string][]byte{}, map[string][]byte{}
	var order []string
	var log [][]byte
	forever := make(chan struct{})
	handle := func(name string, f func(id string)) {
		http.HandleFunc("/"+name, func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			f(r.URL.Query().Get("id"))
			fmt.Fprintln(w, "ok")
		})
	}
	handle("health", func(string) {})
	handle("flat", func(string) {})
	handle("map", func(id string) {
		if everything[id] == nil {
			everything[id] = make([]byte, 1024)
		}
	})
	handle("lru", func(id string) {
		if recent[id] == nil {
			order = append(order, id)
		}
		recent[id] = make([]byte, 2048)
		if len(order) > 2000 {
			delete(recent, order[0])
			order = append([]string{}, order[1:]...)
		}
	})
	handle("ttl", func(id string) {
		if timed[id] == nil {
			timed[id] = make([]byte, 2048)
			time.AfterFunc(4*time.Second, func() { mu.Lock(); delete(timed, id); mu.Unlock() })
		}
	})
	handle("log", func(string) { log = append(log, make([]byte, 512)) })
	handle("goroutines", func(string) { go func() { <-forever }() })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	http.Serve(l, nil)
}
