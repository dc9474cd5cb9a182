// Gosrv is a server that shuts down in the way that its first argument names, rightly and wrongly.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

func main() {
	way, port := os.Args[1], os.Args[2]
	var draining atomic.Bool
	mux := http.NewServeMux()
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(2 * time.Second):
		case <-r.Context().Done():
		}
		io.WriteString(w, "slow")
	})
	mux.HandleFunc("/ready", func(w http.ResponseWriter, r *http.Request) {
		if draining.Load() {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		io.WriteString(w, "hello")
	})
	server := &http.Server{Handler: mux}
	if way == "h2c" || way == "grpc" || way == "grpc-none" {
		server.Protocols = new(http.Protocols)
		server.Protocols.SetUnencryptedHTTP2(true)
		server.Protocols.SetHTTP1(way == "h2c")
		serveHealth(mux, &draining)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	served := make(chan error, 1)
	if way == "tls" {
		secured := httptest.NewUnstartedServer(mux)
		secured.Listener.Close()
		secured.Listener = listener
		secured.StartTLS()
		server = secured.Config
	} else {
		go func() { served <- server.Serve(listener) }()
	}
	sent := make(chan os.Signal, 2)
	if way != "none" && way != "grpc-none" {
		signal.Notify(sent, syscall.SIGTERM)
	}
	shutdown := func() { server.Shutdown(context.Background()) }
	switch way {
	case "none", "grpc-none":
		<-served
	case "grpc":
		<-sent
		draining.Store(true)
		time.Sleep(300 * time.Millisecond)
		shutdown()
	case "shutdown", "tls", "h2c":
		<-sent
		shutdown()
	case "notifyctx":
		// Never calls stop, so that a second signal is swallowed.
		signal.Stop(sent)
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		<-ctx.Done()
		shutdown()
	case "stop":
		signal.Stop(sent)
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		<-ctx.Done()
		stop()
		shutdown()
	case "bug":
		// Serve returns as soon as Shutdown begins, and main does not wait for its end.
		go func() { <-sent; shutdown() }()
		<-served
	case "ready":
		<-sent
		draining.Store(true)
		time.Sleep(time.Second)
		shutdown()
	case "close":
		<-sent
		server.Close()
		time.Sleep(100 * time.Millisecond)
	case "impatient":
		<-sent
		ctx, cancel := context.WithTimeout(context.Background(), 700*time.Millisecond)
		defer cancel()
		if err := server.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
			os.Exit(1)
		}
	case "fatal":
		go func() {
			if err := <-served; err != nil {
				time.Sleep(4800 * time.Millisecond)
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}()
		<-sent
		shutdown()
		select {}
	case "swallow":
		select {}
	default:
		fmt.Fprintln(os.Stderr, "unknown way", way)
		os.Exit(2)
	}
}

// serveHealth plays grpc.health.v1.Health: SERVING, and NOT_SERVING while draining.
func serveHealth(mux *http.ServeMux, draining *atomic.Bool) {
	status := func() []byte {
		if draining.Load() {
			return []byte{0, 0, 0, 0, 2, 8, 2}
		}
		return []byte{0, 0, 0, 0, 2, 8, 1}
	}
	answer := func(w http.ResponseWriter, r *http.Request) bool {
		w.Header().Set("Content-Type", "application/grpc")
		w.Header().Set("Trailer", "Grpc-Status")
		w.WriteHeader(http.StatusOK)
		_, err := io.Copy(io.Discard, r.Body)
		w.Header().Set("Grpc-Status", "0")
		w.Write(status())
		http.NewResponseController(w).Flush()
		return err == nil
	}
	mux.HandleFunc("/grpc.health.v1.Health/Check", func(w http.ResponseWriter, r *http.Request) { answer(w, r) })
	mux.HandleFunc("/grpc.health.v1.Health/Watch", func(w http.ResponseWriter, r *http.Request) {
		for told := draining.Load(); answer(w, r); told = true {
			for draining.Load() == told {
				select {
				case <-r.Context().Done():
					return
				case <-time.After(10 * time.Millisecond):
				}
			}
		}
	})
}
