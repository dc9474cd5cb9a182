package endpoint

import (
	"fmt"
	"strconv"
	"testing"
	"time"

	"snag/probe/snagtest"
	"snag/probe/wire/wiretest"
)

// TestHTTP2Workers counts processes, each of which has connections of its own.
func TestHTTP2Workers(t *testing.T) {
	snagtest.Long(t)
	target := wiretest.NodeHTTP2(t, "3", false)
	snagtest.InThree(t, func() error {
		w := CountWorkers(t.Context(), target, wiretest.GetRequest(target, "/spin?n=250"), wiretest.GetRequest(target, "/health"), 250*time.Millisecond, 48, 20)
		if w.Count != 3 {
			return fmt.Errorf("counted %+v, want 3", w)
		}
		return nil
	})
}

func TestCountWorkers(t *testing.T) {
	snagtest.Long(t)
	for _, workers := range []int{1, 3} {
		target := wiretest.NodeServer(t, "0", strconv.Itoa(workers))
		snagtest.InThree(t, func() error {
			w := CountWorkers(t.Context(), target, wiretest.GetRequest(target, "/spin?n=250"), wiretest.GetRequest(target, "/health"), 250*time.Millisecond, 48, 20)
			if w.Count != workers {
				return fmt.Errorf("%d workers: counted %+v", workers, w)
			}
			return nil
		})
	}
}
