package watch

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"snag/analyze/block/stall"
	"snag/cmd/cli"
)

// openMetricsType is the media type of the text format of OpenMetrics 1.0 (section 4.1).
const openMetricsType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

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
		w.Header().Set("Content-Type", openMetricsType)
		write(w)
	})
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: log.New(io.Discard, "", 0), // what strangers send is no news
	}
	go func() { _ = server.Serve(listener) }() // it ends when the server is closed
	return server
}

// writeMetrics writes what a watch has counted in the text format of OpenMetrics 1.0.
func writeMetrics(w io.Writer, m stall.Metrics, version, url string) {
	text := &strings.Builder{}
	family(text, "snag_watch", "info", "", "The version of snag, and what it watches.")
	fmt.Fprintf(text, "snag_watch_info{version=%s,url=%s} 1\n", label(version), label(url))
	family(text, "snag_stall_seconds", "histogram", "seconds", "Times in which the target answered nobody; machine is true where it had no processor.")
	histogram(text, "snag_stall_seconds", `machine="false"`, m.Stalls)
	histogram(text, "snag_stall_seconds", `machine="true"`, m.Machine)
	family(text, "snag_delayed_requests", "counter", "", "Canary requests that were due during stalls of the target.")
	fmt.Fprintf(text, "snag_delayed_requests_total %d\n", m.Delayed)
	family(text, "snag_lost_requests", "counter", "", "Canary requests that were not answered.")
	fmt.Fprintf(text, "snag_lost_requests_total %d\n", m.Lost)
	family(text, "snag_response_seconds", "histogram", "seconds", "Times from when canary requests were due to their answers.")
	histogram(text, "snag_response_seconds", "", m.Responses)
	family(text, "snag_lag_seconds", "histogram", "seconds", "How late snag itself sent canary requests.")
	histogram(text, "snag_lag_seconds", "", m.Lags)
	text.WriteString("# EOF\n")
	_, _ = io.WriteString(w, text.String()) // who asked may be gone
}

// family writes what describes a metric.
func family(text *strings.Builder, name, kind, unit, help string) {
	fmt.Fprintf(text, "# TYPE %s %s\n", name, kind)
	if unit != "" {
		fmt.Fprintf(text, "# UNIT %s %s\n", name, unit)
	}
	fmt.Fprintf(text, "# HELP %s %s\n", name, help)
}

// histogram writes the samples of a histogram of seconds with the labels.
func histogram(text *strings.Builder, name, labels string, h stall.Histogram) {
	with := func(more string) string {
		switch both := strings.Trim(labels+","+more, ","); both {
		case "":
			return ""
		default:
			return "{" + both + "}"
		}
	}
	for i, bound := range h.Bounds {
		n := 0
		if h.Counts != nil {
			n = h.Counts[i]
		}
		fmt.Fprintf(text, "%s_bucket%s %d\n", name, with("le=\""+number(bound)+"\""), n)
	}
	fmt.Fprintf(text, "%s_bucket%s %d\n", name, with(`le="+Inf"`), h.Count)
	fmt.Fprintf(text, "%s_count%s %d\n", name, with(""), h.Count)
	fmt.Fprintf(text, "%s_sum%s %s\n", name, with(""), number(h.Sum))
}

// number writes a duration in seconds in the canonical form of bounds, with a point.
func number(d time.Duration) string {
	text := strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// label quotes the value of a label.
func label(value string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(value) + `"`
}
