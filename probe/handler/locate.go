package handler

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Locate finds the line at which one of the processes spends its time while fire runs, with what
// its runtime offers: the inspector of Node, the goroutine dump of Go's net/http/pprof when the
// target serves it, py-spy for Python when it is installed.
func Locate(ctx context.Context, pids []int, t Target, fire func()) (Place, error) {
	place, err := ProfileNode(ctx, pids, fire)
	if !errors.Is(err, errNotNode) {
		return place, err
	}
	if place, ok := dumpWhile(fire, func() string { return goroutines(ctx, t) }, goFrame); ok {
		return place, nil
	}
	if spy, err := exec.LookPath("py-spy"); err == nil {
		for _, pid := range pids {
			if place, ok := dumpWhile(fire, func() string { return pySpy(ctx, spy, pid) }, pythonFrame); ok {
				return place, nil
			}
		}
	}
	return Place{}, errors.New("the target is no Node process, serves no /debug/pprof, and py-spy is not installed or sees nothing")
}

// dumpWhile takes dumps of stacks while fire runs, and returns the frame that stands on top most
// often.
func dumpWhile(fire func(), dump func() string, frame func(string) (Place, bool)) (Place, bool) {
	done := make(chan struct{})
	go func() { fire(); close(done) }()
	counts := map[string]int{}
	places := map[string]Place{}
	total := 0
	for running := true; running; {
		if place, ok := frame(dump()); ok {
			key := place.File + ":" + strconv.Itoa(place.Line)
			counts[key]++
			places[key] = place
			total++
		}
		select {
		case <-done:
			running = false
		case <-time.After(5 * time.Millisecond):
		}
	}
	best := ""
	for key, n := range counts {
		if best == "" || n > counts[best] || n == counts[best] && key < best {
			best = key
		}
	}
	if best == "" {
		return Place{}, false
	}
	place := places[best]
	place.Share = float64(counts[best]) / float64(total)
	return place, true
}

// goroutines fetches the dump of all goroutines.
func goroutines(ctx context.Context, t Target) string {
	client := NewClient(t)
	defer client.Close()
	r := client.Do(ctx, Request{Method: "GET", Path: "/debug/pprof/goroutine?debug=2"}.Bytes(t), 3*time.Second)
	if r.Outcome != Answered || r.Status != 200 {
		return ""
	}
	return string(r.Body)
}

var goPosition = regexp.MustCompile(`(?m)^([^\s(][^\n]*)\([^\n]*\)\n\t([^\n]+\.go):(\d+)`)

// goFrame returns the first frame of the user's code in the goroutine that runs and serves HTTP.
func goFrame(dump string) (Place, bool) {
	for _, block := range strings.Split(dump, "\n\n") {
		head, _, _ := strings.Cut(block, "\n")
		if !strings.Contains(head, "[runn") || strings.Contains(block, "net/http/pprof") || !strings.Contains(block, "net/http.(*conn).serve") {
			continue
		}
		for _, m := range goPosition.FindAllStringSubmatch(block, -1) {
			if strings.Contains(m[2], "/src/runtime/") || strings.Contains(m[2], "/src/net/http/") || strings.Contains(m[2], "/pkg/mod/") || strings.Contains(m[2], "/go/src/") {
				continue
			}
			line, _ := strconv.Atoi(m[3])
			return Place{File: m[2], Line: line, Function: m[1], Method: "goroutine dumps"}, true
		}
	}
	return Place{}, false
}

func pySpy(ctx context.Context, spy string, pid int) string {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, spy, "dump", "--full-filenames", "--pid", strconv.Itoa(pid)).Output()
	if err != nil {
		return ""
	}
	return string(out)
}

var pythonPosition = regexp.MustCompile(`(?m)^\s+(\S+) \(([^()]+\.py):(\d+)\)`)

// pythonFrame returns the innermost frame of the user's code in a thread that is active.
func pythonFrame(dump string) (Place, bool) {
	for _, block := range strings.Split(dump, "Thread ") {
		head, _, _ := strings.Cut(block, "\n")
		if !strings.Contains(head, "(active") {
			continue
		}
		for _, m := range pythonPosition.FindAllStringSubmatch(block, -1) {
			if strings.Contains(m[2], "/lib/python") || strings.Contains(m[2], "/site-packages/") {
				continue
			}
			line, _ := strconv.Atoi(m[3])
			return Place{File: filepath.Clean(m[2]), Line: line, Function: m[1], Method: "py-spy"}, true
		}
	}
	return Place{}, false
}
