package locate

import (
	"testing"
	"time"

	"snag/probe/process"
	"snag/probe/snagtest"
	"snag/probe/stream"
	"snag/probe/wire/wiretest"
)

// TestCanaryCost measures the processor time that 500 canaries a second take the server. It is logged,
// with what the same server uses when nobody asks.
func TestCanaryCost(t *testing.T) {
	snagtest.Long(t)
	for _, argv := range [][]string{{"node", "../../testdata/block/server.js"}, {snagtest.Build(t, "testdata/block/gosrv")}} {
		s := startServer(t, argv...)
		cost := func(interval time.Duration) float64 {
			const duration = 3 * time.Second
			before := process.ReadUsage(s.PIDs)
			if interval == 0 {
				time.Sleep(duration)
			} else if _, err := stream.Run(t.Context(), stream.Plan{Target: s.Target, Canary: wiretest.GetRequest(s.Target, "/health"), Interval: interval, Pipelined: true, Duration: duration}); err != nil {
				t.Fatal(err)
			}
			total, _ := process.ReadUsage(s.PIDs).Since(before)
			return float64(total) / float64(duration)
		}
		cost(2 * time.Millisecond) // its code is compiled meanwhile
		idle, busy := cost(0), cost(2*time.Millisecond)
		t.Logf("%s: 500 canaries a second take %.1f%% of a processor (idle %.1f%%)", argv[0], 100*(busy-idle), 100*idle)
		if busy-idle > 0.5 {
			t.Errorf("%s: the canary takes half a processor: %.2f", argv[0], busy-idle)
		}
	}
}
