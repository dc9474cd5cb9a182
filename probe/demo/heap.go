package demo

import (
	"bufio"
	"fmt"
	"io"
	"runtime"
)

// writeHeap writes the heap profile as runtime/pprof writes it as text: what is in use, the stacks that allocated
// it, and of the statistics of memory those that tell how much the program holds.
func writeHeap(to io.Writer) error {
	records := make([]runtime.MemProfileRecord, 100)
	for {
		n, complete := runtime.MemProfile(records, true)
		if complete {
			records = records[:n]
			break
		}
		records = make([]runtime.MemProfileRecord, n+100)
	}
	var all runtime.MemProfileRecord
	for _, r := range records {
		all.AllocObjects += r.AllocObjects
		all.AllocBytes += r.AllocBytes
		all.FreeObjects += r.FreeObjects
		all.FreeBytes += r.FreeBytes
	}
	w := bufio.NewWriter(to)
	line := func(r *runtime.MemProfileRecord) {
		fmt.Fprintf(w, "%d: %d [%d: %d] @", r.InUseObjects(), r.InUseBytes(), r.AllocObjects, r.AllocBytes)
	}
	fmt.Fprint(w, "heap profile: ")
	line(&all)
	fmt.Fprintf(w, " heap/%d\n", 2*runtime.MemProfileRate)
	for i := range records {
		stack := records[i].Stack()
		line(&records[i])
		for _, pc := range stack {
			fmt.Fprintf(w, " %#x", pc)
		}
		fmt.Fprintln(w)
		frames := runtime.CallersFrames(stack)
		for more := len(stack) > 0; more; {
			var f runtime.Frame
			f, more = frames.Next()
			fmt.Fprintf(w, "#\t%#x\t%s+%#x\t%s:%d\n", f.PC, f.Function, f.PC-f.Entry, f.File, f.Line)
		}
		fmt.Fprintln(w)
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	fmt.Fprintf(w, "\n# runtime.MemStats\n# HeapAlloc = %d\n# Stack = %d / %d\n", memory.HeapAlloc, memory.StackInuse, memory.StackSys)
	return w.Flush()
}
