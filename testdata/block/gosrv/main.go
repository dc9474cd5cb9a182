// Command gosrv serves handlers of known cost. Usage: gosrv [PORT]
package main

import (
	"fmt"
	"log"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"slices"
	"strconv"
	"time"
)

var sink int

func loop(n int) {
	for i := range n {
		sink ^= i
	}
}

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

func subsets(n int) {
	for i := 0; i < 1<<n; i++ {
		sink ^= i
	}
}

var work = map[string]func(n int){
	"constant": func(int) { loop(1000) },
	"linear":   func(n int) { loop(n * 100) },
	"square":   func(n int) { loop(n * n) },
	"cube":     func(n int) { loop(n * n * n) },
	"fib":      func(n int) { sink = fib(n) },
	"subsets":  subsets,
	"sleep":    func(n int) { time.Sleep(time.Duration(n) * time.Millisecond) },
	"sort": func(n int) {
		values := make([]int, n)
		for i := range values {
			values[i] = i * 7919 % 1000003
		}
		slices.Sort(values)
	},
	"concat": func(n int) {
		text := ""
		for range n {
			text += "0123456789"
		}
		sink = len(text)
	},
}

func main() {
	port := "0"
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if more, ok := handlers[r.URL.Path[1:]]; ok {
			more(w, r)
			return
		}
		do, ok := work[r.URL.Path[1:]]
		if !ok && r.URL.Path != "/health" {
			http.NotFound(w, r)
			return
		}
		n, _ := strconv.Atoi(r.URL.Query().Get("n"))
		start := time.Now()
		if ok {
			do(n)
		}
		w.Header().Set("X-Took-Ms", fmt.Sprint(time.Since(start).Seconds()*1000))
		fmt.Fprint(w, "ok")
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, nil))
}
