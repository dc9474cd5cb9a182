package footprint

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"snag/analyze/lazyregexp"
	"snag/analyze/shutdown"
	"snag/probe/locate"
	"snag/probe/process"
)

// Collector makes a runtime collect its garbage, and says what is left.
type Collector struct {
	Name    string // of the runtime and of how it is asked
	collect func(context.Context) (int64, error)
	sites   func(context.Context) ([]Site, error) // nil where nothing tells
	end     func()
}

// Collect returns the bytes that the heaps hold after a collection.
func (c *Collector) Collect(ctx context.Context) (int64, error) { return c.collect(ctx) }

// Close ends what was opened to ask.
func (c *Collector) Close() {
	if c != nil && c.end != nil {
		c.end()
	}
}

// FindCollector looks for a way to ask the processes that serve at a base URL: Go's net/http/pprof, and with
// leave to signal them Node's inspector and the socket of a JVM. It is nil when there is none.
func FindCollector(ctx context.Context, base string, pids []int, mayAsk bool) *Collector {
	goHeap := &Collector{Name: "Go, at /debug/pprof", collect: func(ctx context.Context) (int64, error) { return goHeap(ctx, base) },
		sites: func(ctx context.Context) (sites []Site, err error) {
			err = goProfileOf(ctx, base, func(r io.Reader) error { sites = goSites(r); return nil })
			return sites, err
		}}
	if _, err := goHeap.Collect(ctx); err == nil {
		return goHeap
	}
	if !mayAsk {
		return nil
	}
	var inspectors []*locate.Inspector
	var machines []int
	for _, pid := range pids {
		info, err := process.Read(pid)
		if err != nil {
			continue
		}
		switch info.Describe().Runtime {
		case shutdown.Node:
			if in, err := locate.OpenInspector(ctx, pid); err == nil {
				inspectors = append(inspectors, in)
			}
		case shutdown.JVM:
			machines = append(machines, pid)
		}
	}
	if len(inspectors) > 0 {
		return &Collector{Name: "Node, in the inspector", collect: func(context.Context) (int64, error) { return nodeHeap(inspectors) },
			sites: func(context.Context) ([]Site, error) { return nodeSites(inspectors) }, end: func() {
				for _, in := range inspectors {
					in.Close()
				}
			}}
	}
	if len(machines) > 0 {
		javaHeap := &Collector{Name: "the JVM", collect: func(ctx context.Context) (int64, error) { return javaHeap(ctx, machines) }}
		if _, err := javaHeap.Collect(ctx); err == nil {
			return javaHeap
		}
	}
	return nil
}

// goProfileOf fetches the heap profile of a service in Go as text, after a collection.
func goProfileOf(ctx context.Context, base string, read func(io.Reader) error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, "GET", base+"/debug/pprof/heap?gc=1&debug=1", nil)
	if err != nil {
		return err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return read(io.LimitReader(response.Body, 64<<20))
}

// goHeap reads what Go writes at the end of a heap profile: what is allocated, and the stacks of goroutines.
func goHeap(ctx context.Context, base string) (total int64, err error) {
	found := 0
	err = goProfileOf(ctx, base, func(r io.Reader) error {
		lines := bufio.NewScanner(r)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), " = ")
			if name != "# HeapAlloc" && name != "# Stack" {
				continue
			}
			value, _, _ = strings.Cut(value, " ")
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil {
				return err
			}
			total, found = total+n, found+1
		}
		return lines.Err()
	})
	if err == nil && found == 0 {
		err = errors.New("no heap profile")
	}
	return total, err
}

// nodeHeap adds up the heaps of V8 and what they hold outside of it.
func nodeHeap(inspectors []*locate.Inspector) (total int64, err error) {
	const limit = 20 * time.Second
	for _, in := range inspectors {
		for range 2 { // what finalizers let go is collected the second time
			if err := in.Call("HeapProfiler.collectGarbage", struct{}{}, nil, limit); err != nil {
				return 0, err
			}
		}
		var answer struct {
			Result struct {
				Value string `json:"value"`
			} `json:"result"`
		}
		if err := in.Call("Runtime.evaluate", map[string]string{"expression": "JSON.stringify(process.memoryUsage())"}, &answer, limit); err != nil {
			return 0, err
		}
		var usage struct {
			Heap     int64 `json:"heapUsed"`
			External int64 `json:"external"`
		}
		if err := json.Unmarshal([]byte(answer.Result.Value), &usage); err != nil || usage.Heap == 0 {
			return 0, errors.New("the process does not tell")
		}
		total += usage.Heap + usage.External
	}
	return total, nil
}

var javaUsed = lazyregexp.New(`\bused (\d+)K`)

// javaHeap adds up what JVMs say is used of their heaps.
func javaHeap(ctx context.Context, pids []int) (total int64, err error) {
	for _, pid := range pids {
		output, err := locate.AskJVM(ctx, pid, "GC.run", "GC.run", "GC.heap_info")
		if err != nil {
			return 0, err
		}
		m := javaUsed.FindStringSubmatch(output) // of the heap, which comes first
		if m == nil {
			return 0, errors.New("the JVM shows no heap")
		}
		kilobytes, err := strconv.ParseInt(m[1], 10, 64)
		if err != nil {
			return 0, err
		}
		total += kilobytes << 10
	}
	return total, nil
}
