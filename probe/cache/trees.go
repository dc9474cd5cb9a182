package cache

import (
	"os"
	"path/filepath"
)

// trees are folders that others may have filled, absolute and without links.
type trees []string

// treesOf returns the folders among the roots, and the working trees of git that roots are in.
func treesOf(roots []string) trees {
	var all trees
	for _, root := range roots {
		path := resolve(root)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			all = append(all, path)
		}
		for dir := path; ; dir = filepath.Dir(dir) {
			if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
				all = append(all, dir)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return all
}

// around returns the tree that a path is in, "" for none. The path need not exist.
func (t trees) around(path string) string {
	path = resolve(path)
	for _, tree := range t {
		if below, err := filepath.Rel(tree, path); err == nil && filepath.IsLocal(below) {
			return tree
		}
	}
	return ""
}

// resolve returns a path as an absolute one without links, as far as it exists.
func resolve(path string) string {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	for dir, rest := absolute, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return absolute
		}
	}
}
