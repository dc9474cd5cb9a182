package cmd

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
		g, err := newTarget(file, nil)
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
	g.discard()
	expect("after discard", "old")
	g = begin()
	if err := g.commit(); err != nil {
		t.Fatal(err)
	}
	g.discard()
	expect("after commit", "new")
	if info, err := os.Stat(file); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the mode of the file changed: %v %v", info.Mode(), err)
	}
	if _, err := newTarget(dir, nil); err == nil {
		t.Error("a folder can be written to")
	}
	device, err := newTarget(os.DevNull, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := device.commit(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(os.DevNull); err != nil {
		t.Error("the device was replaced")
	}
}
