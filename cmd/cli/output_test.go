package cli

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"snag/cmd/report"
)

// TestInterruptedIsNotSaved keeps what --save wrote before, since a later run would take what an interrupted one did not
// come to for gone, and says so.
func TestInterruptedIsNotSaved(t *testing.T) {
	file := filepath.Join(t.TempDir(), "saved.json")
	var stdout, stderr bytes.Buffer
	end := func(r *report.Report) error {
		stdout.Reset()
		stdio := &Stdio{Out: &stdout, Err: &stderr, Color: NewEnum("never")}
		return (&Output{Stdio: stdio, Command: "block json", Format: FormatNamed("table"), save: file}).End(r, nil, nil)
	}
	if err := end(&report.Report{Partial: true}); !errors.Is(err, ErrPartial) {
		t.Errorf("error %v, want %v", err, ErrPartial)
	}
	if _, err := os.Stat(file); err == nil || !strings.Contains(stdout.String(), "saved.json was not written") {
		t.Errorf("%v, and the report says\n%s", err, stdout.String())
	}
	if err := end(&report.Report{}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil || strings.Contains(stdout.String(), "was not written") {
		t.Errorf("%v, and the report says\n%s", err, stdout.String())
	}
}

func TestTarget(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "report")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	begin := func() *target {
		t.Helper()
		g, err := NewTarget(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Write([]byte("new")); err != nil {
			t.Fatal(err)
		}
		return g
	}
	expect := func(when, want string) {
		t.Helper()
		got, err := os.ReadFile(file)
		entries, _ := os.ReadDir(dir)
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v, want %q", when, got, err, want)
		}
		if when != "before commit" && len(entries) != 1 {
			t.Errorf("%s: %d files in the folder", when, len(entries))
		}
	}
	g := begin()
	expect("before commit", "old")
	g.Discard()
	expect("after discard", "old")
	g = begin()
	if err := g.Commit(); err != nil {
		t.Fatal(err)
	}
	g.Discard()
	expect("after commit", "new")
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the mode of the file changed: %v %v", info.Mode(), err)
	}
	if _, err := NewTarget(dir, nil); err == nil {
		t.Error("a folder can be written to")
	}
	device, err := NewTarget(os.DevNull, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := device.Commit(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Error("the device was replaced")
	}
}
