// Package snagtest is what the tests of several packages share: the switch of the long ones, what they
// need of the machine, programs built once, and the recorded observations.
package snagtest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
)

// IsLong reports whether the long tests are wanted: those that measure, need minutes, or need many real
// programs. SNAG_LONG=1 in the environment asks for them.
func IsLong() bool { return os.Getenv("SNAG_LONG") != "" }

// Long skips the test unless the long ones are wanted.
func Long(t testing.TB) {
	t.Helper()
	if !IsLong() {
		t.Skip("LONG: SNAG_LONG=1 runs it")
	}
}

// IsWhole reports whether the long tests are to run every row of their tables of servers, clients and
// sizes instead of a selection. SNAG_MATRIX=all in the environment asks for it; it takes hours.
func IsWhole() bool { return os.Getenv("SNAG_MATRIX") == "all" }

// Number returns the whole number that an environment variable holds, or usual when it is not set.
func Number(t testing.TB, variable string, usual int) int {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		t.Fatalf("%s=%s: not a number of 0 or more", variable, text)
	}
	return n
}

// Sized returns the long size in the long tests and the short one in the others, which shows the same.
func Sized(short, long int) int {
	if IsLong() {
		return long
	}
	return short
}

// Skip skips the test because of what this machine lacks. The long run counts these lines.
func Skip(t testing.TB, format string, args ...any) {
	t.Helper()
	t.Skip("SKIPPED: " + fmt.Sprintf(format, args...))
}

// Needs skips the test when a program is not installed.
func Needs(t testing.TB, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			Skip(t, "%s is not installed", p)
		}
	}
}

// Linux skips the test on other systems.
func Linux(t testing.TB) {
	t.Helper()
	if runtime.GOOS != "linux" {
		Skip(t, "needs Linux")
	}
}

// InThree calls f up to three times until it returns no error. A machine that is busy with other things
// disturbs what is measured, though not three times in a row: that is a failure.
func InThree(t testing.TB, f func() error) {
	t.Helper()
	for i := range 3 {
		err := f()
		switch {
		case err == nil:
			return
		case i < 2:
			t.Logf("again: %v", err)
		default:
			t.Error(err)
		}
	}
}

// Path returns the absolute path of a file or folder of the module, given with slashes.
func Path(t testing.TB, name string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, filepath.FromSlash(name))
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("the test does not run inside the module")
		}
		dir = parent
	}
}

// Corpora returns the folder of corpora of patterns that SNAG_CORPORA names, or skips the test.
func Corpora(t testing.TB) string {
	t.Helper()
	folder := os.Getenv("SNAG_CORPORA")
	if folder == "" {
		t.Skip("LONG: SNAG_CORPORA=folder runs it over the corpora there")
	}
	return folder
}
