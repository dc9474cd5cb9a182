package watch

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"time"

	"snag/analyze/block/stall"
	"snag/cmd/cli"
	"snag/cmd/openmetrics"
)

// listen opens the address of --metrics, nil without that.
func (o *options) listen(ctx context.Context) (net.Listener, error) {
	if o.metrics == "" {
		return nil, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", o.metrics)
	if err != nil {
		return nil, cli.WithHint(cli.Usagef("--metrics: %w", err), "such as :9464, or 127.0.0.1:9464 for this machine alone")
	}
	if !o.stdio.Quiet {
		fmt.Fprintf(o.stdio.Err, "metrics are at http://%s/metrics\n", listener.Addr())
	}
	return listener, nil
}

// serveMetrics answers GET /metrics until the server is closed.
func serveMetrics(listener net.Listener, write func(io.Writer)) *http.Server {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", openmetrics.MediaType)
		write(w)
	})
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: log.New(io.Discard, "", 0), // what strangers send is no news
	}
	go func() { _ = server.Serve(listener) }() // it ends when the server is closed
	return server
}

// writeMetrics writes what a watch has counted.
func writeMetrics(w io.Writer, m stall.Metrics, version, url string) {
	text := &openmetrics.Text{}
	text.Family("snag_watch", "info", "", "The version of snag, and what it watches.")
	text.Sample("snag_watch_info", "1", "version", version, "url", url)
	text.Family("snag_stall_seconds", "histogram", "seconds", "Times in which the target answered nobody; machine is true where it had no processor.")
	histogram(text, "snag_stall_seconds", m.Stalls, "machine", "false")
	histogram(text, "snag_stall_seconds", m.Machine, "machine", "true")
	text.Family("snag_delayed_requests", "counter", "", "Canary requests that were due during stalls of the target.")
	text.Sample("snag_delayed_requests_total", strconv.Itoa(m.Delayed))
	text.Family("snag_lost_requests", "counter", "", "Canary requests that were not answered.")
	text.Sample("snag_lost_requests_total", strconv.Itoa(m.Lost))
	text.Family("snag_target_ends", "counter", "", "Times that no process of the target was left that had served until then.")
	text.Sample("snag_target_ends_total", strconv.Itoa(m.Ends))
	text.Family("snag_target_gone", "gauge", "", "1 while no process serves in place of one that ended, else 0.")
	text.Sample("snag_target_gone", map[bool]string{true: "1", false: "0"}[m.Gone])
	text.Family("snag_response_seconds", "histogram", "seconds", "Times from when canary requests were due to their answers.")
	histogram(text, "snag_response_seconds", m.Responses)
	text.Family("snag_lag_seconds", "histogram", "seconds", "How late snag itself sent canary requests.")
	histogram(text, "snag_lag_seconds", m.Lags)
	_, _ = io.WriteString(w, text.End()) // who asked may be gone
}

// histogram writes the samples of a histogram of seconds with the labels.
func histogram(text *openmetrics.Text, name string, h stall.Histogram, labels ...string) {
	for i, bound := range h.Bounds {
		n := 0
		if h.Counts != nil {
			n = h.Counts[i]
		}
		text.Sample(name+"_bucket", strconv.Itoa(n), append(labels[:len(labels):len(labels)], "le", openmetrics.Seconds(bound))...)
	}
	text.Sample(name+"_bucket", strconv.Itoa(h.Count), append(labels[:len(labels):len(labels)], "le", "+Inf")...)
	text.Sample(name+"_count", strconv.Itoa(h.Count), labels...)
	text.Sample(name+"_sum", openmetrics.Seconds(h.Sum), labels...)
}
