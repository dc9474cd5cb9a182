package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestCollectLess looks at the share by which the heap may grow: a large one for a small heap, and hardly more than what
// is in use for a large one.
func TestCollectLess(t *testing.T) {
	if _, set := os.LookupEnv("GOGC"); set {
		t.Skip("SKIPPED: GOGC is set")
	}
	defer debug.SetGCPercent(100)
	CollectLess()
	percent := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	if got := percent(); got < 400 {
		t.Errorf("%d%% of a small heap, want more", got)
	}
	const large = 256 << 20
	used := make([]byte, large)
	for range 500 {
		runtime.GC()
		if got := percent(); got <= 100+100*spareHeap/large {
			runtime.KeepAlive(used)
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d%% of a heap of %d MB, want at most %d%%", percent(), large>>20, 100+100*spareHeap/large)
}
