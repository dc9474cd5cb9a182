package worktree

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCommonFolder(t *testing.T) {
	top := t.TempDir()
	for _, c := range []struct {
		working     string
		name        string
		want, where string
	}{
		{"shop", "lib/a.js", "lib/a.js", "."},
		{"shop", filepath.Join(top, "shop/lib/a.js"), "a.js", "shop/lib"},
		{"shop", filepath.Join(top, "shop/node_modules/a.js"), "node_modules/a.js", "shop"},
		{"shop", filepath.Join(top, "shop/node_modules/@x/a.js"), "node_modules/@x/a.js", "shop"},
		{"shop/node_modules", "a.js", "node_modules/a.js", "shop"},
		{"shop/node_modules/qs", "a.js", "a.js", "."},
	} {
		working := filepath.Join(top, filepath.FromSlash(c.working))
		if err := os.MkdirAll(working, 0o755); err != nil {
			t.Fatal(err)
		}
		t.Chdir(working)
		folder, inside := CommonFolder([]string{filepath.ToSlash(c.name)})
		where := c.where
		if where != "." {
			where = filepath.Join(top, filepath.FromSlash(where))
		}
		if got := inside(filepath.ToSlash(c.name)); got != c.want || folder != where {
			t.Errorf("%s in %s: got %s in %s, want %s in %s", c.name, c.working, got, folder, c.want, where)
		}
	}
}
