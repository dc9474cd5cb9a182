package cmd

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"snag/probe/snagtest"
)

// pooling is a server with places for k requests, and how to ask it for work that takes some
// milliseconds.
type pooling struct {
	name, program string
	argv          func(t *testing.T, k int) []string // environment first
	work          func(k int, ms int, kind string) string
	kinds         []string // "sleep", "cpu" and "random"
}

func plainWork(_, ms int, kind string) string { return fmt.Sprintf("/work?ms=%d&%s=1", ms, kind) }

func semaphore(k, ms int, kind string) string {
	return fmt.Sprintf("/pool?k=%d&ms=%d&%s=1", k, ms, kind)
}

var poolings = []pooling{
	{"go semaphore", "go", func(t *testing.T, _ int) []string { return hangingServer(t, "go") }, semaphore, []string{"sleep", "cpu", "random"}},
	{"node semaphore", "node", func(*testing.T, int) []string { return []string{"node", "../testdata/block/server.js"} }, semaphore, []string{"sleep", "random"}},
	// A hash is computed on libuv's threads. The light one takes a thousand rounds.
	{"libuv", "node", func(_ *testing.T, k int) []string {
		return []string{"env", "UV_THREADPOOL_SIZE=" + strconv.Itoa(k), "node", "../testdata/block/server.js"}
	}, func(_, ms int, kind string) string {
		if kind == "random" {
			return fmt.Sprintf("/pbkdf2?random=1&n=%d", max(2*ms, 1))
		}
		return fmt.Sprintf("/pbkdf2?n=%d", max(2*ms, 1))
	}, []string{"cpu", "random"}},
	{"python executor", "python3", func(_ *testing.T, k int) []string {
		return []string{"python3", "../testdata/block/server.py", "0", strconv.Itoa(k)}
	}, func(_, ms int, kind string) string {
		return fmt.Sprintf("/%s?n=%d", map[string]string{"sleep": "pool", "random": "randompool", "cpu": "hashpool"}[kind], ms)
	}, []string{"sleep", "cpu", "random"}},
	{"gunicorn sync", "gunicorn", func(_ *testing.T, k int) []string {
		return []string{"gunicorn", "-b", "127.0.0.1:0", "--chdir", "../testdata/block", "-w", strconv.Itoa(k), "wsgi:app"}
	}, plainWork, []string{"sleep", "cpu", "random"}},
	{"gunicorn gthread", "gunicorn", func(_ *testing.T, k int) []string {
		return []string{"gunicorn", "-b", "127.0.0.1:0", "--chdir", "../testdata/block", "-k", "gthread", "--threads", strconv.Itoa(k), "wsgi:app"}
	}, plainWork, []string{"sleep", "random"}},
	{"puma", "puma", func(_ *testing.T, k int) []string {
		return []string{"puma", "-b", "tcp://127.0.0.1:0", "-t", fmt.Sprintf("%d:%d", k, k), "../testdata/block/config.ru"}
	}, plainWork, []string{"sleep", "random"}},
}

// TestPoolSizes compares the number of requests at once with what the servers were told. The full set
// is for SNAG_MATRIX=all.
func TestPoolSizes(t *testing.T) {
	snagtest.Long(t)
	sizes := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 24, 32, 48, 64, 100}
	few := map[string]int{"go semaphore/cpu": 3, "libuv/cpu": 3, "python executor/random": 5, "gunicorn sync/sleep": 2, "puma/sleep": 4}
	right, all := 0, 0
	for _, p := range poolings {
		for _, kind := range p.kinds {
			for _, k := range sizes {
				if small, ok := few[p.name+"/"+kind]; !snagtest.IsWhole() && (!ok || small != k) {
					continue
				}
				t.Run(fmt.Sprintf("%s/%s/%d", p.name, kind, k), func(t *testing.T) {
					snagtest.Needs(t, p.program)
					// Longer for more, since a machine needs time to take up all of them.
					ms := 120 + 4*k
					if kind == "cpu" {
						// A scheduler deals the processors out in pieces of up to ten milliseconds, and
						// libuv's threads leave the event loop alone.
						ms = map[string]int{"go": 400, "python3": 250}[p.program]
						ms = max(ms, 120)
					}
					args := []string{"block", "pool", "-f", "json", "--startup", "120s", "--max-time", "10m", "--max", "128", "--limit", "60s", p.work(k, ms, kind), "--light", p.work(k, 0, kind), "--without", "overlap,context,full", "--"}
					all++
					measure := func() error {
						started := time.Now()
						document := validDocument(t, "pool.schema.json", -1, append(args, p.argv(t, k)...)...)
						requests := at(document, "data", "requests").(float64)
						t.Logf("%.0f requests, %s, limit %v", requests, time.Since(started).Round(100*time.Millisecond), at(document, "data", "size", "limit"))
						why, _ := at(document, "data", "size", "unknown").(string)
						if k >= 32 && kind != "sleep" && why != "" || strings.Contains(why, "idle machine") {
							t.Log(why)
							return nil // better than another number
						}
						if got := at(document, "data", "size", "k"); got != float64(k) {
							return fmt.Errorf("got %v", at(document, "data", "size"))
						}
						right++
						if requests > 250 && k <= 10 && kind != "random" { // random ones that end early are sent again
							return fmt.Errorf("%.0f requests, want at most 250", requests)
						}
						return nil
					}
					if !snagtest.IsWhole() {
						snagtest.InThree(t, measure)
					} else if err := measure(); err != nil {
						t.Error(err)
					}
				})
			}
		}
	}
	t.Logf("%d of %d sizes are right", right, all)
}

// hanging are handlers that hang when they overlap, and what is to be said of them.
var hanging = []struct {
	server, path    string
	busy, permanent bool
}{
	{"node", "/twoslots", false, true}, {"node", "/abba", false, true}, {"node", "/semaphore", false, true},
	{"node", "/cycle", false, true}, {"node", "/reentrant", false, true}, {"node", "/busy", true, true},
	{"go", "/abba", false, true}, {"go", "/connection", false, true}, {"go", "/barrier", false, true},
	{"go", "/wakeup", false, false}, {"go", "/spin", true, true}, {"go", "/reader", false, true},
	{"python", "/nested", false, true}, {"python", "/reentrant", false, true}, {"python", "/notify", false, false},
	{"puma", "/abba", false, true}, {"puma", "/interlock", false, true}, {"puma", "/nested", false, true},
}

// hangingServer is the command that starts the handlers of known behaviour in a language.
func hangingServer(t *testing.T, language string) []string {
	t.Helper()
	switch language {
	case "node":
		return []string{"node", "../testdata/block/server.js"}
	case "go":
		return []string{snagtest.Build(t, "testdata/block/gosrv")}
	case "python":
		return []string{"python3", "../testdata/block/server.py"}
	}
	return []string{"puma", "-b", "tcp://127.0.0.1:0", "-t", "12:12", "../testdata/block/config.ru"}
}

// TestPoolHangs finds what hangs, and tells busy from idle and lasting from passing.
func TestPoolHangs(t *testing.T) {
	snagtest.Long(t)
	few := []string{"node/busy", "go/wakeup", "puma/interlock"}
	for _, h := range hanging {
		if !snagtest.IsWhole() && !strings.Contains(strings.Join(few, " "), h.server+h.path) {
			continue
		}
		t.Run(h.server+h.path, func(t *testing.T) {
			argv := hangingServer(t, h.server)
			snagtest.Needs(t, argv[0])
			if !snagtest.IsWhole() {
				t.Parallel() // nearly all of the time is spent waiting
			}
			args := []string{"block", "pool", "-f", "json", "--startup", "120s", h.path, "--without", "size,context", "--"}
			snagtest.InThree(t, func() error {
				document := validDocument(t, "pool.schema.json", -1, append(args, argv...)...)
				overlap := at(document, "data", "overlap")
				t.Logf("hangs with %v at once", at(overlap, "requests"))
				// A loop that spins may or may not leave a processor for others.
				healthy := at(overlap, "healthy") == (h.path != "/busy") || h.path == "/spin"
				if at(overlap, "hangs") != true || at(overlap, "busy") != h.busy || at(overlap, "permanent") != h.permanent || !healthy {
					return fmt.Errorf("got %v, want a hang, busy %t, permanent %t", overlap, h.busy, h.permanent)
				}
				return nil
			})
		})
	}
}

// TestPoolSlowIsNoHang raises no alarm on what is slow and no more, one after the other or not.
func TestPoolSlowIsNoHang(t *testing.T) {
	snagtest.Long(t)
	snagtest.Needs(t, "node")
	ms, limit, paths := 500, "60s", []string{"/lock?n="}
	if snagtest.IsWhole() {
		ms, limit, paths = 10_000, "15m", []string{"/lock?n=", "/sleep?n=", "/spin?n="}
	}
	for _, path := range paths {
		t.Run(path[1:strings.IndexByte(path, '?')], func(t *testing.T) {
			document := validDocument(t, "pool.schema.json", 0, "block", "pool", "-f", "json", "--limit", "60s", "--max-time", limit, "--overlap", "3",
				"--without", "size,context", path+strconv.Itoa(ms), "--", "node", "../testdata/block/server.js")
			if overlap := at(document, "data", "overlap"); at(overlap, "hangs") != false || at(overlap, "tried") != 3.0 {
				t.Errorf("got %v", overlap)
			}
		})
	}
}

// TestPoolContext finds contexts that are mixed up within a hundred requests, and none where there
// are none.
func TestPoolContext(t *testing.T) {
	snagtest.Long(t)
	for _, test := range []struct {
		server, path string
		mixed        bool
	}{
		{"node", "/leak", true}, {"node", "/leakbody", true}, {"node", "/context", false},
		{"go", "/leak", true}, {"go", "/context", false}, {"python", "/leak", true}, {"python", "/context", false},
		{"puma", "/leak", true}, {"puma", "/context", false},
	} {
		t.Run(test.server+test.path, func(t *testing.T) {
			argv := hangingServer(t, test.server)
			snagtest.Needs(t, argv[0])
			args := append([]string{"block", "pool", "-f", "json", "--startup", "120s", test.path, "--without", "size,overlap", "--"}, argv...)
			snagtest.InThree(t, func() error {
				seen := at(validDocument(t, "pool.schema.json", -1, args...), "data", "context")
				if mixed := len(at(seen, "mixed").([]any)); at(seen, "known") != true || mixed > 0 != test.mixed || at(seen, "requests").(float64) > 104 {
					return fmt.Errorf("got %v, want mixed %t", seen, test.mixed)
				}
				return nil
			})
		})
	}
}
