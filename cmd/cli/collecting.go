package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// spareHeap is how much more than without CollectLess a small heap may grow before garbage is collected, and mostGrown how
// much a large one may grow.
const (
	spareHeap = 32 << 20
	mostGrown = 160 << 20
)

// CollectLess collects the garbage of a small heap less often, which would take a fifth of the time of an analysis: what
// is in use may double, as ever, and then grow by a fixed amount more. That of a large heap it collects more often: else up
// to half of the memory that a large tree takes would be garbage. It does nothing where GOGC is set.
func CollectLess() {
	if _, set := os.LookupEnv("GOGC"); set {
		return
	}
	const least = 4 << 20 // the runtime collects nothing below
	debug.SetGCPercent(growth(least))
	type collected struct{ _ *int } // a pointer, as what has none may be allocated together with others
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	var next func(*collected)
	next = func(*collected) {
		metrics.Read(live)
		if live[0].Value.Kind() == metrics.KindUint64 {
			debug.SetGCPercent(growth(int(max(live[0].Value.Uint64(), least))))
		}
		runtime.SetFinalizer(new(collected), next)
	}
	runtime.SetFinalizer(new(collected), next)
}

// growth returns by how many percent of what is in use the heap may grow.
func growth(live int) int { return 100 * min(live+spareHeap, mostGrown) / live }
