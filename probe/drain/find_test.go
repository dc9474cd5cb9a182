package drain

import (
	"testing"
	"time"
)

func TestStartupLimit(t *testing.T) {
	for _, c := range []struct{ startup, contended, want time.Duration }{
		{10 * time.Second, 0, 10 * time.Second},
		{10 * time.Second, 7 * time.Second, 17 * time.Second},
		{10 * time.Second, time.Hour, 30 * time.Second},
		{100 * time.Millisecond, time.Second, 300 * time.Millisecond},
	} {
		if got := startupLimit(c.startup, c.contended); got != c.want {
			t.Errorf("%s with %s contended: %s, want %s", c.startup, c.contended, got, c.want)
		}
	}
}
