package watch

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"snag/analyze/block/stall"
	"snag/cmd/openmetrics"
)

// TestMetricsAreServed reads what is served of a few requests and stalls.
func TestMetricsAreServed(t *testing.T) {
	tick := newTicker(nil, newLives(func() []int { return nil }))
	tally := newTally(time.Millisecond, 20*time.Millisecond, 50*time.Millisecond, tick)
	tally.metrics.Add([]stall.Sample{{Done: 2 * time.Millisecond}, {Lost: true}}, []stall.Stall{{Length: 1500 * time.Millisecond, Delayed: 3}})
	tick.end()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := serveMetrics(listener, func(w io.Writer) { writeMetrics(w, tally.now(), "1.2", "http://h/\"\n\\") })
	t.Cleanup(func() { server.Close() })
	get := func(path string) (*http.Response, string) {
		r, err := http.Get("http://" + listener.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r, string(body)
	}
	r, text := get("/metrics")
	if r.Header.Get("Content-Type") != openmetrics.MediaType || !strings.HasSuffix(text, "\n# EOF\n") {
		t.Errorf("got %s:\n%s", r.Header.Get("Content-Type"), text)
	}
	for _, line := range []string{
		`snag_watch_info{version="1.2",url="http://h/\"\n\\"} 1`,
		`snag_stall_seconds_bucket{machine="false",le="1.0"} 0`,
		`snag_stall_seconds_bucket{machine="false",le="2.0"} 1`,
		`snag_stall_seconds_bucket{machine="true",le="+Inf"} 0`,
		`snag_stall_seconds_sum{machine="false"} 1.5`,
		`snag_delayed_requests_total 3`,
		`snag_lost_requests_total 1`,
		`snag_response_seconds_bucket{le="0.002"} 1`,
		`snag_response_seconds_count 1`,
		`# UNIT snag_lag_seconds seconds`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("want the line %s in\n%s", line, text)
		}
	}
	if r, _ := get("/"); r.StatusCode != http.StatusNotFound {
		t.Errorf("GET / is answered with %d", r.StatusCode)
	}
}
