package worktree

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"snag/analyze/reach/link"
)

// CommonFolder returns the working folder, or the folder that all names lie in where that is another, and how
// a name is written from there. Of a folder of installed packages it is the one around it, so that the names tell that
// they are installed.
func CommonFolder(names []string) (folder string, inside func(string) string) {
	folder = "."
	for _, name := range names {
		if path.IsAbs(name) || filepath.IsAbs(name) || strings.HasPrefix(name, "../") {
			folder = ""
		}
	}
	working, err := os.Getwd()
	if err != nil {
		working = string(filepath.Separator)
	}
	if folder == "." && aroundInstalled(working) == working {
		return folder, func(name string) string { return path.Clean(name) }
	}
	full := func(name string) string {
		name = filepath.FromSlash(name)
		if !filepath.IsAbs(name) {
			name = filepath.Join(working, name)
		}
		return filepath.Clean(name)
	}
	for i, name := range names {
		at := filepath.Dir(full(name))
		if i == 0 {
			folder = at
		}
		for folder != at && !strings.HasPrefix(at+string(filepath.Separator), strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator)) {
			folder = filepath.Dir(folder)
		}
	}
	folder = aroundInstalled(folder)
	return folder, func(name string) string {
		rel, err := filepath.Rel(folder, full(name))
		if err != nil {
			return name
		}
		return filepath.ToSlash(rel)
	}
}

// Around returns the working folder, or the one around it that all paths lie in as well.
func Around(paths []string) string {
	working, err := os.Getwd()
	if err != nil {
		return "."
	}
	folder, up := working, "."
	for _, p := range paths {
		full, err := filepath.Abs(p)
		for err == nil && filepath.Dir(folder) != folder {
			if below, err := filepath.Rel(folder, full); err == nil && filepath.IsLocal(below) {
				break
			}
			folder, up = filepath.Dir(folder), filepath.Join(up, "..")
		}
	}
	return up
}

// aroundInstalled returns the folder around one of installed packages, or of a scope of them; other folders as they are.
func aroundInstalled(folder string) string {
	at := folder
	if strings.HasPrefix(filepath.Base(at), "@") {
		at = filepath.Dir(at)
	}
	if link.Installs(filepath.Base(at)) {
		return filepath.Dir(at)
	}
	return folder
}
