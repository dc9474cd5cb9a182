package target_test

import (
	"os"
	"path/filepath"
	"testing"

	"snag/cmd/block/target"
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
		if got := target.SourcePath(in); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

// TestSourcePathInAModule finds the sources of programs in Go that were built with -trimpath, whose paths begin with the
// name of the module and not with the folder of its go.mod.
func TestSourcePathInAModule(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "// the shop\nmodule example.org/shop // v2\n", "main.go": "", "cmd/serve/main.go": "",
		"pay/go.mod": "module \"example.org/pay\"\r\n\ngo 1.26\n", "pay/lock.go": "",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct{ folder, in, want string }{
		{".", "example.org/shop/main.go", "main.go"},
		{"cmd", "example.org/shop/cmd/serve/main.go", "serve/main.go"},
		{"cmd/serve", "example.org/shop/main.go", filepath.ToSlash(filepath.Join(dir, "main.go"))},
		{"pay", "example.org/pay/lock.go", "lock.go"},
		{".", "example.org/shop/gone.go", "example.org/shop/gone.go"},
		{".", "example.org/shopping/main.go", "example.org/shopping/main.go"},
		{"pay", "example.org/shop/main.go", "example.org/shop/main.go"}, // of another module
		{"cmd", "example.org/shop/../../main.go", "example.org/shop/../../main.go"},
	} {
		t.Chdir(filepath.Join(dir, filepath.FromSlash(test.folder)))
		if got := target.SourcePath(test.in); got != test.want {
			t.Errorf("%s in %s: got %s, want %s", test.in, test.folder, got, test.want)
		}
	}
}
