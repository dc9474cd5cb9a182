package cache

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"snag/probe/snagtest"
)

func TestBuildID(t *testing.T) {
	for _, c := range []struct{ program, want string }{
		{"\x7fELF....\x04\x00\x00\x00\x05\x00\x00\x00\x04\x00\x00\x00Go\x00\x00a/b/cmore", "a/b/c"},
		{"\x7fELF....\x04\x00\x00\x00\xff\xff\xff\xff\x04\x00\x00\x00Go\x00\x00cut", "cut"},
		{"\x04\x00\x00\x00Go\x00\x00", ""},
		{"MZ....\xff Go build ID: \"a/b/c\"\n \xffmore", "a/b/c"},
		{"MZ....\xff Go build ID: \"\"\n \xffmore", ""},
		{"#!/bin/sh", ""},
	} {
		if got := buildID([]byte(c.program)); got != c.want {
			t.Errorf("buildID(%q) = %q, want %q", c.program, got, c.want)
		}
	}
}

// TestBuildIDOfPrograms reads what the go command says of programs for each system.
func TestBuildIDOfPrograms(t *testing.T) {
	snagtest.Long(t)
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	if err := os.WriteFile(source, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, system := range []string{"linux", "darwin", "windows"} {
		program := filepath.Join(dir, system)
		build := exec.CommandContext(t.Context(), "go", "build", "-o", program, source)
		build.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		if output, err := build.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		want, err := exec.CommandContext(t.Context(), "go", "tool", "buildid", program).Output()
		if err != nil {
			t.Fatal(err)
		}
		content, err := os.ReadFile(program)
		if err != nil {
			t.Fatal(err)
		}
		if got := buildID(content[:64<<10]); got == "" || got != strings.TrimSpace(string(want)) {
			t.Errorf("buildID(a program for %s) = %q, want %q", system, got, want)
		}
	}
}
