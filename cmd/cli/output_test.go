package cli

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

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
