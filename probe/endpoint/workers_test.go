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

// TestAlike takes lists for the same that differ by one in ten.
func TestAlike(t *testing.T) {
	ten := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for _, test := range []struct {
		a, b []int
		want bool
	}{
		{ten, ten, true}, {ten, ten[1:], true}, {ten, ten[2:], false}, {ten[:9], ten, true}, {ten[:2], ten[2:4], false}, {[]int{3}, []int{3}, true}, {[]int{3}, nil, false},
	} {
		if got := alike(test.a, test.b); got != test.want {
			t.Errorf("%v and %v: got %t", test.a, test.b, got)
		}
	}
}
