package handler

import (
	"fmt"
	"os"
	"testing"
)

// inThree calls f up to three times until it returns no error: a machine that is busy with other things
// disturbs what is measured. A test that fails on a machine that is hopelessly overloaded is skipped.
func inThree(t *testing.T, f func() error) {
	t.Helper()
	for i := range 3 {
		err := f()
		switch {
		case err == nil:
			return
		case i < 2:
			t.Logf("again: %v", err)
		case overloaded():
			t.Skipf("SKIPPED: too much else runs on this machine to measure anything: %v", err)
		default:
			t.Error(err)
		}
	}
}

// overloaded tells whether most of the last ten seconds something waited for a processor.
func overloaded() bool {
	content, err := os.ReadFile("/proc/pressure/cpu")
	if err != nil {
		return false
	}
	var share float64
	_, err = fmt.Sscanf(string(content), "some avg10=%f", &share)
	return err == nil && share > 70
}
