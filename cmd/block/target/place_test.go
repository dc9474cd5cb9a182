package target

import (
	"path/filepath"
	"testing"
)

func TestSourcePathBelowTheWorkingDirectory(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for in, want := range map[string]string{
		filepath.Join(dir, "app", "index.js"):    "app/index.js",
		filepath.Join(dir, "..cache", "hook.js"): "..cache/hook.js",
		filepath.Join(dir, "...", "hook.js"):     ".../hook.js",
		filepath.Join(dir, "..", "elsewhere.js"): filepath.ToSlash(filepath.Join(filepath.Dir(dir), "elsewhere.js")),
		"no/such/Source.java":                    "no/such/Source.java",
	} {
		if got := SourcePath(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}
