package runtime

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

// TestBesideHogs takes as long beside programs that want all processors, give or take what they do to its caches. The
// compiler of a JVM gets nothing done then.
func TestBesideHogs(t *testing.T) {
	snagtest.Long(t)
	snagtest.Linux(t)
	file := filepath.Join(t.TempDir(), "document.json")
	if err := os.WriteFile(file, []byte("["+strings.Repeat(`{"id": 17, "name": "a name"}, `, 60_000)+"0]"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		if p.name == jvm {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			found, err := Find(t.Context(), p.name)
			if err != nil {
				t.Skipf("SKIPPED: %v", err)
			}
			defer found[0].Close()
			besideHogs(t, found[0], file)
		})
	}
	t.Run(goV1, func(t *testing.T) { besideHogs(t, inProcess(goV1), file) })
}

func besideHogs(t *testing.T, r Runtime, file string) {
	snagtest.InThree(t, func() error {
		alone, err := r.Measure(t.Context(), file, Thorough)
		if err != nil {
			return err
		}
		ctx, end := context.WithCancel(t.Context())
		defer end()
		var hogs []*exec.Cmd
		for range 5 * goruntime.NumCPU() {
			hog := exec.CommandContext(ctx, "sh", "-c", "while :; do :; done")
			if err := hog.Start(); err != nil {
				return err
			}
			hogs = append(hogs, hog)
		}
		beside, err := r.Measure(t.Context(), file, Thorough)
		end()
		for _, hog := range hogs {
			hog.Wait()
		}
		t.Logf("%.1f ms, beside others %.1f ms", alone.Parse.Typical, beside.Parse.Typical)
		// By the clock it would be six times as long.
		if err == nil && beside.Parse.Typical > 4*alone.Parse.Typical {
			err = fmt.Errorf("%.1f ms, beside others %.1f ms", alone.Parse.Typical, beside.Parse.Typical)
		}
		return err
	})
}
