package snagtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
)

var built struct {
	sync.Mutex
	dir      string
	programs map[string]string
}

// Build builds the Go program in a folder of the module, once for all tests of a test binary, and
// returns its path. The test binary must remove what is built: see [Programs].
func Build(t testing.TB, folder string) string {
	t.Helper()
	path, err := TryBuild(t, folder)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TryBuild is Build for a program whose modules may not be at hand: it returns the error.
func TryBuild(t testing.TB, folder string) (string, error) {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	if path, ok := built.programs[folder]; ok {
		return path, nil
	}
	if err := makeFolder(); err != nil {
		return "", err
	}
	path := filepath.Join(built.dir, fmt.Sprintf("%d-%s", len(built.programs), filepath.Base(folder)))
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	c := exec.Command("go", "build", "-buildvcs=false", "-o", path, ".")
	c.Dir = Path(t, folder)
	if out, err := c.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w: %s", folder, err, out)
	}
	built.programs[folder] = path
	return path, nil
}

// makeFolder makes the folder of what is built, unless it is there. The caller holds the lock.
func makeFolder() error {
	if built.dir != "" {
		return nil
	}
	dir, err := os.MkdirTemp("", "snagtest-")
	built.dir, built.programs = dir, map[string]string{}
	return err
}

// Scratch returns a new folder that is removed when all tests of the package have ended.
func Scratch(t testing.TB) string {
	t.Helper()
	built.Lock()
	defer built.Unlock()
	err := makeFolder()
	if err == nil {
		var folder string
		if folder, err = os.MkdirTemp(built.dir, ""); err == nil {
			return folder
		}
	}
	t.Fatal(err)
	return ""
}

// Programs is the set of tests of a package that calls [Build]. Its Run removes what was built, so
// TestMain calls it in place of the set's own.
type Programs struct{ Tests interface{ Run() int } }

// Run runs the tests and returns their status.
func (p Programs) Run() int {
	status := p.Tests.Run()
	built.Lock()
	defer built.Unlock()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	return status
}
