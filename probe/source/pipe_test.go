//go:build unix

package source

import (
	"context"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestPipes checks that nothing waits for a pipe that nobody writes to.
func TestPipes(t *testing.T) {
	dir := resolved(t.TempDir())
	write(t, dir, "a.js", "")
	for _, name := range []string{"p.js", "pipe"} {
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o644); err != nil {
			t.Skip(err)
		}
	}
	l, err := net.Listen("unix", filepath.Join(dir, "s.js"))
	if err != nil {
		t.Skip(err)
	}
	defer l.Close()
	done := make(chan []string)
	go func() {
		done <- append(found(dir, []string{dir}, Options{}), found(dir, []string{filepath.Join(dir, "p.js"), "/dev/null"}, Options{})...)
	}()
	select {
	case got := <-done:
		expect(t, got[:4], "a.js", "p.js not a regular file", "s.js not a regular file", "p.js not a regular file")
		if !strings.HasSuffix(got[4], "null not a regular file") {
			t.Errorf("/dev/null: %s", got[4])
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the walk waits for a pipe")
	}
	for f := range Walk(context.Background(), []string{filepath.Join(dir, "p.js")}, Options{}) {
		if got := f.Skip.String(); got != "not a regular file: it is a named pipe" {
			t.Errorf("reason: %s", got)
		}
	}
	// A pipe that takes the place of a file after the walk.
	if _, skip := Read(File{Path: filepath.Join(dir, "pipe")}, Options{}); skip == nil || skip.Reason != NotRegular {
		t.Errorf("reading a pipe: %v", skip)
	}
}
